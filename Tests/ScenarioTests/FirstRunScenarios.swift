import TestSupport
import Testing

@Suite struct `The first run` {
    /// Answers everything from the name to the recovery code.
    private func choose(_ terminal: Terminal, name: String = "Ada") throws -> String {
        try terminal.see("What is your name?", "There is no profile yet")
        // The login name is proposed; typing replaces it.
        try terminal.send("\(name)\r")
        try terminal.see("New passcode")
        try terminal.send("123456")
        try terminal.see("counts up or down: choose another one.", "New passcode")
        try terminal.send("739158")
        try terminal.see("Repeat the new passcode")
        try terminal.send("739158")
        return try terminal.seeCode()
    }

    @Test func `leads from the name through the keypad and the recovery code to the samples and the home`() throws {
        let home = try Home()
        let terminal = try home.app()
        let code = try choose(terminal)
        try terminal.proveCode(code)
        try terminal.see("Your profile is ready", timeout: .seconds(30))
        try terminal.press(.down)
        try terminal.press(.enter)
        try terminal.see("sample hikes added", "q quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(terminal.transcript.contains(/open for [^,]+, or 15 min without use\.\s+Lock it: profile lock/))
        let shown = try home.json("show", "--no-input")
        #expect(shown.profile?.username == "Ada")
        #expect(shown.totals?.hikes == 12)
        #expect(!terminal.transcript.contains("739158"))
        // The code that was shown recovers the account.
        let recovered = try home.run("recover", "--passcode-stdin", "--kdf", "moderate", input: "\(code)\n820461\n")
        #expect(recovered.exitCode == 0, "\(recovered)")
    }

    @Test func `imports recordings`() throws {
        let home = try Home()
        let terminal = try home.app()
        try terminal.proveCode(try choose(terminal))
        try terminal.see("Your profile is ready", timeout: .seconds(30))
        try terminal.press(.enter)
        try terminal.see("Import hikes")
        try terminal.send("\(recordings)/gpxpy-Mojstrovka.gpx\r\r")
        try terminal.see("imported,", timeout: .seconds(60))
        try terminal.press(.escape)
        try terminal.see("q quit")
    }

    @Test func `leaves no store behind when it ends before the recovery code is confirmed`() throws {
        let home = try Home()
        let early = try home.app()
        try early.see("What is your name?")
        try early.press(.escape)
        #expect(try early.expectExit().exitCode == 130)
        #expect(!exists(home.path(of: "test.profile")))
        let terminal = try home.app()
        let code = try choose(terminal)
        // Killed while the code is shown: no account exists yet, and the first run starts again.
        terminal.signal(9)
        _ = try terminal.expectExit()
        #expect(try home.run("status").exitCode == 13)
        let again = try home.app()
        let next = try choose(again)
        #expect(next != code)
        try again.proveCode(next)
        try again.see("Your profile is ready", timeout: .seconds(30))
    }

    @Test(arguments: [["--plain"], []])
    func `asks on plain lines when it can't draw screens`(arguments: [String]) throws {
        let home = try Home()
        let terminal = try home.program.onTerminal(
            arguments: arguments, environment: arguments.isEmpty ? ["TERM": "dumb"] : [:])
        try terminal.expect("Your name [")
        try terminal.send("Ada\n")
        try terminal.expect("New passcode (six digits): ")
        try terminal.send("111111\n")
        try terminal.expect("Try again.")
        try terminal.expect("New passcode (six digits): ")
        try terminal.send("739158\n")
        try terminal.expect("The same again: ")
        try terminal.send("739158\n")
        let told = try terminal.expect(" of 7 of the code: ", timeout: .seconds(30))
        let code = try #require(told.firstMatch(of: /(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/)?.0).split(separator: "-")
        try terminal.send("nope\n")
        let asked = try terminal.expect(" of 7 of the code: ")
        let group = try #require(asked.firstMatch(of: /group (\d) of 7/)?.1)
        try terminal.send("\(code[(Int(group) ?? 1) - 1])\n")
        try terminal.expect("or Enter for none): ", timeout: .seconds(30))
        try terminal.send("~/none.gpx\n")
        try terminal.expect("or Enter for none): ")
        #expect(!terminal.transcript.contains("~/none.gpx:"), "no shell expands what is typed here")
        try terminal.send("samples\n")
        try terminal.expect("Ada")
        try terminal.expect("12 hikes")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(!terminal.transcript.contains("\u{1B}[?"))
        #expect(!terminal.transcript.contains("739158"))
    }
}
