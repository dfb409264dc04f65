import TestSupport
import Testing

@Suite struct `The app, once unlocked,` {
    private func openMenu(_ terminal: Terminal) throws {
        try terminal.see("q quit")
        try terminal.send("c")
        try terminal.see("Emergency card", "New recovery code")
    }

    @Test func `opens when someone unlocks elsewhere, and again after a lock elsewhere`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try #require(try home.unlock().exitCode == 0)
        try terminal.see("q quit")
        _ = try home.run("lock")
        try terminal.see("Enter Passcode", "ended elsewhere", without: "q quit")
        try #require(try home.unlock().exitCode == 0)
        try terminal.see("q quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.json("status").state == "unlocked")
    }

    @Test func `says how long the session lasts, and sets the emergency card`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try openMenu(terminal)
        try terminal.see("Open for", "or 15 min without use.")
        try terminal.press(.down)
        try terminal.press(.enter)
        try terminal.see("Anyone at this machine can read it")
        try terminal.send("Call Ravi\rAllergic to nuts\u{13}")
        // The message doesn't stay on the screen for long.
        try terminal.expect("The card was saved")
        #expect(try home.run("emergency").output == "Call Ravi\nAllergic to nuts\n")
    }

    @Test func `changes the passcode, and stays open`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try openMenu(terminal)
        try terminal.send("jj\r")
        try terminal.see("Current passcode")
        try terminal.send("739158")
        try terminal.see("New passcode")
        try terminal.send("820461")
        try terminal.see("Repeat the new passcode")
        try terminal.send("820461")
        try terminal.see("The passcode was changed", "Open for", "Change the passcode", timeout: .seconds(30))
        #expect(!terminal.picture.text.contains("Enter Passcode"))
        try terminal.send("q")
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2\u{13}")
        try terminal.see("Published as revision 2")
        #expect(try home.unlock().exitCode == 11)
        #expect(try home.unlock("820461").exitCode == 0)
    }

    @Test func `locks every other program when it changes the passcode`() throws {
        let home = try Home.withStore(unlocked: true)
        let watch = try home.program.start("watch")
        #expect(try watch.nextLine() == "g_kumar")
        let terminal = try home.app()
        try openMenu(terminal)
        try terminal.send("jj\r")
        for question in ["Current passcode", "New passcode", "Repeat the new passcode"] {
            try terminal.see(question)
            try terminal.send(question.hasPrefix("Current") ? "739158" : "820461")
        }
        try terminal.see("The passcode was changed", timeout: .seconds(30))
        #expect(try watch.wait().exitCode == 10)
        #expect(try home.json("status").state == "unlocked")
    }

    @Test func `makes a new recovery code, which recovers the account`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try openMenu(terminal)
        try terminal.send("jjj\r")
        try terminal.see("Current passcode")
        try terminal.send("739158")
        let code = try terminal.seeCode()
        // Nobody waits for the person who notes it.
        #expect(try home.run("edit", "--username", "meanwhile").exitCode == 0)
        #expect(try home.unlock().exitCode == 0)
        try terminal.proveCode(code)
        try terminal.see("The recovery code was changed", "Open for", timeout: .seconds(30))
        try terminal.press(.controlC)
        _ = try terminal.expectExit()
        #expect(try home.run("recover", "--passcode-stdin", input: "\(code)\n820461\n").exitCode == 0)
    }

    @Test(arguments: ["xterm-256color", "linux", "vt100"])
    func `says of a recovery code that it is void if the app ends while it is shown, and hides it`(term: String) throws
    {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app(environment: ["TERM": term])
        try openMenu(terminal)
        try terminal.send("jjj\r")
        try terminal.see("Current passcode")
        try terminal.send("739158")
        let code = try terminal.seeCode()
        try terminal.press(.controlC)
        #expect(try terminal.expectExit().exitCode == 130)
        let left = terminal.picture.text.replacing("\n", with: " ")
        #expect(left.contains("Nothing was changed. The recovery code that was just shown is void: throw it away."))
        #expect(!left.contains(code))
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("recover", "--passcode-stdin", input: "\(code)\n820461\n").exitCode == 11)
    }

    @Test func `switches to another account, and back through the session that is still live`() throws {
        let home = try Home.withStore()
        _ = try home.run("init", "--account", "second", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        let terminal = try home.app("--account", "main")
        try terminal.unlockApp()
        try openMenu(terminal)
        try terminal.see("Switch account")
        try terminal.send("G\r")
        try terminal.see("Whose profile?")
        try terminal.send("s\r")
        try terminal.see("Enter Passcode · second")
        try terminal.press(.escape)
        try terminal.see("Whose profile?")
        try terminal.send("m\r")
        try terminal.see("Switch account", without: "Whose profile?")
    }

    @Test func `asks for account and passcode on plain lines, and offers recovery after a wrong one`() throws {
        let home = try Home.withStore()
        _ = try home.run("init", "--account", "second", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        let terminal = try home.program.onTerminal("--plain")
        try terminal.expect("The accounts here: main, second")
        try terminal.send("third\n")
        try terminal.expect("There is no such account.")
        try terminal.send("second\n")
        try terminal.expect("Passcode of 'second': ")
        try terminal.send("111112\n")
        try terminal.expect("The passcode does not match. 4 more attempts before a wait.")
        try terminal.expect("Passcode of 'second' (or 'recover'): ")
        // What is typed here isn't shown.
        try terminal.send("860427\n")
        try terminal.expect("3 more attempts before a wait.")
        try terminal.expect("Passcode of 'second' (or 'recover'): ")
        try terminal.send("820461\n")
        try terminal.expect("Seasonal Photos")
        let ended = try terminal.expectExit()
        #expect(ended.exitCode == 0)
        #expect(!ended.output.contains("860427"))
    }

    @Test func `recovers on plain lines, once part of the new recovery code was typed`() throws {
        let home = try Home()
        let made = try home.run("init", "--passcode-stdin", "--kdf", "interactive", input: "739158\n")
        let code = String(made.output.prefix { !$0.isWhitespace })
        let terminal = try home.program.onTerminal("--plain")
        try terminal.expect("Passcode: ")
        try terminal.send("111112\n")
        try terminal.expect("Passcode (or 'recover'): ")
        try terminal.send("recover\n")
        try terminal.expect("Recovery code: ")
        try terminal.send("0000-1111\n")
        try terminal.expect("must have 7 groups of 4 letters and digits")
        try terminal.expect("Recovery code: ")
        try terminal.send(code + "\n")
        for question in ["New passcode", "The same again"] {
            try terminal.expect(question)
            try terminal.send("820461\n")
        }
        try terminal.expect("Type group")
        #expect(try home.run("show", "--passcode-stdin", input: "739158\n").exitCode == 0, "nothing is changed yet")
        let (new, group) = try #require(Self.newCode(in: terminal.transcript))
        try terminal.send(new.split(separator: "-")[group - 1] + "\n")
        try terminal.expect("The account was recovered.")
        try terminal.expect("Passcode: ")
        try terminal.send("820461\n")
        try terminal.expect("Seasonal Photos")
        let ended = try terminal.expectExit()
        #expect(ended.exitCode == 0 && !ended.output.contains("profile unlock"))
    }

    /// The last recovery code that was printed, and the group of it that is asked for.
    private static func newCode(in transcript: String) -> (code: String, group: Int)? {
        let words = transcript.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let code = words.last(where: { $0.split(separator: "-").count == 7 }),
            let place = words.lastIndex(of: "group"), words.indices.contains(place + 1),
            let group = Int(words[place + 1])
        else { return nil }
        return (code, group)
    }

    @Test func `asks about each field of a conflict on plain lines`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("edit", "--season", "spring", "--no-commit")
        _ = try home.run("edit", "--season", "autumn")
        let terminal = try home.program.onTerminal("commit", "--plain")
        try terminal.expect("Take mine or theirs? ")
        try terminal.send("perhaps\n")
        try terminal.expect("Take mine or theirs? ")
        try terminal.send("mine\n")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.json("show").profile?.seasonalPhoto == "spring")
    }
}
