import Testing

@testable import CommandParsing

struct UsageErrorTests {
    private typealias Program = TrailProgram

    @Test(arguments: [
        ("unlok", "'unlok' is not a command of 'trail'", "Did you mean 'unlock'?"),
        ("EDIT", "'EDIT' is not a command of 'trail'", "Did you mean 'edit'?"),
        ("hist", "'hist' is not a command of 'trail'", "Did you mean 'history'?"),
        ("frobnicate", "'frobnicate' is not a command of 'trail'", "See 'trail --help'."),
        ("hike lsit", "'lsit' is not a subcommand of 'trail hike'", "Did you mean 'list'?"),
        ("list", "'list' is not a command of 'trail'", "Did you mean 'trail hike list'?"),
        ("ls", "'ls' is not a command of 'trail'", "Did you mean 'trail hike list'?"),
        ("hike ls", "'ls' is not a subcommand of 'trail hike'", "Did you mean 'trail hike list'?"),
        ("hike display", "'display' is not a subcommand of 'trail hike'", "Did you mean 'trail badge show'?"),
        ("version", "'version' is not a command of 'trail'", "Did you mean 'trail --version'?"),
        ("store", "'store' is not a command of 'trail'", "See 'trail --help'."),
        ("hike", "'trail hike' needs a subcommand", "One of: import, export, list."),
        ("hike --json", "'trail hike' needs a subcommand", "One of: import, export, list."),
    ])
    func `an unknown command gets a hint`(line: String, message: String, hint: String) {
        #expect(Program.mistake(in: line) == UsageError(message: message, hint: hint))
    }

    @Test(arguments: [
        ("edit --seson x", "'trail edit' has no option '--seson'", "Did you mean '--season'?"),
        ("edit --seson=x", "'trail edit' has no option '--seson'", "Did you mean '--season'?"),
        ("lock --jsno", "'trail lock' has no option '--jsno'", "Did you mean '--json'?"),
        ("lock --vers", "'trail lock' has no option '--vers'", "Did you mean '--version'?"),
        ("lock --bogus", "'trail lock' has no option '--bogus'", "See 'trail lock --help'."),
        ("lock -x", "'trail lock' has no option '-x'", "See 'trail lock --help'."),
        ("lock -V", "'trail lock' has no option '-V'", "Did you mean '--version'?"),
        ("lock -s", "'trail lock' has no option '-s'", "Did you mean '--store'?"),
        ("lock -json", "'trail lock' has no option '-j'", "Did you mean '--json'?"),
        ("lock --season x", "'trail lock' has no option '--season'", "It belongs to 'trail edit'."),
        ("--season x edit", "'trail' has no option '--season'", "Write it after the command: 'trail edit --season'."),
        ("lock -t x", "'trail lock' has no option '-t'", "It belongs to 'trail edit'."),
        ("lock --=x", "'trail lock' has no option '--'", "See 'trail lock --help'."),
        (
            "lock --limit 3", "'trail lock' has no option '--limit'",
            "It belongs to 'trail history' or 'trail hike list'."
        ),
    ])
    func `a mistyped option gets a suggestion`(line: String, message: String, hint: String) {
        #expect(Program.mistake(in: line) == UsageError(message: message, hint: hint))
    }

    @Test(arguments: [
        "edit --season", "edit --season --json", "edit --season -q", "edit --season --", "edit --season --goal-date=x",
    ])
    func `a missing value is reported with the way to give it`(line: String) {
        let hint = "Write '--season SEASON', or '--season=VALUE' if the value begins with '-'."
        #expect(Program.mistake(in: line) == UsageError(message: "'--season' needs a value", hint: hint))
    }

    @Test(arguments: [
        ("lock --json=yes", "'--json' takes no value"), ("lock --json=", "'--json' takes no value"),
        ("lock -q=yes", "'-q' takes no value"), ("lock -hq=", nil),
        ("edit --season a --season a", "'--season' is given more than once"),
        ("--store a lock --store b", "'--store' is given more than once"),
        ("history -n 1 --limit 2", "'--limit' is given more than once"), ("lock -q -q", nil),
    ])
    func `values and repetitions are checked`(line: String, message: String?) {
        #expect(Program.mistake(in: line)?.message == message)
    }

