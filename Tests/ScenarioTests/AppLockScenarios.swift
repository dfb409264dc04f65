import TestSupport
import Testing

@Suite struct `The app's lock screen` {
    @Test func `opens with the last digit, and shares its session`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("○  ○  ○  ○  ○  ○")
        try terminal.send("73915")
        try terminal.see("●  ●  ●  ●  ●  ○")
        try terminal.send("8")
        try terminal.see("q quit")
        #expect(try home.json("status").state == "unlocked")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(!terminal.transcript.contains("739158"))
        // On leaving, a message says what stays open and what ends it.
        try #require(terminal.transcript.contains("The session stays open for"))
        let again = try home.app()
        try again.see("q quit")
        try again.send("\u{C}")
        try again.see("Enter Passcode")
        try again.press(.escape)
        #expect(try again.expectExit().exitCode == 130)
        #expect(!again.transcript.contains("stays open"))
    }

    @Test func `reports the attempts left after a wrong code, rings the bell, and continues`() throws {
        let home = try Home.withStore()
        let terminal = try home.app(moving: true)
        try terminal.see("Enter Passcode")
        try terminal.send("111112")
        try terminal.see("4 more attempts before a wait", "The passcode does not match.")
        try terminal.see("the bell") { $0.bells == 1 }
        try terminal.see("the circles at rest and empty") {
            $0.lines.contains("                                ○  ○  ○  ○  ○  ○")
        }
        try terminal.send("739158")
        try terminal.seePassing("the opened lock") { $0.text.contains("Unlocked") }
        try terminal.see("q quit")
        #expect(try home.json("status").failures == 0)
    }

    @Test func `shakes the circles after a wrong code`() throws {
        let home = try Home.withStore()
        let terminal = try home.app(moving: true)
        let rest = try terminal.see("○  ○  ○  ○  ○  ○").lines.first { $0.contains("○") }
        try terminal.send("111112")
        try terminal.seePassing("the circles beside their place") { picture in
            picture.lines.contains { $0.contains("○  ○  ○  ○  ○  ○") && $0 != rest }
        }
    }

    @Test func `exits with 130 on Cancel, once Delete has removed what was typed`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Cancel")
        try terminal.send("73")
        try terminal.see("Delete")
        try terminal.press(.backspace)
        try terminal.press(.backspace)
        try terminal.see("○  ○  ○  ○  ○  ○")
        try terminal.press(.escape)
        #expect(try terminal.expectExit().exitCode == 130)
        #expect(try home.json("status").failures == 0)
    }

    @Test func `clears the circles on Escape, and is left only by another`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send("739")
        try terminal.see("●  ●  ●  ○  ○  ○", "Esc clear")
        try terminal.press(.escape)
        try terminal.see("○  ○  ○  ○  ○  ○", "Esc cancel")
        try terminal.unlockApp()
    }

    @Test func `takes a pasted recovery code for what it is, and tries nothing of it`() throws {
        let home = try Home()
        let code = try home.makeStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send("\u{1B}[200~\(code)\n\u{1B}[201~")
        try terminal.see("🔑  Recovery code", "••••-\(code.suffix(4))")
        try terminal.press(.enter)
        try terminal.see("New passcode")
        #expect(try home.json("status").failures == 0)
    }

    @Test(.aboutFiles)
    func `says at once that no code can be tried after a restore elsewhere, and leads to the recovery`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("backup", "b").exitCode == 0)
        let elsewhere = try Home()
        #expect(try elsewhere.run("restore", home.path(of: "b")).exitCode == 0)
        let terminal = try elsewhere.app()
        try terminal.see("This machine's device secret for the account is missing.", "Use your recovery code: ^F.")
        try terminal.send("\u{6}")
        try terminal.see("🔑  Recovery code")
    }

    @Test func `shows the lockout, and tries nothing until it ends`() throws {
        let home = try Home.withStore()
        for _ in 1...5 { _ = try home.unlock("111112") }
        let terminal = try home.app()
        try terminal.see("Try again in")
        try terminal.send("739158")
        try terminal.press(.escape)
        #expect(try terminal.expectExit().exitCode == 130)
        #expect(try home.json("status").failures == 5)
    }

    @Test func `learns of a lockout that attempts elsewhere have caused, and of its end by a recovery`() throws {
        let home = try Home()
        let code = try home.makeStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send("73")
        try terminal.see("●  ●  ○  ○  ○  ○")
        for _ in 1...5 { #expect(try home.unlock("111112").exitCode != 0) }
        try terminal.see("Try again in", "○  ○  ○  ○  ○  ○")
        let recovered = try home.run("recover", "--passcode-stdin", input: "\(code)\n820461\n")
        #expect(recovered.exitCode == 0)
        try terminal.see("○  ○  ○  ○  ○  ○", without: "Try again in")
        try terminal.send("820461")
        try terminal.see("q quit")
    }

    @Test func `accepts digits from the mouse`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        let picture = try terminal.see("the keypad, and the mouse asked for") {
            $0.text.contains("7           8           9") && $0.modes.isSuperset(of: [1000, 1006])
        }
        let row = try #require(picture.lines.firstIndex { $0.contains("7           8           9") })
        let column = try #require(picture.lines[row].firstIndex(of: "7")).utf16Offset(in: picture.lines[row])
        // A press and a release, as xterm sends them in its mode 1006.
        try terminal.send("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
        try terminal.see("●  ○  ○  ○  ○  ○")
        try terminal.send("39158")
        try terminal.see("q quit")
    }

    @Test func `shows the emergency card`() throws {
        let home = try Home.withStore()
        _ = try home.run(
            "emergency", "--set", "Allergic to penicillin", "--passcode-stdin", input: "739158\n")
        let terminal = try home.app()
        try terminal.see("Emergency")
        try terminal.send("\u{5}")
        try terminal.see("Allergic to penicillin")
        try terminal.press(.escape)
        try terminal.unlockApp()
    }

    @Test func `leads through the recovery code to a new passcode`() throws {
        let home = try Home()
        let old = try home.makeStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send("111112")
        try terminal.see("Forgot")
        try terminal.send("\u{6}")
        try terminal.see("the field for the code") { $0.text.contains("🔑  Recovery code") }
        try terminal.send(old)
        try terminal.press(.enter)
        try terminal.see("New passcode")
        try terminal.send("820461")
        try terminal.see("Repeat the new passcode")
        try terminal.send("820461")
        let revealed = try terminal.see("the new code whole") {
            $0.text.contains("I have written it down") && $0.text.contains(/(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/)
        }
        let code = try #require(revealed.text.firstMatch(of: /(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/)?.0)
        // Nobody waits for the person who notes it, and the old passcode is in effect until then.
        #expect(try home.unlock("820461").exitCode == 11)
        #expect(try home.unlock().exitCode == 0)
        #expect(try home.run("lock").exitCode == 0)
        try terminal.proveCode(String(code))
        try terminal.see("Unlock with the new passcode.", timeout: .seconds(30))
        try terminal.press(.enter)
        try terminal.see("Enter Passcode")
        try terminal.send("820461")
        try terminal.see("q quit")
        #expect(code != old)
    }
}
