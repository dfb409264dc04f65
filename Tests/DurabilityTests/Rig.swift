import FoundationEssentials
import Glibc
import ProfileSupport
import TestSupport
import Testing

/// Runs `StoreDriver` with `FaultLayer` preloaded.
struct Rig {
    /// The folder whose files are watched.
    let folder: String

    func run(_ arguments: [String], log: String? = nil) throws -> Finished {
        var environment = [
            "LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_ROOT": folder, "HOME": folder,
            "PATH": "/usr/bin:/bin",
        ]
        environment["FAULT_LOG"] = log
        let program = Program(path: Program.built("StoreDriver"), environment: environment)
        let finished = try program.run(
            arguments: arguments, timeout: .seconds(ReliabilityFigure.isTorture ? 1200 : 120))
        try #require(finished.exitCode == 0, "\(finished)")
        return finished
    }

    /// Repeats a step, each time with a failure at another place.
    ///
    /// - Parameters:
    ///   - kind: what fails, and the control's name.
    ///   - most: the number of places; `nil` for all.
    /// - Returns: the number of runs, and what was wrong with them.
    static func `repeat`(
        _ step: String, _ kind: String, most: Int? = nil
    ) throws -> (runs: Int, problems: [String]) {
        let temporary = try TemporaryFolder()
        let rig = Rig(folder: temporary.path(of: "home/work"))
        let finished = try rig.run([kind, step, temporary.path(of: "home")] + (most.map { ["\($0)"] } ?? []))
        var lines = finished.output.split(separator: "\n").map(String.init)
        let last = lines.popLast() ?? ""
        return (try #require(last.split(separator: " ").last.flatMap { Int($0) }, "\(finished)"), lines)
    }

    /// The changes of a story, and the place of its store.
    static func recordStory() throws -> FileChanges {
        let temporary = try TemporaryFolder()
        let (folder, log) = (temporary.path(of: "home"), temporary.path(of: "log"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try Rig(folder: folder).run(["record", folder], log: log)
        return try FileChanges(readingLogAt: log, root: folder)
    }
}
