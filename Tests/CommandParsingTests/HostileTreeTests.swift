import CommandParsing
import Testing

/// Scripts must stay literal, whatever stands in the tree they are made from.
struct HostileTreeTests {
    private static let hostile = "it's \"a\" $(echo ran >&2) `echo ran >&2` ; echo ran >&2 [x]: \\ \n %d * {a,b} #"

    private static let trees = [
        Command("trail", abstract: ""),
        Command("trail", abstract: hostile, positionals: [Positional("A", help: "", completion: .values([]))]),
        Command(
            "trail", abstract: hostile,
            options: [Option("x", value: hostile, help: hostile, completion: .values([hostile, "", "-"]))],
            subcommands: [
                Command(
                    "sub", abstract: hostile,
                    positionals: [Positional(hostile, help: hostile, completion: .values([hostile]))])
            ]),
    ]

    @Test(
        arguments: CompletionScript.Shell.allCases.filter(ShellRun.isInstalled), trees)
    func `a script is valid and runs nothing from the tree`(shell: CompletionScript.Shell, tree: Command) throws {
        let arguments =
            switch shell {
            case .bash: ["--norc", "-c", "source ./_trail; COMP_WORDS=(trail sub ''); COMP_CWORD=2; _trail"]
            case .zsh: ["-f", "-c", "compdef() { : }; source ./_trail"]
            case .fish: ["--no-config", "-c", "source ./_trail; complete -C 'trail sub '; complete -C 'trail --x '"]
            }
        let outcome = try ShellRun.run(shell, arguments, root: tree)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0 || shell == .bash)
    }
}
