import CommandParsing
import Testing

@Suite(.enabled(if: ShellRun.isInstalled(.bash), "needs bash"))
struct BashCompletionTests {
    /// Drives the completion function the way readline does, the words already split at COMP_WORDBREAKS.
    private func replies(_ words: [String], breaks: String = " =:") throws -> [String] {
        let driver = """
            source ./_trail
            COMP_WORDBREAKS=$1
            shift
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _trail trail "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
            """
        let outcome = try ShellRun.run(.bash, ["--norc", "-c", driver, "bash", breaks, "trail"] + words)
        #expect(outcome.errors.isEmpty)
        return outcome.output.split(separator: "\n").map(String.init).sorted()
    }

    @Test func `the script has no syntax errors`() throws {
        let outcome = try ShellRun.run(.bash, ["-n", "_trail"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `the script registers itself`() throws {
        let outcome = try ShellRun.run(.bash, ["--norc", "-c", "source ./_trail; complete -p trail"])
        #expect(outcome.output == "complete -F _trail trail\n")
    }

    @Test(arguments: [
        ([""], ["badge", "copy", "edit", "hike", "history", "lock", "undo", "unlock"]),
        (["h"], ["hike", "history"]), (["hike", ""], ["export", "import", "list"]), (["hike", "im"], ["import"]),
        (["--json", "lo"], ["lock"]), (["--store", "x", "lo"], ["lock"]), (["--store", "=", "x", "lo"], ["lock"]),
        (["-q", "hike", "--color", "never", "l"], ["list"]), (["nonsense", ""], []), (["--", "lo"], ["lock"]),
    ])
    func `commands are completed`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test(arguments: [
        (["edit", "--s"], ["--season", "--store"]), (["--q"], ["--quiet"]), (["hike", "list", "--l"], ["--limit"]),
        (["hike", "import", "--re"], ["--replace"]), (["hike", "--re"], []), (["lock", "--season"], []),
        (["hike", "import", "x", "--f"], ["--format"]), (["copy", "--", "--s"], []),
        (["lock", ""], ["--color", "--help", "--json", "--quiet", "--store", "--version", "-h", "-q"]),
    ])
    func `options are completed where they are accepted`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test(arguments: [
        (["edit", "--season", ""], ["spring", "winter"]), (["edit", "--season", "=", "w"], ["winter"]),
        (["edit", "--season", "="], ["spring", "winter"]), (["--color", "al"], ["always"]),
        (["hike", "list", "--color", "a"], ["always", "auto"]), (["hike", "import", "--format", ""], ["csv", "gpx"]),
        (["hike", "export", "100"], ["1001", "1002"]), (["hike", "export", "1001", ""], ["1001", "1002"]),
        (["badge", "show", "F"], ["First\\ Hike"]), (["badge", "show", "First\\ H"], ["First\\ Hike"]),
        (["badge", "show", "\"First H"], ["First Hike"]), (["badge", "show", "i"], ["it\\'s"]),
        (["edit", "--goal-date", ""], []), (["history", "-n", ""], []), (["badge", "show", "First\\ Hike", "x"], []),
    ])
    func `listed values are completed`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test(arguments: [
        (["unlock", "--code", "digits", ":", "4"], ["4", "4+letter"]),
        (["unlock", "--code", "=", "digits", ":", "4+"], ["4+letter"]),
        (["unlock", "--code", "digits", ":"], ["4", "4+letter"]),
    ])
    func `a value with a colon replaces only what readline replaces`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }

    @Test func `words that readline does not split are completed whole`() throws {
        #expect(try replies(["edit", "--season=w"], breaks: " ") == ["--season=winter"])
        #expect(try replies(["unlock", "--code=digits:4+"], breaks: " =") == ["digits:4+letter"])
    }

    @Test(arguments: [
        (["hike", "import", "al"], ["alpha.gpx", "alpine hut.gpx"]), (["hike", "import", "x", "b"], ["beta.gpx"]),
        (["copy", "b"], ["beta.gpx"]), (["copy", "x", "b"], []), (["--store", "b"], ["beta.gpx"]),
        (["--store", "=", "b"], ["beta.gpx"]), (["lock", "--store", "b"], ["beta.gpx"]),
    ])
    func `files are completed`(words: [String], expected: [String]) throws {
        #expect(try replies(words) == expected)
    }
}
