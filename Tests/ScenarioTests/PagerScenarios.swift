import Glibc
import TestSupport
import Testing

@Suite struct `A pager` {
    /// A pager that marks each line it receives.
    private static let marking = ["PAGER": "sed 's/^/> /'"]

    @Test(arguments: [
        ["help"], ["hike", "--help"], ["help", "exit-codes"], ["history"], ["hike", "list"], ["hike", "stats"],
        ["hike", "show", "1"],
    ])
    func `receives long text on a terminal`(words: [String]) throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "add", "--name", "Ridge", "--distance", "10")
        let terminal = try home.program.onTerminal(arguments: words, environment: Self.marking)
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(terminal.transcript.hasPrefix("> "), "\(terminal.transcript)")
        for off in [["PAGER": ""], ["PAGER": "cat"], ["PAGER": "sed 's/^/> /'", "TERM": "dumb"]] {
            let plain = try home.program.onTerminal(arguments: words, environment: off)
            #expect(try plain.expectExit().exitCode == 0)
            #expect(!plain.transcript.isEmpty && !plain.transcript.contains("> "))
        }
        #expect(try !home.program.run(arguments: words, environment: Self.marking).output.contains("> "))
    }

    @Test(.enabled(if: exists("/usr/bin/less") || exists("/bin/less"), "less is not installed"))
    func `is less when installed, which prints a short text and pages a long one`() throws {
        let home = try Home.withStore(unlocked: true)
        let terminal = try home.program.onTerminal("history")
        try terminal.expect("created")
        #expect(try terminal.expectExit().exitCode == 0)
        let long = try home.program.onTerminal("help", rows: 10)
        try long.expect("Usage: profile")
        try long.send("q")
        #expect(try long.expectExit().exitCode == 0)
        #expect(!long.transcript.contains("Global options"))
        #expect(long.echoes)
    }

    @Test func `may be closed before the end, and may be missing`() throws {
        let home = try Home()
        let left = try home.program.onTerminal("help", environment: ["PAGER": "head -n 1"])
        #expect(try left.expectExit().exitCode == 0)
        let missing = try home.program.onTerminal("help", environment: ["PAGER": "no-such-pager"])
        try missing.expect("There is no program 'no-such-pager', which PAGER names.")
        try missing.expect("Open a session for all your terminals.")
        #expect(try missing.expectExit().exitCode == 0)
    }

    @Test func `has the terminal until it ends, even if Ctrl-C is pressed while it is sent a long text`() throws {
        let home = try Home.withStore(unlocked: true)
        // More than a pipe holds.
        let list = (1...3_000).map { #"{"id":\#($0),"name":"Ridge","distance":4,"difficulty":3,"observations":[]}"# }
        let hikes = try home.write("[\(list.joined(separator: ","))]", to: "hikes.json")
        #expect(try home.program.run("hike", "import", hikes).exitCode == 0)
        let pager = try home.write(
            "trap : INT; read -r line; echo \"began with $line\"; until read -r key < /dev/tty; do :; done; "
                + "wc -l | sed 's/^/lines: /'", to: "pager")
        let terminal = try home.program.onTerminal("hike", "list", environment: ["PAGER": "sh '\(pager)'"])
        try terminal.expect("began with ")
        try terminal.press(.controlC)
        try terminal.expect("^C")
        try terminal.send("\n")
        try terminal.expect("lines: 30")
        #expect(try terminal.expectExit().exitCode == 0)
    }

    @Test func `is not used in scripts`() throws {
        let home = try Home.withStore(unlocked: true)
        for option in ["--json", "--no-input", "--plain"] {
            let terminal = try home.program.onTerminal("history", option, environment: Self.marking)
            #expect(try terminal.expectExit().exitCode == 0)
            #expect(!terminal.transcript.contains("> "))
        }
    }
}

@Suite struct `Text as wide as the terminal` {
    private static let commands = [
        ["help"], ["hike", "import", "--help"], ["show"], ["hike", "list"], ["hike", "stats", "--by", "month"],
        ["hike", "show", "2003", "--graph", "elevation"], ["hike", "show", "2003"], ["badge", "list", "--all"],
        ["history"], ["check"], ["help", "exit-codes"],
    ]

    private static func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let imported = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        #expect(imported.exitCode == 0)
        _ = try home.run(
            "edit", "--season", "spring", "--notifications", "off", "--username",
            "A hiker with a name that is rather long, as some are")
        return home
    }

    @Test(arguments: [40, 70, 80, 200]) func `is never wider`(columns: Int) throws {
        let home = try Self.home()
        for words in Self.commands {
            let terminal = try home.program.onTerminal(
                arguments: words + ["--color", "never"], rows: 100, columns: columns, environment: ["PAGER": ""])
            #expect(try terminal.expectExit().exitCode == 0)
            for line in terminal.transcript.split(whereSeparator: \.isNewline) {
                // Badges, dots and arrows take a cell each; the season's picture takes two.
                let cells = line.count + (line.contains("🌷") ? 1 : 0)
                #expect(cells <= columns, "\(words): \(line)")
            }
        }
    }

    @Test func `uses the available width`() throws {
        let home = try Self.home()
        func widest(_ columns: Int, _ words: String...) throws -> Int {
            let terminal = try home.program.onTerminal(
                arguments: words + ["--color", "never"], rows: 100, columns: columns, environment: ["PAGER": ""])
            #expect(try terminal.expectExit().exitCode == 0)
            return terminal.transcript.split(whereSeparator: \.isNewline).map(\.count).max() ?? 0
        }
        #expect(try widest(200, "help") > 80)
        #expect(try widest(200, "hike", "list") > 80)
        #expect(try widest(200, "hike", "show", "2003", "--graph", "elevation") > 150)
    }

    @Test func `is as wide as COLUMNS says when there is no terminal`() throws {
        let home = try Self.home()
        func widest(_ columns: String) throws -> Int {
            let shown = try home.program.run("help", environment: ["COLUMNS": columns]).output
            return shown.split(separator: "\n").map(\.count).max() ?? 0
        }
        #expect(try (60...70).contains(widest("70")))
        #expect(try (70...80).contains(widest("")))
        #expect(try widest("10") > 30)
    }
}

@Suite struct `Colours of verdicts` {
    @Test func `follow --color and NO_COLOR`() throws {
        let home = try Home.withStore(unlocked: true)
        func isColoured(_ option: [String], _ environment: [String: String] = [:]) throws -> Bool {
            let terminal = try home.program.onTerminal(
                arguments: ["check"] + option, environment: environment.merging(["COLORTERM": "truecolor"]) { $1 })
            #expect(try terminal.expectExit().exitCode == 0)
            return terminal.transcript.contains("38;2;46;158;91mok")
        }
        #expect(try isColoured([]))
        #expect(try !isColoured(["--color", "never"]))
        #expect(try !isColoured([], ["NO_COLOR": "1"]))
        #expect(try isColoured(["--color", "always"], ["NO_COLOR": "1"]))
        #expect(try !home.run("check").output.contains("\u{1B}"))
        #expect(try home.run("check", "--color", "always").output.contains("\u{1B}["))
    }
}