    @Test(arguments: [
        ("copy", "'trail copy' needs FILE", "Usage: trail copy FILE TO"),
        ("copy a", "'trail copy' needs TO", "Usage: trail copy FILE TO"),
        (
            "copy a b c d", "'trail copy' takes 2 arguments: the argument in place 3 is too many",
            "Usage: trail copy FILE TO"
        ),
        ("lock a", "'trail lock' takes no arguments", "Usage: trail lock"),
        (
            "undo 1 2", "'trail undo' takes one argument: the argument in place 2 is too many",
            "Usage: trail undo [REVISION]"
        ),
        ("hike import", "'trail hike import' needs FILE", "Usage: trail hike import [options] FILE..."),
    ])
    func `positionals are counted`(line: String, message: String, hint: String) {
        #expect(Program.mistake(in: line) == UsageError(message: message, hint: hint))
    }

    @Test func `the first of several mistakes is reported`() {
        #expect(Program.mistake(in: "--bogus x lock a --json=1")?.message == "'trail' has no option '--bogus'")
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\nb", "a\\u{A}b"), ("\u{9B}x", "\\u{9B}x"),
        ("a\u{202E}b", "a\\u{202E}b"),
        ("a\r\nb", "a\\u{D}\\u{A}b"), ("\u{2028}", "\\u{2028}"), ("été", "été"), ("", ""), ("\u{0}", "\\u{0}"),
        (String(repeating: "x", count: 10_000), String(repeating: "x", count: 40) + "…"),
        ("e" + String(repeating: "\u{301}", count: 500), "e" + String(repeating: "\u{301}", count: 39) + "…"),
    ])
    func `a word is escaped and shortened before it is shown`(word: String, shown: String) {
        #expect(Program.mistake(in: [word])?.message == "'\(shown)' is not a command of 'trail'")
        if !word.isEmpty {
            #expect(
                Program.mistake(in: ["lock", "--\(word)"])?.message == "'trail lock' has no option '--\(cut(word))'")
        }
    }

    /// An option as shown: its two dashes count towards the limit.
    private func cut(_ word: String) -> String {
        let full = Program.mistake(in: [word])?.message.split(separator: "'").first.map(String.init) ?? ""
        guard full.hasSuffix("…") else { return full }
        return String(String.UnicodeScalarView(full.unicodeScalars.dropLast(3))) + "…"
    }

    @Test(arguments: [
        ["lock", "--bogus=hush"], ["lock", "--json=hush"], ["edit", "--season", "hush", "--season", "hush"],
        ["lock", "hush"], ["edit", "--season=hush", "hush"], ["copy", "hush"], ["--bogus", "hush", "lock"],
        ["lock", "-zhush"], ["lock", "-q=hush"], ["lock", "--x=\u{301}hush"], ["--store", "hush", "lock", "hush"],
    ])
    func `no value and no positional is ever repeated`(arguments: [String]) throws {
        let error = try #require(Program.mistake(in: arguments))
        #expect(!error.message.contains("hush"))
        #expect(!error.hint.contains("hush"))
    }
}

struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("unlok", "unlock", 1), ("lcok", "lock", 1),
        ("kitten", "sitting", 3), ("ca", "abc", 3), ("a", "b", 1), ("abcdef", "badcfe", 3),
    ])
    func `the distance counts edits and swaps`(first: String, second: String, distance: Int) {
        #expect(editDistance(Array(first), Array(second)) == distance)
        #expect(editDistance(Array(second), Array(first)) == distance)
    }

    @Test(arguments: [
        ("unlokc", "unlock"), ("Status", "status"), ("sho", "show"), ("completion", "completions"),
        ("comp", "completions"),
        ("xyz", nil), ("", nil), ("s", nil), ("st", nil), ("zzzzzz", nil), ("status-of-everything", nil),
    ])
    func `only similar words are suggested`(word: String, expected: String?) {
        #expect(nearest(to: word, among: ["unlock", "status", "show", "completions", "sh-w-all"]) == expected)
    }

    @Test func `a huge word is not compared`() {
        #expect(nearest(to: String(repeating: "lock", count: 100_000), among: ["lock"]) == nil)
    }
}
