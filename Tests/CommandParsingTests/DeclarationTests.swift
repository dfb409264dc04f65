import CommandParsing
import Testing

struct DeclarationTests {
    private func leaf(_ name: String, _ positionals: [Positional] = [], _ options: [Option] = []) -> Command {
        Command(name, abstract: "A.", options: options, positionals: positionals, examples: [Example("p", "P.")])
    }

    @Test func `a correct tree has no flaws`() {
        let root = Command("p", abstract: "P.", options: [TrailProgram.store], subcommands: [leaf("a"), leaf("b")])
        #expect(root.declarationFlaws.isEmpty)
    }

    @Test func `every flaw is named with its command`() {
        let many = Positional("MANY", help: "M.", arity: .any)
        let maybe = Positional("MAYBE", help: "M.", arity: .optional)
        let one = Positional("ONE", help: "O.")
        let root = Command(
            "p", abstract: "P.", options: [TrailProgram.store], positionals: [one],
            subcommands: [
                leaf("a", [many, maybe]), leaf("a", [maybe, one]), Command("b", abstract: "B."),
                leaf("c", [], [TrailProgram.store, Option(flag: "x=y", short: "5", help: "X.")]),
            ])
        #expect(
            root.declarationFlaws == [
                "p: two subcommands are called a", "p: a group takes no positionals",
                "p a: MAYBE is never reached: MANY takes all words",
                "p a: ONE is required, but follows an optional one",
                "p b: there is no example", "p c: two options are spelled --store",
                "p c: --x=y is not a name of ASCII letters, digits and dashes", "p c: -5 is not an ASCII letter",
            ])
    }
}

/// Shells must take the words literally, whatever is in the tree.
struct HostileTreeTests {
    private static let hostile = "it's \"a\" $(echo ran >&2) `echo ran >&2` ; echo ran >&2 [x]: \\ \n %d * {a,b} #"

    private static let trees = [
        Command("trail", abstract: ""),
        Command("trail", abstract: hostile, positionals: [Positional("A", help: "", completion: .values([]))]),
        Command(
            "trail", abstract: hostile, positionals: [Positional("A", help: "", completion: .values([hostile, "-"]))]),
        Command("trail", abstract: hostile, subcommands: [Command("sub", abstract: hostile)]),
    ]

    @Test(arguments: CompletionScript.Shell.allCases.filter(ShellRun.isInstalled), trees)
    func `a script runs nothing from the tree`(shell: CompletionScript.Shell, tree: Command) throws {
        let arguments =
            switch shell {
            case .bash: ["--norc", "-c", "source ./_trail; COMP_WORDS=(trail ''); COMP_CWORD=1; _trail"]
            case .zsh:
                [
                    "-f", "-c",
                    """
                    compdef() { : }; _describe() { print -rl -- $found >/dev/null }
                    source ./_trail; words=(trail ''); CURRENT=2 PREFIX=''; _trail
                    """,
                ]
            case .fish: ["--no-config", "-c", "source ./_trail; complete -C 'trail '"]
            }
        let outcome = try ShellRun.run(shell, arguments, asking: [""], root: tree)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0 || shell == .bash)
    }
}
