import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `The app's keypads` {
    /// A home with a store that was created with the given options.
    private func makeHome(_ arguments: String..., passcode: String) throws -> Home {
        let home = try Home()
        let made = try home.program.run(
            arguments: ["init", "--passcode-stdin", "--kdf", "interactive"] + arguments, input: "\(passcode)\n")
        try #require(made.exitCode == 0, "\(made)")
        return home
    }

    @Test func `fill the last circle before the check starts`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.send("73915")
        try terminal.see("●  ●  ●  ●  ●  ○")
        let before = terminal.transcript.count
        try terminal.send("8")
        try terminal.see("q quit")
        let after = terminal.transcript.dropFirst(before)
        let circle = try #require(after.firstIndex(of: "●"))
        let check = try #require(after.firstRange(of: "Checking…"))
        #expect(circle < check.lowerBound)
    }

    @Test func `can be used with only the arrow keys and Enter, Cancel and Delete included`() throws {
        let home = try Home.withStore()
        let terminal = try home.app()
        try terminal.see("Enter Passcode")
        try terminal.press(.down)
        // The focus starts in the middle.
        try terminal.see("[    5    ]")
        try terminal.press(.enter)
        try terminal.see("●  ○  ○  ○  ○  ○")
        for key in [TerminalKey.down, .down, .right] { try terminal.press(key) }
        try terminal.see("[ Delete  ]")
        try terminal.press(.enter)
        try terminal.see("[ Cancel  ]")
        try terminal.press(.enter)
        #expect(try terminal.expectExit().exitCode == 130)
        #expect(try home.json("status").failures == 0)
    }

    @Test func `ask after four wrong digits whether the passcode was forgotten, until a digit is typed`() throws {
        let home = try makeHome("--code", "digits:4", passcode: "7391")
        let terminal = try home.app()
        try terminal.see("○  ○  ○  ○")
        try terminal.send("1113")
        try terminal.see("Caution", "Forgot passcode?", "[ Back ]", "4 more attempts before a wait")
        try terminal.send("7")
        try terminal.see("●  ○  ○  ○", without: "Caution")
        try terminal.send("391")
        try terminal.see("q quit")
    }

    @Test func `are shuffled for an account created with a shuffled keypad`() throws {
        let home = try makeHome("--shuffle", passcode: "739158")
        var orders: Set<String> = []
        for _ in 1...4 {
            let terminal = try home.app()
            orders.insert(try terminal.seeKeys())
            try terminal.press(.escape)
            try terminal.expectExit()
        }
        // Four equal orders happen by chance once in 10!³ runs.
        #expect(orders.count > 1)
    }

    @Test func `are replaced by a text field for a passphrase`() throws {
        let home = try makeHome("--code", "passphrase", passcode: "correct horse battery")
        let terminal = try home.app()
        try terminal.see("Enter Passphrase")
        try terminal.send("correct horse ")
        try terminal.see("••••••••••••••")
        try terminal.press(.enter)
        try terminal.see("Forgot passphrase?")
        try terminal.send("correct horse battery\r")
        try terminal.see("q quit")
        #expect(!terminal.transcript.contains("correct horse"))
    }

    @Test func `flash, shake and open with animations, and then stop drawing`() throws {
        let home = try Home.withStore()
        let terminal = try home.app(moving: true)
        try terminal.see("Enter Passcode")
        for digit in Home.passcode.dropLast() {
            let filled = terminal.picture.text.count { $0 == "●" }
            try terminal.send("\(digit)")
            try terminal.see("one more circle") { $0.text.count { $0 == "●" } == filled + 1 }
        }
        // A key is drawn three times: at first, pressed, and released. One that is pressed soon after may be missed.
        let drawn = [/PQRS/, /DEF/, /WXYZ/, /JKL/].map { terminal.transcript.matches(of: $0).count }
        #expect(drawn.contains { $0 >= 3 }, "\(drawn)")
        try terminal.send(Home.passcode.suffix(1).description)
        try terminal.seePassing("the opened lock") { $0.text.contains("Unlocked") }
        try terminal.see("q quit")
    }

    @Test func `do not wake the process while nothing moves, and neither does the home`() throws {
        let home = try Home.withStore()
        let terminal = try home.app(moving: true)
        try terminal.see("Enter Passcode")
        try expectRest(terminal)
        try terminal.send("739158")
        try terminal.see("q quit")
        try expectRest(terminal)
    }

    /// Waits for a period in which other programs start and end and the app's loop never wakes.
    private func expectRest(_ terminal: Terminal) throws {
        // In another home, because the app watches its own store's folder.
        let elsewhere = try Home()
        try waitUntil {
            let before = try wakings(of: terminal.processIdentifier)
            for _ in 1...3 { _ = try elsewhere.run("help") }
            // No condition is waited for: a second has to pass in which nothing happens.
            usleep(1_000_000)
            return try wakings(of: terminal.processIdentifier) == before
        }
    }

    /// The number of times the kernel has woken a process's first thread.
    private func wakings(of process: Int32) throws -> Int {
        let status = try String(
            decoding: Data(contentsOf: URL(filePath: "/proc/\(process)/status")), as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") })
        return try #require(line.split(separator: "\t").last.flatMap { Int($0) })
    }
}
