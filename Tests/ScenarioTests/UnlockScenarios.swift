import TestSupport
import Testing

@Suite struct `From init to a session` {
    @Test func `prints only the recovery code on init, once`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "739158\n")
        #expect(made.exitCode == 0)
        let code = try #require(made.output.wholeMatch(of: /((?:[0-9A-Z]{4}-){6}[0-9A-Z]{4})\n/)?.1)
        #expect(!made.errors.contains(code))
        let again = try home.run("init", "--passcode-stdin", input: "739158\n")
        #expect(again.exitCode == 14)
        #expect(again.output == "")
    }

    @Test func `names the account and the code in init --json`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", "--json", input: "739158\n")
        let answer = try JSONValue(made.output)
        #expect(answer.schema == 1)
        #expect(answer.account == "main")
        guard case .string(let code) = answer.recoveryCode else { return #expect(Bool(false), "\(answer)") }
        #expect(code.count == 34)
        #expect(made.errors == "")
    }

    @Test func `opens no session on init, opens one on unlock, and ends it on lock`() throws {
        let home = try Home.withStore()
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("show", "--no-input").exitCode == 0)
        #expect(try home.run("lock").exitCode == 0)
        let locked = try home.run("show", "--no-input")
        #expect(locked.exitCode == 10)
        #expect(locked.output == "")
        #expect(!locked.errors.contains("g_kumar"))
    }

    @Test func `keeps a session in the kernel's keyring as well, or reports its refusal`() throws {
        let home = try Home.withStore(session: "keyring")
        let unlocked = try home.unlock()
        if unlocked.exitCode == 21 { return #expect(unlocked.errors.contains("kernel")) }
        #expect(unlocked.exitCode == 0)
        #expect(try home.json("status").session == "keyring")
        #expect(try home.run("show", "--no-input").exitCode == 0)
        #expect(try home.run("lock").exitCode == 0)
        #expect(try home.run("show", "--no-input").exitCode == 10)
    }

    @Test func `keeps no session with PROFILE_SESSION=none, and says why`() throws {
        let home = try Home.withStore(session: "none")
        let unlocked = try home.unlock()
        #expect(unlocked.exitCode == 21)
        #expect(unlocked.errors.contains("unset PROFILE_SESSION"))
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.run("show", "--passcode-stdin", input: "739158\n").exitCode == 0)
    }

    @Test func `uses secrets given with a command only for that command`() throws {
        let home = try Home.withStore()
        #expect(try home.run("show", "--passcode-stdin", input: "739158\n").output.hasPrefix("g_kumar\n"))
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.run("show", "--passcode-fd", "5", descriptors: [5: "739158\n"]).exitCode == 0)
        let file = try home.write("739158\n", to: "code")
        #expect(try home.run("show", "--passcode-file", file).exitCode == 0)
        #expect(try home.run("show", "--passcode-file", "\(file).none").exitCode == 21)
    }

    @Test func `checks the given secrets even when a session is live`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("show", "--passcode-stdin", input: "111112\n").exitCode == 11)
        #expect(try home.json("status").failures == 1)
    }

    @Test func `reports the state with status without unlocking`() throws {
        let home = try Home.withStore()
        let locked = try home.json("status")
        #expect(locked.state == "locked")
        #expect(locked.unlockedUntil == .null)
        #expect(locked.session == "none")
        #expect(locked.failures == 0)
        #expect(locked.retryAfter == 0)
        #expect(locked.draft == false)
        _ = try home.unlock()
        let unlocked = try home.json("status")
        #expect(unlocked.state == "unlocked")
        #expect(unlocked.session == "file")
        guard case .string(let until) = unlocked.unlockedUntil else { return #expect(Bool(false), "\(unlocked)") }
        #expect(until.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/))
    }

    @Test func `answers status --check with only an exit code`() throws {
        let nowhere = try Home()
        let empty = try nowhere.run("status", "--check")
        #expect(empty.exitCode == 13)
        #expect(empty.output + empty.errors == "")
        let home = try Home.withStore()
        #expect(try home.run("status", "--check").exitCode == 10)
        _ = try home.unlock()
        #expect(try home.run("status", "--check").exitCode == 0)
    }

    @Test func `asks for the secrets of two stages in stage order`() throws {
        let home = try Home()
        let made = try home.run(
            "init", "--passcode-stdin", "--kdf", "interactive", "--password", "--code", "digits:4+letter",
            input: "correct horse\n7391k\n")
        #expect(made.exitCode == 0)
        #expect(try home.run("show", "--passcode-stdin", input: "correct horse\n7391K\n").exitCode == 0)
        let password = try home.run("show", "--passcode-stdin", input: "wrong horse\n7391k\n")
        #expect(password.exitCode == 11)
        #expect(password.errors.contains("the password does not match"))
        let code = try home.run("show", "--passcode-stdin", input: "correct horse\n7391j\n")
        #expect(code.exitCode == 11)
        #expect(code.errors.contains("the code does not match"))
    }
}
