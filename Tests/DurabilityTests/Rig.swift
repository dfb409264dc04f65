import Durability
import FoundationEssentials
import Glibc
import ReliabilityFigures
import ScenarioSupport
import Testing

/// Runs `FaultDriver` with `FaultLayer` preloaded.
struct Rig {
    /// The folder whose files are watched.
    let folder: String

    func run(_ arguments: [String], log: String? = nil) throws -> Finished {
        var environment = [
            "LD_PRELOAD": Self.built("libFaultLayer.so"), "FAULT_ROOT": folder, "HOME": folder,
            "PATH": "/usr/bin:/bin",
        ]
        environment["FAULT_LOG"] = log
        let program = Program(path: Self.built("FaultDriver"), environment: environment)
        let finished = try program.run(
            arguments: arguments, timeout: .seconds(ReliabilityFigure.isTorture ? 1200 : 120))
        try #require(finished.exitCode == 0, "\(finished)")
        return finished
    }

    /// The changes of a story, and the place of its store.
    static func recordStory() throws -> Recording {
        let temporary = try TemporaryFolder()
        let (folder, log) = (temporary.path(of: "home"), temporary.path(of: "log"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try Rig(folder: folder).run(["record", folder], log: log)
        return try Recording(readingLogAt: log, root: folder)
    }

    /// A file that was built beside these tests.
    static func built(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let tests = String(decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }
}
