import TestSupport
import Testing

/// A recovery code that nobody could read must not take effect.
@Suite struct `A recovery code that cannot be shown` {
    private func run(_ command: String, in home: Home) throws -> Finished {
        let shell = Program(path: "/bin/sh", environment: home.program.environment)
        return try shell.run("-c", command.replacing("profile", with: home.program.path, maxReplacements: 1))
    }

    @Test(arguments: ["> /dev/full", ">&-", "| true"]) func `leaves no account behind`(output: String) throws {
        let home = try Home()
        let made = try run(
            "profile init --passcode-fd 3 --kdf interactive 3<<X \(output)\n739158\nX", in: home)
        if output != "| true" {
            #expect(made.exitCode == 21)
            #expect(made.errors.contains("No account was created.") && !made.errors.contains("Nothing was changed"))
        }
        if try home.run("account", "list").output == "" { return }
        // A pipe may take the code before its reader is gone, which the program can't detect.
        #expect(output == "| true")
    }

    /// A connection that got the number of a closed output would carry it to the server.
    @Test func `is not sent to a server instead`() throws {
        let store = try StorePlace.newStoreOnServer("closed")
        let home = try Home(environment: ["PROFILE_STORE": store])
        let made = try run("profile init --passcode-fd 3 --kdf interactive 3<<X >&-\n739158\nX", in: home)
        #expect(made.exitCode == 21 && made.errors.contains("No account was created."), "\(made)")
        #expect(try home.run("account", "list").output == "")
    }

    @Test(arguments: ["recovery new", "recover"]) func `keeps the old one`(command: String) throws {
        let (home, code) = try `A store that was copied elsewhere`.populated()
        let secrets = try home.write(command == "recover" ? "\(code)\n820461\n" : "739158\n", to: "secrets")
        let refused = try run("profile \(command) --passcode-file \(secrets) > /dev/full", in: home)
        #expect(refused.exitCode == 21)
        #expect(refused.errors.contains("Nothing was changed"))
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(code)\n640275\n").exitCode == 0)
    }
}

/// Plain lines show a new recovery code before anything is changed, so that it can be noted first.
@Suite struct `A recovery code that was shown on plain lines and never came to stand` {
    /// The recovery code that is printed after a new passcode was typed, and the group of it that is asked for.
    private func shown(on terminal: Terminal, settingUp passcode: String) throws -> (code: String, group: String) {
        for question in ["New passcode", "The same again"] {
            try terminal.expect(question)
            try terminal.send("\(passcode)\n")
        }
        try terminal.expect(" of 7 of the code: ", timeout: .seconds(30))
        let code = try #require(terminal.transcript.matches(of: /(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/).last?.0)
        let place = try #require(terminal.transcript.matches(of: /group (\d) of 7/).last?.1)
        return (String(code), String(code.split(separator: "-")[(Int(place) ?? 1) - 1]))
    }

    private func expectVoid(_ terminal: Terminal, exitCode: Int32) throws {
        let ended = try terminal.expectExit()
        #expect(ended.exitCode == exitCode, "\(ended)")
        #expect(ended.output.contains(/recovery\s+code\s+that\s+was\s+just\s+shown\s+is\s+void/), "\(ended)")
    }

    @Test(arguments: [true, false]) func `is said to be void after a recovery that failed`(isInterrupted: Bool) throws {
        let home = try Home()
        let code = try home.makeStore()
        let terminal = try home.program.onTerminal("--plain")
        try terminal.expect("Passcode: ")
        try terminal.send("111112\n")
        try terminal.expect("Passcode (or 'recover'): ")
        try terminal.send("recover\n")
        try terminal.expect("Recovery code: ")
        try terminal.send("\(code)\n")
        let new = try shown(on: terminal, settingUp: "820461")
        if isInterrupted {
            try terminal.press(.controlC)
        } else {
            // The code that was typed is no longer the account's.
            #expect(try home.run("recovery", "new", "--passcode-stdin", input: "739158\n").exitCode == 0)
            try terminal.send("\(new.group)\n")
        }
        try expectVoid(terminal, exitCode: isInterrupted ? 130 : 11)
        #expect(try home.run("show", "--passcode-stdin", input: "739158\n").exitCode == 0)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(new.code)\n640275\n").exitCode == 11)
    }

    @Test(arguments: [true, false]) func `is said to be void after a first run that failed`(isInterrupted: Bool) throws
    {
        let home = try Home()
        let terminal = try home.program.onTerminal("--plain")
        try terminal.expect("Your name [")
        try terminal.send("Ada\n")
        let new = try shown(on: terminal, settingUp: "739158")
        if isInterrupted {
            try terminal.press(.controlC)
        } else {
            // Another process creates the account first.
            let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
            #expect(made.exitCode == 0)
            try terminal.send("\(new.group)\n")
        }
        try expectVoid(terminal, exitCode: isInterrupted ? 130 : 14)
        #expect(try home.run("status").exitCode == (isInterrupted ? 13 : 0))
    }
}
