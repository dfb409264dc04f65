import CommandParsing
import Testing

@Suite(.enabled(if: ShellRun.isInstalled(.fish), "needs fish"))
struct FishCompletionTests {
    private func replies(_ line: String) throws -> [String] {
        let outcome = try ShellRun.run(
            .fish, ["--no-config", "-c", "source ./_trail; complete -C $argv[1]", "trail \(line)"])
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        return lines.compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted()
    }

    @Test func `the script has no syntax errors`() throws {
        #expect(try ShellRun.run(.fish, ["--no-execute", "_trail"]).status == 0)
    }

    @Test(arguments: [
        ("", ["badge", "copy", "edit", "hike", "history", "lock", "undo", "unlock"]),
        ("hike ", ["export", "import", "list"]), ("--store x lo", ["lock"]), ("-q hike im", ["import"]),
        ("edit --s", ["--season", "--store"]), ("hike import --re", ["--replace"]), ("lock --sea", []),
        ("edit --season ", ["spring", "winter"]), ("edit --season=w", ["--season=winter"]),
        ("hike list --color al", ["always"]), ("hike export 1001 1001 ", ["1001", "1002"]),
        ("badge show F", ["First Hike"]), ("badge show i", ["it's"]), ("lock ", []), ("copy b", ["beta.gpx"]),
        ("copy x b", []), ("hike import x b", ["beta.gpx"]), ("lock --store be", ["beta.gpx"]),
    ])
    func `what is accepted is completed`(line: String, expected: [String]) throws {
        #expect(try replies(line) == expected)
    }
}
