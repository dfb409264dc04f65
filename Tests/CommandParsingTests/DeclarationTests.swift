import CommandParsing
import Testing

struct DeclarationTests {
    private func leaf(_ name: String, _ positionals: [Positional] = [], _ options: [Option] = []) -> Command {
        Command(name, abstract: "A.", options: options, positionals: positionals, examples: [Example("p", "P.")])
    }

    @Test func `a sound tree has no flaws`() {
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
                "p a: MAYBE is never reached, for MANY takes all words", "p a: ONE is required behind an optional one",
                "p b: there is no example", "p c: two options are spelled --store",
                "p c: --x=y is not a name of ASCII letters, digits and dashes", "p c: -5 is not an ASCII letter",
            ])
    }
}
