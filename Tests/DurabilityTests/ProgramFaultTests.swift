import FoundationEssentials
import Glibc
import ReliabilityFigures
import ScenarioSupport
import Testing

/// The built program with a failure at its n-th change of a file: its messages and its exit code are true.
@Suite(.timeLimit(.minutes(20))) struct `The program on a failing disk` {
    private final class Home {
        let folder: TemporaryFolder
        var path: String { folder.path(of: "home") }

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(
                atPath: folder.path(of: "base"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let made = try program(in: folder.path(of: "base")).run(
                "init", "--kdf", "interactive", "--passcode-stdin", input: "739158\n")
            try #require(made.exitCode == 0, "\(made)")
        }

        /// Restores the home to its original state.
        func renew() throws {
            try? FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: folder.path(of: "base"), toPath: path)
        }

        func program(in home: String) -> Program {
            Program(
                path: Rig.built("profile"),
                environment: [
                    "HOME": home, "PROFILE_STORE": "\(home)/test.profile", "PROFILE_SESSION": "none",
                    "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": home,
                ])
        }

        /// Runs the program while its n-th change fails.
        func run(_ arguments: [String], input: String, failingAt number: Int, lasting: Bool) throws -> Finished {
            var faults = [
                "LD_PRELOAD": Rig.built("libFaultLayer.so"), "FAULT_ROOT": path, "FAULT_AT": "\(number)",
                "FAULT_ERROR": "\(lasting ? ENOSPC : EIO)",
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
