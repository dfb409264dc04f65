import TestSupport
import Testing

@Suite struct `status --line` {
    private func line(_ home: Home) throws -> String {
        let finished = try home.run("status", "--line")
        #expect(finished.exitCode == 0 && finished.errors == "", "\(finished)")
        return finished.output
    }

    @Test func `says until when a store is unlocked, and that a draft is waiting`() throws {
        let home = try Home.withStore()
        #expect(try line(home) == "locked\n")
        #expect(try home.unlock().exitCode == 0)
        #expect(try line(home).wholeMatch(of: /unlocked until \d\d:\d\d( tomorrow)?\n/) != nil)
        #expect(try home.run("edit", "--no-commit", "--season", "spring").exitCode == 0)
        #expect(try line(home).wholeMatch(of: /unlocked until \d\d:\d\d( tomorrow)?, draft\n/) != nil)
        #expect(try home.run("lock").exitCode == 0)
        #expect(try line(home) == "locked, draft\n")
        #expect(try home.json("status", "--line").state == "locked")
    }

    @Test func `says the day if a session ends on another`() throws {
        let home = try Home.withStore()
        let opened = try home.run("unlock", "--for", "24h", "--idle", "24h", "--passcode-stdin", input: "739158\n")
        #expect(opened.exitCode == 0)
        #expect(try line(home).wholeMatch(of: /unlocked until \d\d:\d\d tomorrow\n/) != nil)
    }

    @Test func `says how long the next attempt has to wait`() throws {
        let home = try Home.withStore()
        for _ in 0..<5 { _ = try home.unlock("111222") }
        #expect(try line(home).wholeMatch(of: /locked, wait \d+ (s|min)\n/) != nil)
        let open = try Home.withStore(unlocked: true)
        for _ in 0..<5 { _ = try open.unlock("111222") }
        #expect(try line(open).wholeMatch(of: /unlocked until \d\d:\d\d( tomorrow)?, wait \d+ (s|min)\n/) != nil)
    }

    @Test func `counts the accounts of a store with several`() throws {
        let home = try Home.withStore(unlocked: true)
        let added = try home.run(
            "account", "add", "--account", "kim", "--kdf", "interactive", "--passcode-stdin", input: "846205\n")
        #expect(added.exitCode == 0)
        #expect(try line(home) == "1 of 2 unlocked\n")
        #expect(try home.run("status", "--line", "--account", "kim").output == "locked\n")
    }

    @Test func `says that there is no store, and exits with 13`() throws {
        let home = try Home()
        let none = try home.run("status", "--line")
        #expect(none.exitCode == 13 && none.output == "no store\n" && none.errors == "")
        #expect(try home.run("status", "--line", "--check").exitCode == 64)
    }
}
