import TestSupport
import Testing

@Suite struct `The app's sign-in` {
    private static let password = "correct horse"
    private static let code = "7391K"

    /// A home with a workspace whose store has two stages.
    private func twoStages(_ arguments: String...) throws -> Home {
        let home = try Home()
        let made = try home.program.run(
            arguments: [
                "init", "--password", "--code", "digits:4+letter", "--kdf", "interactive", "--username", "g_kumar",
                "--passcode-stdin",
            ] + arguments, input: "\(Self.password)\n\(Self.code)\n")
        try #require(made.exitCode == 0, "\(made)")
        return home
    }

    private func signIn(_ terminal: Terminal, id: String? = nil) throws {
        try terminal.see("Password")
        // When the ID is already filled in, the password has the focus.
        if let id { try terminal.send(id + "\r") }
        try terminal.send(Self.password)
        try terminal.press(.enter)
        try terminal.see("Enter code")
    }

    @Test func `asks for ID and password, then for the second code on a sheet, and leads to the home`() throws {
        let home = try twoStages()
        defer { withExtendedLifetime(home) {} }
        let terminal = try home.app()
        try signIn(terminal)
        try terminal.send("7391")
        // The keypad shows letters for the last symbol.
        try terminal.see("letters on the keypad") { picture in
            "KLMNO".allSatisfy { letter in picture.text.contains(" \(letter) ") }
        }
        try terminal.send("k")
        try terminal.see("q quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(!terminal.transcript.contains(Self.password))
    }

    @Test func `shows the notice of the tutorial only in the demo`() throws {
        let home = try Home()
        let terminal = try home.app("demo")
        try terminal.see("q quit", timeout: .seconds(30))
        try terminal.send("\u{C}")
        try terminal.see("Enter Passcode")
        try terminal.send("739158")
        try terminal.see("Signed in")
        try terminal.send("\t\r")
        try terminal.see("This is an alert. Press OK.")
        try terminal.press(.enter)
        // The label, as in the tutorial.
        try terminal.see("OK was pressed", "Show the notice", without: "Signed in")
        try terminal.send("\t\r")
        try terminal.see("q quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test
    func `distinguishes an unknown ID, a wrong password and a wrong code, which alone is asked for again`() throws {
        let home = try twoStages()
        let terminal = try home.app()
        try terminal.see("Password")
        try terminal.send("\u{1B}[Zx\r")
        try terminal.send("\(Self.password)\r")
        try terminal.see("There is no such ID.")
        try terminal.press(.backspace)
        try terminal.press(.enter)
        try terminal.send("9\r")
        try terminal.see("The password does not match.")
        try terminal.send("\(Self.password)\r")
        try terminal.see("Enter code")
        try terminal.send("1111a")
        try terminal.see("The code does not match.")
        try terminal.send(Self.code)
        try terminal.see("2 attempts failed since the last unlock", "q quit")
    }

    @Test func `shuffles the second code's keypad each time it appears`() throws {
        let home = try twoStages()
        defer { withExtendedLifetime(home) {} }
        let terminal = try home.app()
        try signIn(terminal)
        var orders: Set<String> = []
        for _ in 1...4 {
            orders.insert(try terminal.seeKeys())
            try terminal.press(.escape)
            try terminal.see("the sheet gone") { !$0.text.contains("Enter code") }
            try terminal.send("\(Self.password)\r")
            try terminal.see("Enter code")
        }
        // Four equal orders happen by chance once in 10!³ runs.
        #expect(orders.count > 1)
    }

    @Test func `asks for the workspace when none is named, and applies the naming rules`() throws {
        let home = try twoStages("--workspace", "team-a")
        try makeWorkspace("club", in: home)
        let terminal = try home.app(environment: ["PROFILE_STORE": ""])
        try terminal.see("your-workspace.db", "club", "team-a")
        // The paste is refused as a whole, as in the tutorial.
        try terminal.send("\u{1B}[200~Team A\u{1B}[201~")
        try terminal.send("team-b\r")
        try terminal.see("There is no such workspace.")
        try terminal.see("team-b.db")
        try terminal.press(.backspace)
        try terminal.send("a\r")
        try terminal.see("Password")
        // Going back keeps what was typed, in both directions.
        try terminal.press(.escape)
        try terminal.see("team-a.db")
        try terminal.press(.enter)
        try terminal.see("main")
        try signIn(terminal)
        try terminal.send(Self.code)
        try terminal.see("q quit")
    }

    /// Another workspace, whose store has one passcode.
    private func makeWorkspace(_ name: String, in home: Home) throws {
        let made = try home.run(
            "init", "--workspace", name, "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        try #require(made.exitCode == 0, "\(made)")
    }

    @Test func `chooses among several workspaces with the arrow keys, and does not ask when there is one`() throws {
        let home = try twoStages("--workspace", "team-a")
        let only = try home.app(environment: ["PROFILE_STORE": ""])
        try only.see("the way in, without a workspace") {
            $0.text.contains("Password") && !$0.text.contains("your-workspace.db")
        }
        try makeWorkspace("club", in: home)
        let terminal = try home.app(environment: ["PROFILE_STORE": ""])
        try terminal.see("your-workspace.db")
        try terminal.press(.down)
        try terminal.see("club.db")
        try terminal.press(.enter)
        // There is no password, so there is no field for one.
        try terminal.see("Enter Passcode", without: "Password")
        try terminal.send("820461")
        try terminal.see("q quit")
    }

    @Test func `continues from the workspace only when text was entered`() throws {
        let home = try twoStages("--workspace", "team-a")
        try makeWorkspace("club", in: home)
        defer { withExtendedLifetime(home) {} }
        let terminal = try home.app(environment: ["PROFILE_STORE": ""])
        try terminal.see("your-workspace.db")
        // Enter stands for Next, which is disabled without text.
        try terminal.press(.enter)
        #expect(!(try terminal.see("Next").text.contains("( Next )")))
        try terminal.send("t")
        try terminal.see("( Next )")
        try terminal.see("t.db")
        try terminal.press(.backspace)
        try terminal.see("your-workspace.db")
        try terminal.see("Next bare") { !$0.text.contains("( Next )") }
        try terminal.press(.escape)
        #expect(try terminal.expectExit().exitCode == 130)
    }

    @Test func `asks for no workspace when the default store exists`() throws {
        let home = try Home()
        let plain = Program(
            path: home.program.path, environment: home.program.environment.filter { $0.key != "PROFILE_STORE" })
        let made = try plain.run(
            "init", "--password", "--kdf", "interactive", "--passcode-stdin", input: "\(Self.password)\n739158\n")
        #expect(made.exitCode == 0)
        let terminal = try home.app(environment: ["PROFILE_STORE": ""])
        try terminal.see("the way in, without a workspace") {
            $0.text.contains("Password") && !$0.text.contains("your-workspace.db")
        }
    }

    @Test func `leads from the default store to the workspaces with Escape, also after a lock`() throws {
        let home = try Home()
        let plain = Program(
            path: home.program.path, environment: home.program.environment.filter { $0.key != "PROFILE_STORE" })
        for name in [["--workspace", "sea"], []] {
            let made = try plain.run(
                arguments: name + ["init", "--kdf", "interactive", "--passcode-stdin"], input: "739158\n")
            #expect(made.exitCode == 0)
        }
        let terminal = try home.app(environment: ["PROFILE_STORE": ""])
        try terminal.see("Enter Passcode", without: "·")
        try terminal.press(.escape)
        try terminal.see("profile.db", "sea")
        try terminal.press(.down)
        try terminal.see("sea.db")
        try terminal.press(.enter)
        try terminal.see("Enter Passcode · sea")
        try terminal.send("739158")
        try terminal.see("Hikes · sea", "q quit")
        try terminal.send("\u{C}")
        try terminal.see("Enter Passcode · sea")
        try terminal.press(.escape)
        try terminal.see("sea.db", "profile")
        try terminal.press(.escape)
        #expect(try terminal.expectExit().exitCode == 130)
    }

    @Test func `lists the accounts when the store has several`() throws {
        let home = try Home.withStore()
        _ = try home.run("init", "--account", "second", "--passcode-stdin", "--kdf", "interactive", input: "820461\n")
        let terminal = try home.app()
        try terminal.see("Whose profile?", "main", "second", without: "Password")
        try terminal.send("s\r")
        try terminal.see("Enter Passcode · second")
        try terminal.send("820461")
        try terminal.see("q quit")
        #expect(try home.json("status", "--account", "second").state == "unlocked")
        let named = try home.app("--account", "main")
        try named.see("Enter Passcode")
    }

    @Test func `starts again after a lock, and keeps the ID`() throws {
        let home = try twoStages()
        defer { withExtendedLifetime(home) {} }
        let terminal = try home.app()
        try signIn(terminal)
        try terminal.send(Self.code)
        try terminal.see("q quit")
        try terminal.send("\u{C}")
        try terminal.see("main", "Password")
        // No part of a password is ever visible, whatever had the focus before.
        try signIn(terminal)
        #expect(!terminal.transcript.contains(Self.password))
        try terminal.send(Self.code)
        try terminal.see("q quit")
    }
}
