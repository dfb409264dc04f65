import TestSupport
import Testing

@Suite struct `The command line` {
    @Test(arguments: [
        ["frobnicate"], ["edit", "--colour", "red"], ["edit", "--season"], ["hike"], ["hike", "import"],
        ["show", "extra"], ["show", "--store", "a", "--workspace", "b"], ["hike", "show", "1", "2"],
        ["show", "--passcode-stdin", "--passcode-fd", "3"],
    ])
    func `exits with 64 and two lines on a usage error`(arguments: [String]) throws {
        let home = try Home()
        let refused = try home.program.run(arguments: arguments)
        #expect(refused.exitCode == 64)
        #expect(refused.output == "")
        #expect(refused.errors.split(separator: "\n").count == 2)
        #expect(refused.errors.hasPrefix("profile: "))
    }

    @Test func `suggests what was probably meant`() throws {
        let home = try Home()
        #expect(try home.run("unlok").errors.contains("unlock"))
        #expect(try home.run("edit", "--sesaon", "spring").errors.contains("--season"))
    }

    @Test(arguments: [
        (["ls"], "'profile account list', 'profile hike list' or 'profile place list'"),
        (["hike", "ls"], "'profile hike list'"), (["search"], "'profile hike list'"),
        (["rm"], "'profile account remove', 'profile hike remove' or 'profile place remove'"),
        (["hike", "rm"], "'profile hike remove'"),
        (["delete"], "'profile account remove', 'profile hike remove' or 'profile place remove'"),
        (["hike", "new"], "'profile hike add'"), (["place", "new"], "'profile place add'"),
        (["hike", "photo", "new"], "'profile hike photo add'"), (["passcode", "new"], "'profile recovery new'"),
        (["new"], "'profile account add', 'profile hike add' or 'profile place add'"),
        (["login"], "'profile unlock'"),
        (["logout"], "'profile lock'"), (["version"], "'profile --version'"), (["-V"], "'--version'"),
    ])
    func `suggests its own words for those of other programs`(words: [String], suggestion: String) throws {
        let home = try Home()
        let refused = try home.program.run(arguments: words)
        #expect(refused.exitCode == 64)
        #expect(refused.errors.split(separator: "\n").last == "Did you mean \(suggestion)?")
    }

    @Test func `reports errors as JSON on stderr under --json`() throws {
        let home = try Home()
        let refused = try home.run("show", "--json")
        #expect(refused.exitCode == 13)
        #expect(refused.output == "")
        let answer = try JSONValue(refused.errors)
        #expect(answer.schema == 1)
        #expect(answer.error?.name == "no-store")
        #expect(answer.error?.code == 13)
        #expect(answer.error?.hint != nil)
        #expect(try JSONValue(try home.run("--json", "frobnicate").errors).error?.code == 64)
    }

    @Test func `takes global options before and after the command`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("--json", "show").output == home.run("show", "--json").output)
    }

    @Test func `prints the help and exits with 64 without a command`() throws {
        let home = try Home()
        let bare = try home.run()
        #expect(bare.exitCode == 64)
        #expect(bare.output.contains("Usage: profile"))
        #expect(bare.errors.contains("Start with: profile init") == !StorePlace.isServer)
        let used = try Home.withStore().run()
        #expect(
            used.exitCode == 64
                && used.errors.hasSuffix("Name one, such as: profile show. On a terminal, profile alone is the app.\n"))
    }

    @Test(arguments: ["show", "hike import"]) func `has a page of help for a command`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let home = try Home()
        let page = try home.program.run(arguments: words + ["--help"])
        #expect(page.exitCode == 0)
        #expect(page.output.contains("Usage: profile \(command)"))
        #expect(page.output.contains("Examples:\n  profile "))
        #expect(try home.program.run(arguments: ["help"] + words).output == page.output)
    }

    @Test func `prints its exit codes and its version`() throws {
        let home = try Home()
        let codes = try home.run("help", "exit-codes")
        #expect(codes.output.contains(" 10  locked"))
        #expect(codes.output.contains("130  interrupted"))
        #expect(try home.run("--version").output.hasPrefix("profile "))
    }

    @Test func `applies the naming rules to workspaces`() throws {
        let home = try Home()
        let refused = try home.run("status", "--workspace", "Team A")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("'T'"))
        let made = try home.run(
            "init", "--workspace", "team-a", "--passcode-stdin", "--kdf", "interactive", input: "739158\n")
        #expect(made.exitCode == 0)
        #expect(exists(home.path(of: ".local/share/profile/workspaces/team-a.db")))
        #expect(try home.run("status", "--workspace", "team-a").exitCode == 0)
    }

    @Test func `asks for the account when there are several, of which status shows each`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("edit", "--season", "spring", "--no-commit")
        _ = try home.run("init", "--account", "second", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        let refused = try home.run("show")
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("main, second"))
        #expect(try home.run("status", "--check").exitCode == 64)
        let shown = try home.run("status")
        #expect(shown.exitCode == 0)
        #expect(shown.output.hasPrefix("main: unlocked until "))
        #expect(shown.output.hasSuffix("\n  A draft is waiting.\nsecond: locked\n"))
        let answer = try home.json("status")
        #expect(answer.schema == 1)
        #expect(answer.accounts?.elements.map(\.account) == ["main", "second"])
        #expect(answer.accounts?.elements.map(\.state) == ["unlocked", "locked"])
        #expect(try home.json("status", "--account", "second").account == "second")
        #expect(try home.run("status", "--account", "nobody").exitCode == 13)
    }

    @Test func `does not treat a reader that closes early as an error`() throws {
        let home = try Home.withStore(unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        let finished = try shell.run("-c", "\(home.program.path) help | true; echo done")
        #expect(finished.output == "done\n")
        #expect(finished.errors == "")
    }

    @Test func `reports an I/O error when output cannot be written`() throws {
        let home = try Home.withStore(unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        #expect(try shell.run("-c", "\(home.program.path) show > /dev/full").exitCode == 21)
    }
}
