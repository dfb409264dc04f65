import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The gate on the command line` {
    @Test func `asks for the current code in passcode change even in a session, and then ends every session`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("passcode", "change", "--no-input").exitCode == 10)
        #expect(try home.run("passcode", "change", "--passcode-stdin", input: "111112\n820461\n").exitCode == 11)
        #expect(try home.json("status").failures == 1)
        #expect(try home.run("passcode", "change", "--passcode-stdin", input: "739158\n820461\n").exitCode == 0)
        #expect(try home.run("show", "--no-input").exitCode == 10)
        #expect(try home.unlock().exitCode == 11)
        #expect(try home.unlock("820461").exitCode == 0)
    }

    @Test func `refuses the current code as the new one, which only its owner learns`() throws {
        let home = try Home.withStore()
        let refused = try home.run("passcode", "change", "--passcode-stdin", input: "739158\n739158\n")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("is already the current one"))
        #expect(try home.run("passcode", "change", "--passcode-stdin", input: "820461\n820461\n").exitCode == 11)
    }

    @Test func `refuses popular codes with the reason`() throws {
        let home = try Home.withStore()
        let refused = try home.run("passcode", "change", "--passcode-stdin", input: "739158\n123456\n")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("counts up or down"))
        #expect(try home.unlock().exitCode == 0)
        let empty = try Home()
        #expect(try empty.run("init", "--passcode-stdin", input: "121212\n").exitCode == 15)
        #expect(try empty.run("status").exitCode == 13)
    }

    @Test(arguments: ["123456\n", "739\n", ""])
    func `counts and reports a wrong current code before checking the new one`(new: String) throws {
        let home = try Home.withStore()
        func change(_ current: String) throws -> Int32? {
            try home.run("passcode", "change", "--passcode-stdin", input: "\(current)\n\(new)").exitCode
        }
        #expect(try change("111112") == 11)
        #expect(try home.json("status").failures == 1)
        #expect(try change(Home.passcode) == (new.isEmpty ? 10 : 15))
        #expect(try home.json("status").failures == 0)
        for _ in 1...5 { _ = try home.unlock("111112") }
        #expect(try change(Home.passcode) == 12)
    }

    @Test func `changes a password by its stage`() throws {
        let home = try Home()
        _ = try home.run(
            "init", "--passcode-stdin", "--kdf", "interactive", "--password", "--code", "digits:4",
            input: "correct horse\n7391\n")
        let changed = try home.run(
            "passcode", "change", "--stage", "password", "--passcode-stdin",
            input: "correct horse\n7391\nbetter horse\n")
        #expect(changed.exitCode == 0)
        #expect(try home.run("show", "--passcode-stdin", input: "better horse\n7391\n").exitCode == 0)
        #expect(try home.run("show", "--passcode-stdin", input: "correct horse\n7391\n").exitCode == 11)
        let one = try Home.withStore()
        #expect(
            try one.run("passcode", "change", "--stage", "password", "--passcode-stdin", input: "739158\n").exitCode
                == 15)
    }

    @Test func `retires the old recovery code with recovery new`() throws {
        let (home, code) = try `A store that was copied elsewhere`.populated()
        let made = try home.run("recovery", "new", "--passcode-stdin", input: "739158\n")
        #expect(made.exitCode == 0)
        let new = String(made.output.dropLast())
        #expect(new.count == 34 && new != code)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(code)\n820461\n").exitCode == 11)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(new)\n820461\n").exitCode == 0)
        #expect(try home.run("hike", "list", "--passcode-stdin", "--json", input: "820461\n").exitCode == 0)
    }

    @Test func `adds accounts by name, lists them, and removes them with their own secrets`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("account", "add", "--passcode-stdin", input: "820461\n").exitCode == 14)
        let added = try home.run(
            "account", "add", "--account", "kim", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        #expect(added.exitCode == 0)
        #expect(try home.json("account", "list").accounts == ["kim", "main"])
        #expect(try home.run("account", "list").output == "kim\nmain\n")
        #expect(try home.run("account", "remove", "kim", "--passcode-stdin", input: "820461\n").exitCode == 64)
        #expect(try home.run("account", "remove", "kim", "--yes", "--passcode-stdin", input: "739158\n").exitCode == 11)
        let removed = try home.run("account", "remove", "kim", "--yes", "--passcode-stdin", input: "820461\n")
        #expect(removed.exitCode == 0 && removed.errors.hasPrefix("This removes 'kim' from "))
        #expect(try home.json("account", "list").accounts == ["main"])
        #expect(try home.run("account", "remove", "kim", "--yes", "--passcode-stdin", input: "820461\n").exitCode == 13)
        #expect(try home.run("show", "--no-input").exitCode == 0)
    }

    @Test func `ends every account's session with lock --all`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run(
            "account", "add", "--account", "kim", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        _ = try home.run("unlock", "--account", "kim", "--passcode-stdin", input: "820461\n")
        #expect(try home.json("status", "--account", "main").state == "unlocked")
        #expect(try home.json("status", "--account", "kim").state == "unlocked")
        #expect(try home.run("lock", "--all").exitCode == 0)
        #expect(try home.json("status", "--account", "main").state == "locked")
        #expect(try home.json("status", "--account", "kim").state == "locked")
    }

    @Test func `reports an unknown account with a specific message`() throws {
        let home = try Home.withStore()
        let refused = try home.run("unlock", "--account", "nobody", "--passcode-stdin", input: "739158\n")
        #expect(refused.exitCode == 13)
        #expect(refused.errors.contains("the store has no account"))
    }

    @Test func `keeps the store and the account in the advice of status, within the page's width`() throws {
        let home = try Home.withStore()
        try FileManager.default.removeItem(atPath: try home.stateFolder)
        let status = try home.run("status", "--account", "main", "--store", home.storeName)
        #expect(
            status.output.contains("profile --store \(home.quotedStore) --account main recover"),
            "\(status.output)")
        let narrow = try home.program.run("status", environment: ["COLUMNS": "40"])
        #expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 40 }, "\(narrow.output)")
    }

    @Test func `names the account in the advice of status when there are several`() throws {
        let home = try Home.withStore()
        let added = try home.run(
            "account", "add", "--account", "kim", "--kdf", "interactive", "--passcode-stdin", input: "820461\n")
        #expect(added.exitCode == 0, "\(added)")
        try FileManager.default.removeItem(atPath: try home.stateFolder)
        let status = try home.run("status")
        #expect(status.output.contains("profile --account main recover"), "\(status)")
        #expect(!status.output.contains("--account kim"), "\(status)")
    }

    @Test func `says in backup how its file is restored`() throws {
        let home = try Home.withStore(unlocked: true)
        let made = try home.run("backup", "my copy", "--account", "main")
        #expect(made.errors.contains("profile --account main restore 'my copy'"))
    }

    @Test func `lets unlock set limits, within bounds`() throws {
        let home = try Home.withStore()
        let unlocked = try home.run("unlock", "--for", "8h", "--idle", "1h", "--passcode-stdin", input: "739158\n")
        #expect(unlocked.exitCode == 0)
        #expect(unlocked.errors.contains("8 h"))
        for arguments in [["--for", "25h"], ["--for", "2"], ["--idle", "0s"], ["--for", "-1h"]] {
            let refused = try home.program.run(
                arguments: ["unlock", "--passcode-stdin"] + arguments, input: "739158\n")
            #expect(refused.exitCode == 15)
        }
    }
}
