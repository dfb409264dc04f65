import FoundationEssentials
import Glibc
import SQLiteKit
import TestSupport
import Testing

/// R16: unique texts in every field and every secret. Afterwards, none of them is found where nothing of a person may
/// be in plain text.
@Suite(.serialized, .timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A canary in every field` {
    /// A home with a store, what was typed, and what may not be found in the home.
    private final class Aviary {
        private let folder: TemporaryFolder
        let home: String
        /// Outside the home: a person's files, and the destination of plain exports.
        let outside: String
        let program: Program
        private(set) var secrets = ["canary-password-1", "canary phrase one 8c1f"]
        /// All secrets that were ever valid, including recovery codes.
        private(set) var everySecret: [String] = []
        private(set) var errors: [UInt8] = []
        private(set) var commandLines: [UInt8] = []
        private(set) var commands = 0

        static let values = [
            "canary-username-first", "canary-username-second", "canary-username-draft", "canary-username-kept",
            "canary-hike-landmarks", "canary-hike-added", "canary-hike-renamed", "canary-track", "canary-file",
            "2027-03-17", "canary-username-crashed", "canary-passed-over", "canary-malformed", "canary-search",
        ]
        static let card = "canary-card"

        init() throws {
            folder = try TemporaryFolder()
            (home, outside) = (folder.path(of: "home"), folder.path(of: "outside"))
            for path in [home, outside] {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            }
            program = Program(
                path: Program.built("profile"),
                environment: [
                    "HOME": home, "PROFILE_STORE": "\(home)/test.profile", "PROFILE_SESSION": "file",
                    "XDG_RUNTIME_DIR": "\(home)", "PATH": "/usr/bin:/bin", "EDITOR": "\(outside)/editor",
                    "TMPDIR": home,
                ], workingDirectory: home)
            everySecret = secrets
        }

        var lines: String { secrets.map { "\($0)\n" }.joined() }

        /// Runs a command, and meanwhile reads the command lines of all processes on the machine.
        @discardableResult func run(
            _ arguments: String..., input: String = "", exits: Int32 = 0
        ) throws -> Finished {
            try run(arguments, input: input, exits: exits)
        }

        @discardableResult func run(
            _ arguments: [String], input: String = "", exits: Int32 = 0
        ) throws -> Finished {
            let running = try program.start(arguments: arguments, input: nil)
            commandLines += try ByteSearch.commandLines()
            try running.send(input)
            running.closeInput()
            commandLines += try ByteSearch.commandLines()
            let finished = try running.wait()
            #expect(finished.exitCode == exits, "\(arguments): \(finished)")
            // An unlock reports a draft's changes, to the owner, who has just been authenticated.
            errors +=
                finished.errors.split(separator: "\n").filter { !$0.hasPrefix("A draft from") }
                .joined(separator: "\n").utf8
            commands += 1
            return finished
        }

        func write(_ text: String, to name: String) throws -> String {
            let path = "\(outside)/\(name)"
            try Data(text.utf8).write(to: URL(filePath: path))
            return path
        }

        func take(recoveryCode finished: Finished) throws -> String {
            let code = try #require(finished.output.split(separator: "\n").first.map(String.init), "\(finished)")
            // As it is shown, and without its groups.
            everySecret += [code, code.filter { $0 != "-" }]
            return code
        }

        func set(secrets new: [String]) {
            secrets = new
            everySecret += new
        }

        /// The secrets and values that are found in the bytes.
        static func found(_ texts: [String], in bytes: [UInt8]) -> [String] {
            texts.filter { ByteSearch.contains(Array($0.utf8), in: bytes) }
        }

        /// Which of the texts are in which file of the home.
        func foundAtHome() throws -> [String] {
            try ByteSearch.contents(of: home).flatMap { name, bytes in
                Self.found(everySecret + Self.values, in: bytes).map { "\($0) in \(name)" }
            }.sorted()
        }
    }

    /// Every command that reads or shows something of a person.
    private func runEveryCommand(in aviary: Aviary) throws {
        let made = try aviary.run(
            "init", "--password", "--code", "passphrase", "--kdf", "interactive", "--username",
            "canary-username-first", "--passcode-stdin", input: aviary.lines)
        var code = try aviary.take(recoveryCode: made)
        try aviary.run("unlock", "--passcode-stdin", input: aviary.lines)
        for arguments in [
            ["status"], ["show"], ["show", "--json"], ["show", "--html"],
            ["edit", "--username", "canary-username-second", "--goal-date", "2027-03-17"],
            ["edit", "--no-commit", "--username", "canary-username-draft"], ["diff"], ["show", "--draft"], ["commit"],
            ["edit", "--no-commit", "--username", "canary-username-kept"], ["discard"], ["undo"], ["history"],
            ["edit", "--no-commit", "--username", "canary-username-kept"],
        ] { _ = try aviary.run(arguments) }
        try runHikeCommands(in: aviary)
        for arguments in [
            ["badge", "list", "--all"], ["badge", "show", "First Hike", "--svg"],
            ["emergency", "--set", Aviary.card], ["emergency"], ["account", "list"], ["config"], ["check"],
            ["backup", "\(aviary.home)/kept.backup"], ["export", "\(aviary.outside)/export.json"],
            ["import", "\(aviary.outside)/export.json", "--replace"],
        ] { _ = try aviary.run(arguments) }
        try aviary.run("repair", "--dry-run", "--passcode-stdin", input: aviary.lines)
        let old = aviary.lines
        aviary.set(secrets: [aviary.secrets[0], "canary phrase two 44d0"])
        try aviary.run("passcode", "change", "--passcode-stdin", input: "\(old)\(aviary.secrets[1])\n")
        code = try aviary.take(
            recoveryCode: try aviary.run("recovery", "new", "--passcode-stdin", input: aviary.lines))
        aviary.set(secrets: ["canary-password-3", "canary phrase three b27e"])
        _ = try aviary.take(
            recoveryCode: try aviary.run("recover", "--passcode-stdin", input: "\(code)\n" + aviary.lines))
        try aviary.run("unlock", "--passcode-stdin", input: aviary.lines)
        // An editor gets the profile in a separate file, which is removed afterwards.
        let editor = try aviary.write("#!/bin/sh\ncp \"$1\" \(aviary.outside)/form\n", to: "editor")
        chmod(editor, 0o700)
        try aviary.run("edit", "--editor")
        #expect(
            ByteSearch.contains(
                Array("canary-username".utf8), in: try ByteSearch.contents(of: aviary.outside)["form"] ?? []))
        try runCommandsThatFail(in: aviary)
    }

    private func runHikeCommands(in aviary: Aviary) throws {
        let landmarks = try aviary.write(Self.hike(id: 7, named: "canary-hike-landmarks"), to: "canary-file.json")
        let track = try aviary.write(Self.track, to: "canary-file.gpx")
        for arguments in [
            ["hike", "import", landmarks, track],
            ["hike", "add", "--name", "canary-hike-added", "--distance", "4", "--date", "2025-04-22"],
            ["hike", "edit", "9", "--name", "canary-hike-renamed"], ["hike", "list"], ["hike", "show", "8", "--map"],
            ["hike", "list", "--search", "canary-search"], ["hike", "stats", "--by", "year"],
            ["hike", "export", "--format", "gpx", "8"], ["hike", "remove", "7", "9", "--yes"],
            ["hike", "list", "--removed"],
            ["hike", "restore", "7"], ["hike", "purge", "--yes"],
        ] { _ = try aviary.run(arguments) }
    }

    private func runCommandsThatFail(in aviary: Aviary) throws {
        let changed = try aviary.write(Self.hike(id: 7, named: "canary-passed-over"), to: "changed.json")
        let malformed = try aviary.write("[{\"id\": 8, \"name\": \"canary-malformed\", ", to: "malformed.json")
        try aviary.run("hike", "import", changed, exits: 15)
        try aviary.run("hike", "import", malformed, exits: 15)
        try aviary.run("show", "--passcode-stdin", input: "canary-password-3\nwrong one of canary\n", exits: 11)
        try aviary.run("recover", "--passcode-stdin", input: "canary-no-code\n", exits: 15)
    }

    @Test func `is found only in what its owner made readable`() throws {
        let aviary = try Aviary()
        try runEveryCommand(in: aviary)
        #expect(try aviary.foundAtHome() == [])

        // A process that is killed with the store open leaves SQLite's files as they were.
        let open = try aviary.program.start("hike", "import", "-", input: nil)
        let log = "\(aviary.home)/test.profile-wal"
        let deadline = ContinuousClock.now + .seconds(30)
        while !FileManager.default.fileExists(atPath: log), ContinuousClock.now < deadline { usleep(1000) }
        try aviary.run("edit", "--username", "canary-username-crashed")
        open.kill()
        _ = try open.wait()
        let left = try ByteSearch.contents(of: aviary.home)
        #expect(left["test.profile-wal"]?.isEmpty == false && left["test.profile-shm"]?.isEmpty == false)
        #expect(try aviary.foundAtHome() == [])

        // What its owner made readable is found, in the store and in the backup.
        let card = try ByteSearch.files(in: aviary.home, holding: Array(Aviary.card.utf8))
        #expect(card.contains("kept.backup") && card.contains { $0.hasPrefix("test.profile") })
        #expect(Aviary.found(aviary.everySecret + Aviary.values, in: aviary.errors) == [])
        #expect(Aviary.found(aviary.everySecret, in: aviary.commandLines) == [])
        // A value that was passed as an argument is found in a command line, which shows that the search works.
        let waiting = try aviary.program.start(
            "edit", "--username", "canary-username-second", "--passcode-stdin", input: nil)
        let end = ContinuousClock.now + .seconds(30)
        var seen: [UInt8] = []
        while Aviary.found(Aviary.values, in: seen).isEmpty, ContinuousClock.now < end {
            seen = try ByteSearch.commandLines()
        }
        waiting.kill()
        _ = try waiting.wait()
        #expect(!Aviary.found(Aviary.values, in: seen).isEmpty)

        let plain = try plainColumn(in: aviary)
        #expect(!plain.isEmpty)
        ReliabilityFigure.record(
            "R16", "nothing of a person lies in the open",
            figure: "\(aviary.commands) commands and a kill, \(aviary.everySecret.count) secrets and "
                + "\(Aviary.values.count) values: 0 found",
            control: "a plain column: found in \(plain.joined(separator: ", "))")
    }

    /// Control: the files in which a column that isn't sealed is found.
    private func plainColumn(in aviary: Aviary) throws -> [String] {
        do {
            let path = "\(aviary.home)/test.profile"
            let database = try Connection(opening: path, mode: .existing, busyTimeout: .seconds(1))
            try database.run("ALTER TABLE profile ADD COLUMN username TEXT")
            try database.run("UPDATE profile SET username = 'canary-username-second'")
        }
        return try aviary.foundAtHome().map { $0.split(separator: " ").last.map(String.init) ?? "" }
    }

    /// Whether a crash leaves a file in the current folder rather than passing it to a collector.
    private static let leavesCores =
        FileManager.default.contents(atPath: "/proc/sys/kernel/core_pattern")?.first != UInt8(ascii: "|")

    @Test(
        .enabled(if: leavesCores, "cores go to a program here"),
        .disabled(if: Program.isSanitized, "a sanitizer disables core dumps"))
    func `is in no core dump, since there is none, and a core dump would hold no secret`() throws {
        let aviary = try Aviary()
        _ = try aviary.take(
            recoveryCode: try aviary.run(
                "init", "--password", "--code", "passphrase", "--kdf", "interactive", "--username",
                "canary-username-first", "--passcode-stdin", input: aviary.lines))
        /// The core dumps of a command that is made to crash after it has read its secrets and the profile.
        func cores(_ environment: [String: String]) throws -> [[UInt8]] {
            let shell = Program(
                path: "/bin/sh", environment: aviary.program.environment.merging(environment) { $1 },
                workingDirectory: aviary.home)
            let running = try shell.start(
                "-c", "ulimit -c unlimited; LD_PRELOAD=$PRELOAD exec \"$0\" watch --passcode-stdin",
                aviary.program.path, input: nil)
            try running.send(aviary.lines)
            _ = try #require(try running.nextLine(timeout: .seconds(60)))
            running.signal(SIGABRT)
            let finished = try running.wait()
            #expect(finished.signal == SIGABRT, "\(finished)")
            return try ByteSearch.contents(of: aviary.home).filter { $0.key.hasPrefix("core") }.map(\.value)
        }
        #expect(try cores(["SWIFT_BACKTRACE": "enable=no"]).isEmpty)

        // Control: a process that leaves a core dump. It contains the profile in plain text, but no secret.
        let left = try cores([
            "SWIFT_BACKTRACE": "enable=no", "PRELOAD": Program.built("libFaultLayer.so"),
            "FAULT_ROOT": aviary.home, "FAULT_CORES": "1",
        ])
        let core = try #require(left.first)
        #expect(Aviary.found(["canary-username-first"], in: core) == ["canary-username-first"])
        #expect(Aviary.found(aviary.everySecret, in: core) == [])
        ReliabilityFigure.record(
            "R16", "a crash leaves no core, and no secret would be in one", figure: "no core",
            control: "with a core of \(core.count >> 20) MiB allowed: the profile is found, 0 secrets")
    }

    private static func hike(id: Int, named name: String) -> String {
        """
        [{"id": \(id), "name": "\(name)", "distance": 5, "difficulty": 2, "observations": [
            {"elevation": [291, 310], "pace": [396, 403], "heartRate": [117, 121], "distanceFromStart": 0}]}]
        """
    }

    private static let track = """
        <?xml version="1.0"?><gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <trk><name>canary-track</name><trkseg>
        \((0..<40).map { minute in
            """
            <trkpt lat="46.\(100 + minute)" lon="14.5"><ele>\(300 + minute)</ele>
            <time>2025-05-01T08:\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>
            """
        }.joined())
        </trkseg></trk></gpx>
        """
}
