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
