import FoundationEssentials
import Glibc
import ProfileKit
import SealedStoreTesting
import TestSupport
import Testing

/// The built program with a failure at its n-th change of a file: its messages and its exit code are true.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `The program on a failing disk` {
    fileprivate final class Home {
        let folder: TemporaryFolder
        var path: String { folder.path(of: "home") }

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: folder.path(of: "base"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            // As `profile init` does, at a cost for which the runs don't spend most of their time.
            var configuration = Gate.Configuration(environment: program(in: folder.path(of: "base")).environment)
            configuration.cost = .forTests
            _ = try Gate.create(
                NewAccount(passcode: try Secret("739158")), at: .file(folder.path(of: "base/test.profile")),
                configuration: configuration)
        }

        /// Adds forty hikes to the original state.
        func addHikes() throws {
            let base = folder.path(of: "base")
            let gate = try Gate(
                at: .file("\(base)/test.profile"), configuration: .init(environment: program(in: base).environment))
            let store = try gate.unlock(with: Secret("739158"))
            // The copies must not meet the file's log, which goes when the file is closed.
            defer { store.close() }
            try store.importHikes(
                (1...40).map { id in
                    let points = (0...40).map {
                        HikeObservation(distanceFromStart: Double($0) / 10, elevation: 500...501)
                    }
                    return ImportedHike(
                        sourceID: id,
                        hike: Hike(header: HikeHeader(id: id, name: "Walk", distance: 4), observations: points))
                })
        }

        /// Restores the home to its original state.
        func renew() throws {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: folder.path(of: "base"), toPath: path)
        }

        func program(in home: String) -> Program {
            Program(
                path: Program.built("profile"),
                environment: [
                    "HOME": home, "PROFILE_STORE": "\(home)/test.profile", "PROFILE_SESSION": "none",
                    "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": home,
                ])
        }

        /// Runs the program while its n-th change fails.
        func run(_ arguments: [String], input: String, failingAt number: Int, lasting: Bool) throws -> Finished {
            var faults = [
                "LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_ROOT": path, "FAULT_AT": "\(number)",
                "FAULT_ERROR": "\(lasting ? ENOSPC : EIO)",
            ]
            if lasting { faults["FAULT_LASTING"] = "1" }
            return try program(in: path).run(arguments: arguments, input: input, environment: faults)
        }

        /// Runs the program while its n-th reading or opening of a file fails, and all later ones too if `lasting`.
        func run(_ arguments: [String], input: String, unreadableAt number: Int, lasting: Bool) throws -> Finished {
            var faults = [
                "LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_ROOT": path, "FAULT_OPERATIONS": "2",
                "FAULT_AT": "\(number)", "FAULT_ERROR": "\(EIO)",
            ]
            if lasting { faults["FAULT_LASTING"] = "1" }
            return try program(in: path).run(arguments: arguments, input: input, environment: faults)
        }

        /// Runs the program while its n-th request for memory is refused, and all later ones too if `lasting`.
        func run(_ arguments: [String], input: String, withoutMemoryAt number: Int, lasting: Bool) throws -> Finished {
            var faults = [
                "LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_OPERATIONS": "3", "FAULT_AT": "\(number)",
                "FAULT_ERROR": "\(ENOMEM)",
            ]
            if lasting { faults["FAULT_LASTING"] = "1" }
            return try program(in: path).run(arguments: arguments, input: input, environment: faults)
        }

        func opens(_ passcode: String) throws -> Bool {
            let shown = try program(in: path).run("show", "--passcode-stdin", input: "\(passcode)\n")
            try #require([0, 11].contains(shown.exitCode ?? -1), "\(shown)")
            return shown.exitCode == 0
        }
    }

    /// The changes that fail: the last ones, including those after the commit, are easily reported wrong.
    private static let numbers =
        ReliabilityFigure.isTorture ? Array(1...60) : Array(stride(from: 4, through: 52, by: 8))

    @Test(arguments: [false, true]) func `reports truly whether it changed the passcode`(lasting: Bool) throws {
        let home = try Home()
        var exits: [Int32: Int] = [:]
        for number in Self.numbers {
            try home.renew()
            let change = try home.run(
                ["passcode", "change", "--passcode-stdin"], input: "739158\n820461\n", failingAt: number,
                lasting: lasting)
            exits[change.exitCode ?? -1, default: 0] += 1
            let opens = (old: try home.opens("739158"), new: try home.opens("820461"))
            #expect(opens.old != opens.new, "change \(number): \(change)")
            switch change.exitCode {
            case 0: #expect(opens.new, "change \(number): \(change)")
            case 21: #expect(opens.old, "change \(number): \(change)")
            case 1: #expect(change.errors.contains("not known"), "change \(number): \(change)")
            default: Issue.record("change \(number): \(change)")
            }
        }
        #expect((exits[0] ?? 0) > 0 && (exits[21] ?? 0) > 0, "\(exits)")
        ReliabilityFigure.record(
            "R3", "the program's exit code is true when a file fails\(lasting ? " from some point on" : " once")",
            figure: "\(Self.numbers.count) faults, exit codes "
                + exits.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
    }

    @Test(arguments: [false, true]) func `reports which recovery code is valid`(lasting: Bool) throws {
        let home = try Home()
        for number in Self.numbers {
            try home.renew()
            let renewal = try home.run(
                ["recovery", "new", "--passcode-stdin"], input: "739158\n", failingAt: number, lasting: lasting)
            let code = renewal.output.split(separator: "\n").first.map(String.init)
            guard let code else {
                #expect(renewal.exitCode == 21, "change \(number): \(renewal)")
                continue
            }
            let recovery = try home.program(in: home.path).run(
                "recover", "--passcode-stdin", input: "\(code)\n640275\n")
            switch renewal.exitCode {
            case 0: #expect(recovery.exitCode == 0, "change \(number): \(renewal)\(recovery)")
            case 21:
                #expect(recovery.exitCode == 11, "change \(number): \(renewal)\(recovery)")
                #expect(renewal.errors.contains("void"), "change \(number): \(renewal)")
            case 1: #expect(renewal.errors.contains("not known"), "change \(number): \(renewal)")
            default: Issue.record("change \(number): \(renewal)")
            }
        }
    }
}

