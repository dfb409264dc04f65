import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct `Stored settings` {
    @Test func `are shown, set and removed, and are overridden by the environment and options`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.json("config", "units", "imperial").config == .object(["units": "imperial"]))
        #expect(try home.run("config", "units").output == "imperial\n")
        #expect(try home.json("config", "units").config == .object(["units": "imperial"]))
        #expect(exists(home.path(of: ".config/profile/config")))
        _ = try home.run("hike", "add", "--name", "Ridge", "--distance", "10", "--date", "2026-01-02")
        #expect(try home.run("hike", "list").output.contains("6.2 mi"))
        #expect(try home.run("hike", "list", "--units", "metric").output.contains("10.0 km"))
        let metric = try home.program.run("hike", "list", environment: ["PROFILE_UNITS": "metric"])
        #expect(metric.output.contains("10.0 km"))
        let overridden = try home.program.run("config", "units", environment: ["PROFILE_UNITS": "metric"])
        #expect(overridden.output == "metric\n")
        let unset = try home.run("config", "theme")
        #expect(unset.output == "auto\n" && unset.errors == "theme is not set (default: auto).\n")
        #expect(try home.run("config", "units", "").exitCode == 0)
        #expect(try home.run("hike", "list").output.contains("10.0 km"))
    }

    @Test func `are listed with their values and where each comes from`() throws {
        let home = try Home(environment: ["PROFILE_REDUCE_MOTION": "1", "LC_ALL": "en_US.UTF-8"])
        #expect(try home.run("config", "idle", "1h").exitCode == 0)
        #expect(
            try home.run("config").output == """
                inbox = none (default)
                units = imperial (locale)
                theme = auto (default)
                for = 2h (default)
                idle = 1h (file)
                reduce-motion = on (environment)

                """)
        let answer = try home.json("config", "--units", "metric")
        #expect(answer.config?.units == "metric" && answer.origins?.units == "option")
        #expect(answer.config?.idle == "1h" && answer.origins?.idle == "file")
        #expect(answer.origins?.theme == "default")
    }

    @Test func `of units change no answer in JSON, and --json changes no export or picture`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        for arguments in [["show"], ["hike", "list"], ["hike", "show", "2009"], ["hike", "stats"]] {
            let metric = try home.program.run(arguments: arguments + ["--json"])
            let imperial = try home.program.run(arguments: arguments + ["--json", "--units", "imperial"])
            #expect(metric.exitCode == 0 && imperial.output == metric.output, "\(arguments)")
        }
        for arguments in [
            ["export"], ["hike", "export", "--format", "landmarks"], ["hike", "export", "--format", "csv"],
            ["completions", "fish"],
            ["show", "--html"], ["badge", "show", "First Hike", "--svg"],
        ] {
            let plain = try home.program.run(arguments: arguments)
            #expect(try home.program.run(arguments: arguments + ["--json"]).output == plain.output, "\(arguments)")
            #expect(plain.exitCode == 0, "\(plain)")
        }
    }

    @Test func `are written through a symbolic link`() throws {
        let home = try Home()
        let file = try home.write("theme = dark\n", to: "dotfile")
        #expect(try home.run("config", "theme", "light").exitCode == 0)
        try FileManager.default.removeItem(atPath: home.path(of: ".config/profile/config"))
        try FileManager.default.createSymbolicLink(
            atPath: home.path(of: ".config/profile/config"), withDestinationPath: file)
        #expect(try home.run("config", "units", "metric").exitCode == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("theme = dark\n"))
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("units = metric"))
    }

    @Test func `are refused when they don't parse, and ignored with a warning in an existing file`() throws {
        let home = try Home()
        #expect(try home.run("config", "units", "feet").exitCode == 15)
        let unknown = try home.run("config", "unit", "metric")
        #expect(unknown.exitCode == 15)
        #expect(unknown.errors.contains("Did you mean 'units'?"))
        #expect(try home.run("config", "idle", "1h").exitCode == 0)
        _ = try home.write("idle = never\n", to: ".config/profile/config")
        let shown = try home.run("config")
        #expect(shown.exitCode == 0)
        #expect(shown.errors.contains(".config/profile/config:1 was ignored"))
    }

    @Test(arguments: ["theme = dark\n" + String(repeating: "# note\n", count: 20_000), "theme = d\u{fffd}rk\n"])
    func `are left as they are where not all of them can be read`(text: String) throws {
        let home = try Home()
        let file = try home.write("", to: "config")
        let bytes = Array(text.utf8).split(separator: UInt8(0xEF)).joined(separator: [0xFF])
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.createDirectory(
            atPath: home.path(of: ".config/profile"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: file, toPath: home.path(of: ".config/profile/config"))
        let changed = try home.run("config", "units", "metric")
        #expect(changed.exitCode == 21)
        let reason = text.count > 1_000 ? "it is longer than 64 KiB" : "it is not UTF-8"
        let lines = changed.errors.split(separator: "\n").suffix(2)
        #expect(lines.first?.hasSuffix(".config/profile/config cannot be changed: \(reason)") == true, "\(changed)")
        #expect(lines.last == "Mend or remove that file first.")
        #expect(try Data(contentsOf: URL(filePath: home.path(of: ".config/profile/config"))) == Data(bytes))
    }

    @Test func `are read with CRLF at the lines' ends, which stay`() throws {
        let home = try Home()
        _ = try home.run("config", "theme", "dark")
        let file = try home.write("# mine\r\nunits = imperial\r\nfor = 1h\r\n", to: ".config/profile/config")
        let shown = try home.run("config")
        #expect(shown.errors == "")
        #expect(shown.output.contains("units = imperial (file)\n") && shown.output.contains("for = 1h (file)\n"))
        #expect(try home.run("config", "units", "metric").exitCode == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "# mine\r\nunits = metric\r\nfor = 1h\r\n")
    }

    @Test func `are ignored with a warning when they are in a pipe`() throws {
        let home = try Home.withStore()
        try FileManager.default.createDirectory(
            atPath: home.path(of: ".config/profile"), withIntermediateDirectories: true)
        #expect(mkfifo(home.path(of: ".config/profile/config"), 0o600) == 0)
        let status = try home.run("status")
        #expect(status.exitCode == 0)
        #expect(status.errors.contains("not a regular file"))
    }

    @Test func `limit a session`() throws {
        let home = try Home.withStore()
        _ = try home.run("config", "for", "1h")
        _ = try home.run("config", "idle", "5m")
        #expect(try home.unlock().errors.contains("Unlocked for 1 h, or 5 min without use"))
    }

    @Test func `do not shorten a live session, as only options do`() throws {
        let home = try Home.withStore()
        let long = try home.run("unlock", "--for", "8h", "--idle", "4h", "--passcode-stdin", input: "739158\n")
        #expect(long.errors.contains("Unlocked for 8 h, or 4 h without use"))
        _ = try home.run("config", "for", "1h")
        _ = try home.run("config", "idle", "5m")
        #expect(try home.unlock().errors.contains(/Unlocked for (8 h|7 h 59 min|7 h 60 min), or 4 h without use/))
        let short = try home.run("unlock", "--for", "30m", "--passcode-stdin", input: "739158\n")
        #expect(short.errors.contains("Unlocked for 30 min."))
    }

    @Test func `limit a session that the app opens`() throws {
        let home = try Home.withStore()
        _ = try home.run("config", "for", "10m")
        let terminal = try home.app()
        try terminal.unlockApp()
        guard case .string(let text) = try home.json("status").unlockedUntil else { return #expect(Bool(false)) }
        let left = try Date(text, strategy: .iso8601).timeIntervalSinceNow
        #expect((0...600).contains(left), "\(text)")
        #expect(try home.run("config", "theme", "light").exitCode == 0)
        #expect(try home.run("config", "theme", "pink").exitCode == 15)
        #expect(try home.run("config", "theme").output == "light\n")
    }
}
