import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `The app gives its terminal back` {
    private func expectRestored(_ terminal: Terminal, to settings: [UInt8]?) {
        let picture = terminal.picture
        #expect(!picture.isAlternate)
        #expect(picture.showsCursor)
        #expect(picture.modes.isDisjoint(with: [1000, 1002, 1003, 1006, 2004]))
        #expect(terminal.settings == settings)
    }

    private func started(_ home: Home, environment: [String: String] = [:]) throws -> (Terminal, [UInt8]?) {
        let terminal = try home.app(environment: environment)
        let settings = terminal.settingsBefore
        try terminal.see("the app on a screen of its own") {
            $0.text.contains("Enter Passcode") && $0.isAlternate && $0.modes.contains(2004)
        }
        #expect(terminal.settings != settings)
        return (terminal, settings)
    }

    @Test func `when the user leaves it`() throws {
        let home = try Home.withStore()
        defer { withExtendedLifetime(home) {} }
        let (terminal, settings) = try started(home)
        try terminal.press(.escape)
        #expect(try terminal.expectExit().exitCode == 130)
        expectRestored(terminal, to: settings)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func `when a signal ends it, with the exit code of every command`(number: Int32) throws {
        let home = try Home.withStore()
        defer { withExtendedLifetime(home) {} }
        let (terminal, settings) = try started(home)
        terminal.signal(number)
        #expect(try terminal.expectExit().exitCode == 128 + number)
        expectRestored(terminal, to: settings)
    }

    @Test(arguments: [SIGTERM, SIGSEGV]) func `without what was typed and not read`(number: Int32) throws {
        let home = try Home.withStore()
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        let script = "\"$PROFILE\"; read typed; echo \"typed: $typed\""
        let terminal = try shell.onTerminal("-c", script, environment: ["PROFILE": home.program.path, "NO_COLOR": "1"])
        try terminal.see("Enter Passcode")
        let children = "/proc/\(terminal.processIdentifier)/task/\(terminal.processIdentifier)/children"
        let app = try #require(Int32(String(contentsOfFile: children, encoding: .utf8).prefix { $0 != " " }))
        // It is stopped before the passcode is typed, and ends before it can read that. Without colours it asks the
        // terminal nothing whose answer it would discard.
        kill(app, SIGSTOP)
        try terminal.waitUntil("the app stopped") { _ in
            (try? String(contentsOfFile: "/proc/\(app)/stat", encoding: .utf8))?.contains(") T ") ?? false
        }
        try terminal.send("739158\n")
        try terminal.waitUntil("what was typed arrived") { $0.unreadInput == 7 }
        kill(app, number)
        kill(app, SIGCONT)
        try terminal.see("the shell's screen") { !$0.isAlternate }
        try terminal.waitUntil("the app's end") { _ in kill(app, 0) != 0 }
        try terminal.send("end\n")
        try terminal.see("typed: end")
        #expect(!terminal.transcript.contains("739158"))
    }

    @Test(.aboutFiles, arguments: [nil, SIGTERM, SIGHUP] as [Int32?])
    func `and leaves the store as one file`(signal: Int32?) throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        // While the app has the store open, other processes' writes stay in the write-ahead log.
        #expect(try home.run("edit", "--season", "spring").exitCode == 0)
        #expect(exists(home.path(of: "test.profile-wal")))
        if let signal { terminal.signal(signal) } else { try terminal.send("q") }
        _ = try terminal.expectExit()
        #expect(!exists(home.path(of: "test.profile-wal")))
    }

    @Test(.aboutFiles) func `and leaves the store as one file when it ends at the lock screen`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        let edit = try home.run("edit", "--season", "spring", "--passcode-stdin", input: "\(Home.passcode)\n")
        #expect(edit.exitCode == 0)
        #expect(exists(home.path(of: "test.profile-wal")))
        terminal.signal(SIGTERM)
        _ = try terminal.expectExit()
        #expect(!exists(home.path(of: "test.profile-wal")))
    }

    @Test(arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS])
    func `when it crashes, and ends with that fault's signal`(number: Int32) throws {
        let home = try Home.withStore()
        defer { withExtendedLifetime(home) {} }
        let (terminal, settings) = try started(home)
        terminal.signal(number)
        #expect(try terminal.expectExit().signal == number)
        expectRestored(terminal, to: settings)
    }

    /// A shell with job control, without which Ctrl-Z stops no program.
    private func shell(in home: Home) throws -> Terminal {
        let shell = Program(
            path: "/bin/bash", environment: home.program.environment.merging(["PS1": "prompt$ "]) { $1 })
        let terminal = try shell.onTerminal("--norc", "--noprofile", "-i")
        try terminal.see("prompt$")
        return terminal
    }

    /// A shell with the app as a stopped job, whose end it reports at once.
    private func shellWithStoppedApp(in home: Home) throws -> Terminal {
        let terminal = try shell(in: home)
        try terminal.send("set -b\n\(home.program.path)\n")
        try terminal.see("Enter Passcode")
        try terminal.press(.controlZ)
        try terminal.see("Stopped")
        return terminal
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func `and ends when it is stopped and killed`(number: Int32) throws {
        let home = try Home.withStore()
        let terminal = try shellWithStoppedApp(in: home)
        try terminal.send("kill -\(number) %1\n")
        try terminal.see("Exit \(128 + number)")
        try terminal.send("echo $((6 * 7))\n")
        try terminal.see("the shell, which still shows what is typed") {
            $0.text.contains("echo $((6 * 7))\n42") && !$0.isAlternate
        }
    }

    @Test func `and stops again in the background, where kill ends it`() throws {
        let home = try Home.withStore()
        let terminal = try shellWithStoppedApp(in: home)
        try terminal.send("clear; bg\n")
        try terminal.see("that it was continued, and stopped again") {
            $0.text.contains(" &\n") && $0.text.contains("Stopped")
        }
        try terminal.send("kill %1\n")
        try terminal.see("Exit \(128 + SIGTERM)")
    }

    @Test func `and draws nothing of a store that was locked while it was stopped`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("hike", "add", "--name", "Elk Loop", "--distance", "4.5").exitCode == 0)
        let terminal = try shell(in: home)
        try terminal.send("\(home.program.path)\n")
        try terminal.see("Elk Loop", "? help")
        for isLocked in [false, true] {
            try terminal.press(.controlZ)
            try terminal.see("Stopped")
            if isLocked { #expect(try home.run("lock").exitCode == 0) }
            let before = terminal.transcript.count
            try terminal.send("clear; fg\n")
            try terminal.see(isLocked ? "Enter Passcode" : "? help")
            #expect(terminal.transcript.dropFirst(before).contains("Elk Loop") == !isLocked)
        }
    }

    @Test func `to the shell while it is stopped, and takes it back afterwards`() throws {
        let home = try Home.withStore()
        let terminal = try shell(in: home)
        try terminal.send("\(home.program.path)\n")
        try terminal.see("Enter Passcode")
        try terminal.send("73")
        try terminal.see("●  ●  ○  ○  ○  ○")
        try terminal.press(.controlZ)
        // bash turns on bracketed paste itself.
        try terminal.see("the shell's prompt") {
            !$0.isAlternate && $0.text.contains("Stopped") && !$0.modes.contains(1000)
        }
        try terminal.send("fg\n")
        try terminal.see("●  ●  ○  ○  ○  ○")
        try terminal.send("9158")
        try terminal.see("q quit")
        try terminal.send("q")
        try terminal.see("the shell's prompt again") { !$0.isAlternate }
    }

    @Test(arguments: ["linux", "vt100"], [nil, SIGTERM, SIGSEGV] as [Int32?])
    func `without its picture where it has no screen of its own`(name: String, signal: Int32?) throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("hike", "add", "--name", "Elk Loop", "--distance", "4.5").exitCode == 0)
        let terminal = try home.app(environment: ["TERM": name])
        try terminal.see("Elk Loop", "? help")
        if let signal { terminal.signal(signal) } else { try terminal.send("q") }
        _ = try terminal.expectExit()
        for text in ["Elk Loop", "help", "$<"] { #expect(!terminal.picture.text.contains(text)) }
        if signal == nil { #expect(terminal.picture.text.contains("Lock it: profile lock\n")) }
    }

    @Test func `silently when its window is closed, and keeps the draft`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.app()
        try terminal.see("q quit")
        try terminal.openEditor()
        try terminal.send("_2")
        // Input that was typed but not read yet is lost with the window.
        try terminal.see("g_kumar_2")
        terminal.close()
        _ = try terminal.expectExit()
        try waitUntil { try home.json("status").draft == true }
    }
}

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