/// The built program on a disk that can't be read.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `The program on an unreadable disk` {
    private static let commands = [
        ["show"], ["check"], ["export"], ["hike", "list"], ["status"], ["repair", "--dry-run"],
    ]

    @Test(arguments: [false, true]) func `says that it couldn't be read, and calls nothing damaged`(
        lasting: Bool
    ) throws {
        let home = try `The program on a failing disk`.Home()
        try home.addHikes()
        var (exits, runs): ([Int32: Int], Int) = ([:], 0)
        for command in ReliabilityFigure.isTorture ? Self.commands : Array(Self.commands.prefix(4)) {
            // Until nothing is left to fail.
            var (number, distance, intact) = (1, ReliabilityFigure.isTorture ? 1 : 5, 0)
            while intact < 60 {
                try home.renew()
                let input = command == ["status"] ? "" : "739158\n"
                let run = try home.run(
                    command + (input.isEmpty ? [] : ["--passcode-stdin"]), input: input, unreadableAt: number,
                    lasting: lasting)
                exits[run.exitCode ?? -1, default: 0] += 1
                #expect([0, 21].contains(run.exitCode ?? -1), "\(command) at \(number): \(run)")
                (intact, number, runs) = (run.exitCode == 0 ? intact + distance : 0, number + distance, runs + 1)
            }
        }
        #expect((exits[0] ?? 0) > 0 && (exits[21] ?? 0) > 0, "\(exits)")
        ReliabilityFigure.record(
            "R3", "the program calls nothing damaged that it couldn't read\(lasting ? " from some point on" : " once")",
            figure: "\(runs) faults, exit codes "
                + exits.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
    }
}

/// The built program, while SQLite or libsodium is refused memory.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `The program without memory` {
    /// Commands that read, write or change the gate.
    private static let commands: [[String]] = [
        ["show"], ["edit", "--season", "fall"], ["passcode", "change"], ["recovery", "new"], ["history"], ["undo"],
        ["check"], ["hike", "list"], ["hike", "add", "--name", "Elk Ridge", "--distance", "4.5"], ["badge", "list"],
        ["export"], ["diff"], ["repair", "--dry-run"], ["unlock"], ["account", "list"], ["status"],
    ]

    @Test(arguments: [false, true]) func `says so, counts no attempt and calls nothing wrong`(lasting: Bool) throws {
        let home = try `The program on a failing disk`.Home()
        let numbers = ReliabilityFigure.isTorture ? Array(stride(from: 2, through: 1500, by: 70)) : [300]
        var (exits, runs): ([Int32: Int], Int) = ([:], 0)
        let commands = ReliabilityFigure.isTorture ? Self.commands : Array(Self.commands.prefix(4))
        for command in commands {
            for number in numbers {
                try home.renew()
                let takesNoSecret = ["status", "account"].contains(command[0])
                let run = try home.run(
                    command + (takesNoSecret ? [] : ["--passcode-stdin"]), input: "739158\n820461\n",
                    withoutMemoryAt: number, lasting: lasting)
                let exit = run.exitCode ?? -1
                exits[exit, default: 0] += 1
                runs += 1
                // There is nothing to undo at the beginning, no draft, and no place for sessions.
                let accepted: Set<Int32> = [["undo"], ["diff"]].contains(command) ? [0, 1, 17, 21] : [0, 1, 21]
                #expect(accepted.contains(exit), "\(command) at \(number): \(run)")
                if exit == 1 {
                    let isSaid = run.errors.contains("memory") || run.errors.contains("not known")
                    #expect(isSaid, "\(command) at \(number): \(run)")
                }
                let status = try home.program(in: home.path).run("status", "--json")
                #expect(status.output.contains(#""failures":0"#), "\(command) at \(number): \(run)\(status)")
                if number == numbers.last || ReliabilityFigure.isTorture && number % 3 == 0 {
                    let opens = (old: try home.opens("739158"), new: try home.opens("820461"))
                    #expect(opens.old != opens.new, "\(command) at \(number): \(run)")
                    #expect(command[0] == "passcode" || opens.old, "\(command) at \(number): \(run)")
                }
            }
        }
        ReliabilityFigure.record(
            "R6",
            "the program without memory counts no attempt and calls nothing wrong"
                + (lasting ? ", from some point on" : ", once"),
            figure: "\(commands.count) commands, \(runs) runs, exit codes "
                + exits.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", "))
    }
}
