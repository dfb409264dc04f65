import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `The app on every terminal` {
    @Test func `says when it has too little room, and continues when it has enough`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send("73")
        try terminal.see("●  ●  ○  ○  ○  ○")
        try terminal.resize(rows: 15, columns: 39)
        try terminal.see("Enlarge the window", "40 × 16")
        try terminal.resize(rows: 16, columns: 40)
        try terminal.see("●  ●  ○  ○  ○  ○")
        try terminal.send("9158")
        try terminal.see("q quit", timeout: .seconds(10)) {
            $0.text.contains("profile") && !$0.text.contains("Passcode")
        }
        try terminal.resize(rows: 60, columns: 200)
        try terminal.see("the whole window") { $0.lines[59].contains("q quit") }
    }

    @Test func `uses no colours under NO_COLOR, and uses them otherwise`() throws {
        let home = try Home.withStore()
        let plain = try home.app(environment: ["NO_COLOR": "1"])
        try plain.unlockApp()
        #expect(!plain.picture.usesColor)
        try plain.send("q")
        _ = try plain.expectExit()
        let colourful = try home.app()
        try colourful.see("q quit")
        try colourful.see("colours") { $0.usesColor }
    }

    @Test(arguments: ["xterm-256color", "xterm-kitty", "foot", "xterm-ghostty", "wezterm"])
    func `uses true colour where the terminal announces it`(name: String) throws {
        let home = try Home.withStore(unlocked: true)
        for (announced, isDirect) in [("truecolor", true), ("", false)] {
            let terminal = try home.app(environment: ["TERM": name, "COLORTERM": announced])
            try terminal.see("q quit")
            #expect(terminal.transcript.contains("8:2:") == isDirect)
        }
    }

    @Test(arguments: ["vt220", "linux", "xterm", "screen", "tmux-256color", "ansi", "xterm-that-is-not-installed"])
    func `runs on older terminals, and on relatives of xterm that are not described here`(name: String) throws {
        let home = try Home.withStore()
        let terminal = try home.app(environment: ["TERM": name])
        try terminal.see("Enter Passcode")
        try terminal.send("739158")
        try terminal.see("quit")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `refuses an unknown terminal, and says how to continue`() throws {
        let home = try Home.withStore()
        let terminal = try home.app(environment: ["TERM": "no-such-terminal"])
        #expect(try terminal.expectExit().exitCode == 21)
        #expect(terminal.transcript.contains("profile --plain"))
    }

    @Test(arguments: [["--plain"], []])
    func `asks on one line and prints the summary under --plain and on a dumb terminal`(arguments: [String]) throws {
        let home = try Home.withStore()
        let terminal = try home.program.onTerminal(
            arguments: arguments, environment: arguments.isEmpty ? ["TERM": "dumb"] : [:])
        try terminal.expect("Passcode: ")
        try terminal.send("739158\n")
        try terminal.expect("Seasonal Photos")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(!terminal.transcript.contains("\u{1B}[?"))
    }

    @Test(arguments: [
        "[I", "[O", "x", "å", "[1;9A", "[97;7u", "[27;5;9999~", "[?62;c", "]11;rgb:0/0/0\u{7}", "OQ", "[24~",
    ])
    func `ignores an unknown sequence, and takes it neither for Escape nor for other keys`(sequence: String) throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.send("73\u{1B}\(sequence)")
        // When this key shows, the input before it has been read.
        try terminal.send("9")
        try terminal.see("●  ●  ●  ○  ○  ○")
        try terminal.send("158")
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2\u{1B}\(sequence)3")
        try terminal.see("g_kumar_23", "^S done")
    }

    @Test func `waits for the rest of an arrow that arrives in parts`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        // Escape alone is a key after 100 ms, so parts that were sent too slowly show nothing, and are sent again.
        var took = Duration.zero
        repeat {
            if took > .zero {
                try terminal.press(.escape)
                try terminal.see("e edit")
                try terminal.openEditor()
            }
            let start = ContinuousClock.now
            for part in ["\u{1B}", "[", "D"] { try terminal.send(part) }
            took = ContinuousClock.now - start
        } while took > .milliseconds(50)
        try terminal.send("_")
        try terminal.see("g_kuma_r")
        // A letter that arrives in two parts is one key as well.
        try terminal.send([0xC3] as [UInt8])
        try terminal.send([0xA9] as [UInt8])
        try terminal.see("g_kuma_ér")
        // A lone Escape is a key when nothing follows it.
        try terminal.press(.escape)
        try terminal.see("e edit")
    }

    @Test func `keeps the terminal's cursor on what has the focus`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        func expectCursor(at text: String) throws {
            try terminal.see("the cursor at \(text)") { picture in
                guard let cursor = picture.cursor, picture.lines.indices.contains(cursor.row) else { return false }
                return picture.lines[cursor.row].dropFirst(cursor.column).hasPrefix(text)
            }
        }
        try terminal.see("Enter Passcode")
        try expectCursor(at: "○  ○  ○  ○  ○  ○")
        try terminal.send("73")
        try expectCursor(at: "○  ○  ○  ○")
        try terminal.send("9158")
        try terminal.see("q quit")
        try expectCursor(at: "No hikes yet.")
        try terminal.openEditor()
        func expectCursor(after text: String) throws {
            try terminal.see("the cursor behind \(text)") { picture in
                guard let cursor = picture.cursor, picture.lines.indices.contains(cursor.row) else { return false }
                return picture.lines[cursor.row].hasSuffix(text) && cursor.column == 21 + text.utf8.count
            }
        }
        try expectCursor(after: "g_kumar")
        try terminal.send("2")
        try expectCursor(after: "g_kumar2")
        try terminal.send("\t")
        try expectCursor(at: "On]")
        try terminal.send("\u{18}")
        try terminal.see("Discard the draft?")
        try expectCursor(at: "Back ]")
    }

    @Test func `shows vowel signs, flags and family emoji whole, and keeps what follows in its column`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("\u{15}नेपाल 🇳🇵 👩‍👩‍👧!")
        try terminal.see("all of it") { $0.text.contains("नेपाल 🇳🇵 👩👩👧!") }
    }

    @Test(arguments: [(1, 1), (2, 65_535), (65_535, 2), (16, 40), (400, 1000)])
    func `survives every window size`(rows: Int, columns: Int) throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.resize(rows: rows, columns: columns)
        try terminal.resize(rows: 24, columns: 80)
        try terminal.send("739158")
        try terminal.see("the home", timeout: .seconds(20)) { $0.text.contains("q quit") }
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        // An app that starts at this size works as well.
        let born = try home.app(rows: rows, columns: columns)
        try born.waitUntil("the app on its screen") { $0.picture.isAlternate }
        try born.send("\u{3}")
        #expect(try born.expectExit(timeout: .seconds(30)).exitCode == 130)
    }

    @Test func `reads a paste between its markers as one input`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        // Read as keys, this would open the profile and leave the app.
        try terminal.send("\u{1B}[200~pq\u{1B}[201~")
        try terminal.openEditor()
        try terminal.send("\u{1B}[200~_é🌷\u{1B}[201~")
        try terminal.see("g_kumar_é🌷")
    }

    @Test func `reports that there is no store to edit before it takes over the terminal`() throws {
        let home = try Home()
        let terminal = try home.app("edit")
        #expect(try terminal.expectExit().exitCode == 13)
        #expect(terminal.transcript.contains("profile init"))
        #expect(!terminal.transcript.contains("\u{1B}[?"))
    }

    @Test func `does not start with --no-input, --json or an output that is not a terminal`() throws {
        let home = try Home.withStore()
        for option in ["--no-input", "--json"] {
            let terminal = try home.app(option)
            #expect(try terminal.expectExit().exitCode == 64)
        }
        #expect(try home.run().exitCode == 64)
    }
}
