import CommandParsing
import Testing

struct ParsingTests {
    private typealias Program = TrailProgram

    private func parse(_ line: String) throws -> Invocation {
        try Program.parser.parse(Program.words(line))
    }

    @Test func `without arguments no command is invoked`() throws {
        let invocation = try parse("")
        #expect(invocation.path.isEmpty)
        #expect(invocation.command == Program.root)
        #expect(invocation.positionals.isEmpty)
    }

    @Test(arguments: [
        ("lock", ["lock"]), ("hike import a", ["hike", "import"]), ("--json hike --quiet list", ["hike", "list"]),
        ("--store /s lock", ["lock"]), ("-- lock", ["lock"]), ("--json", []),
    ])
    func `the command is found by its path`(line: String, path: [String]) throws {
        #expect(try parse(line).path == path)
        #expect(try parse(line).command.name == path.last ?? "trail")
    }

    @Test(arguments: [
        "--store a lock", "lock --store a", "--store=a lock", "lock --store=a", "--store a --json hike list",
        "hike --store a list", "hike list --store=a",
    ])
    func `a global option may be before or after the command`(line: String) throws {
        #expect(try parse(line).value(of: Program.store) == "a")
    }

    @Test(arguments: [
        ("edit --season spring", "spring"), ("edit --season=spring", "spring"), ("edit --season=", ""),
        ("edit --season=a=b", "a=b"), ("edit --season -", "-"), ("edit --season -5", "-5"),
        ("edit --season=--json", "--json"), ("edit --season=-x", "-x"), ("edit --season=\u{301}x", "\u{301}x"),
    ])
    func `a value is taken literally`(line: String, value: String) throws {
        let invocation = try parse(line)
        #expect(invocation.value(of: Program.season) == value)
        #expect(invocation.values(of: Program.season) == [value])
        #expect(!invocation.isSet(Program.json))
    }

    @Test func `an empty argument is a value and a positional`() throws {
        #expect(try Program.parser.parse(["edit", "--season", ""]).value(of: Program.season) == "")
        #expect(try Program.parser.parse(["copy", "", ""]).positionals == ["", ""])
    }

    @Test(arguments: [
        "history -n 5", "history -n5", "history -n=5", "history -qn5", "history -qn 5", "history -n 5 -q",
    ])
    func `a letter takes its value in every common form`(line: String) throws {
        #expect(try parse(line).value(of: Program.limit) == "5")
    }

    @Test func `flags can be bundled and repeated`() throws {
        let invocation = try parse("lock -qh -q --quiet")
        #expect(invocation.isSet(Program.quiet))
        #expect(invocation.isSet(Program.help))
        #expect(!invocation.isSet(Program.json))
        #expect(invocation.value(of: Program.quiet) == nil)
        #expect(invocation.values(of: Program.quiet).isEmpty)
    }

    @Test func `a repeatable option keeps its values in order`() throws {
        let invocation = try parse("edit --tag b -t a --tag=c")
        #expect(invocation.values(of: Program.tag) == ["b", "a", "c"])
        #expect(invocation.value(of: Program.tag) == "c")
    }

    @Test func `a value that may have a sign may begin with a dash, but not with two`() throws {
        #expect(try parse("edit --tag -b -t -q").values(of: Program.tag) == ["-b", "-q"])
        #expect(throws: UsageError.self) { try parse("edit --tag --quiet") }
        #expect(throws: UsageError.self) { try parse("edit --season -q") }
    }

    @Test func `an option that was not given has no value`() throws {
        let invocation = try parse("edit")
        #expect(!invocation.isSet(Program.season))
        #expect(invocation.value(of: Program.season) == nil)
        #expect(invocation.values(of: Program.season).isEmpty)
    }

    @Test(arguments: [
        ("copy a b", ["a", "b"]), ("copy - b", ["-", "b"]), ("copy a --json b", ["a", "b"]),
        ("copy -- --json -q", ["--json", "-q"]), ("copy a -- --", ["a", "--"]), ("undo", []), ("undo 3", ["3"]),
        ("undo -1", ["-1"]), ("hike export", []), ("hike export 1 2 3", ["1", "2", "3"]),
        ("hike import -", ["-"]), ("hike import hike import", ["hike", "import"]),
    ])
    func `words that are not options are positionals`(line: String, positionals: [String]) throws {
        #expect(try parse(line).positionals == positionals)
    }

    @Test func `a program without subcommands takes positionals itself`() throws {
        let parser = ArgumentParser(
            root: Command("cat", abstract: "Join.", positionals: [Positional("FILE", help: "F.", arity: .any)]))
        #expect(try parser.parse(["a", "b"]).positionals == ["a", "b"])
    }

    @Test(arguments: [
        "hike --help", "--help", "-h", "hike import --help", "--help hike", "copy --help", "lock a b c --help",
        "edit --help --bogus", "edit --bogus --help", "edit --season --help", "edit --season a --season b -h",
        "lock --json=yes --help", "hike -qh", "--bogus -h",
    ])
    func `help wins over mistakes`(line: String) throws {
        #expect(try parse(line).isSet(Program.help))
    }

    @Test func `the version wins over mistakes, too`() throws {
        #expect(try parse("hike --version").isSet(Program.version))
    }

    @Test(arguments: ["unlok --help", "hike unlok --help", "--version unlok"])
    func `an unknown command fails even with help`(line: String) {
        #expect(Program.mistake(in: line)?.message.contains("'unlok' is not a") == true)
    }

    @Test(arguments: ["lock -- --help", "edit --season=--help --bogus", "copy a b c -- -h"])
    func `the word help that is not an option excuses no mistakes`(line: String) {
        #expect(Program.mistake(in: line) != nil)
    }

    @Test func `a command is found by its words`() throws {
        #expect(try Program.parser.command(at: []) == Program.root)
        #expect(try Program.parser.command(at: ["hike", "import"]) == Program.hikeImport)
        let mistyped = #expect(throws: UsageError.self) { try Program.parser.command(at: ["hike", "imprt"]) }
        #expect(mistyped?.hint == "Did you mean 'import'?")
        let tooDeep = #expect(throws: UsageError.self) { try Program.parser.command(at: ["lock", "door"]) }
        #expect(tooDeep?.message == "'trail lock' has no subcommands")
    }
}
