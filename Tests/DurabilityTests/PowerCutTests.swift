import FoundationEssentials
import ProfileSupport
import TestSupport
import Testing

/// The power fails at any moment of a sequence of unlocks, failures, edits and changes of secrets. Of the data that was
/// not synced, any sectors of any file may be on the disk or not, in the database and in the files beside it.
///
/// What a step has acknowledged is kept, no failed attempt is forgotten, nobody is locked out, and no retired code
/// opens the store.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A power cut` {
    private struct Outcome {
        var cuts = 0
        var faults: [String] = []
    }

    /// - Parameters:
    ///   - wanted: the number of cuts, spread over all positions.
    ///   - fault: the fault after which a control needs no further cuts.
    private func cut(
        _ recording: FileChanges, times wanted: Int, seed: UInt64, until fault: String? = nil
    ) throws -> Outcome {
        var random = SeededSource(seed: seed)
        var outcome = Outcome()
        let temporary = try TemporaryFolder()
        let notes = recording.changes.indices.compactMap { index -> (position: Int, situation: Situation)? in
            guard case .note(let line) = recording.changes[index] else { return nil }
            return Situation(line: line).map { (index, $0) }
        }
        try #require(notes.count > 10)
        // Before the first note, no store has been acknowledged.
        let positions = recording.changes.indices.filter { $0 >= notes[0].position }
        let each = (wanted + positions.count - 1) / positions.count
        let step = max(positions.count / wanted, 1)
        var disk = Disk()
        var passed = 0
        for (position, change) in recording.changes.enumerated() {
            disk.apply(change)
            if passed + 1 < notes.count, notes[passed + 1].position <= position { passed += 1 }
            guard position >= notes[0].position, (position - notes[0].position).isMultiple(of: step) else { continue }
            let acceptable = notes[passed...].prefix(2).map(\.situation)
            for number in 0..<each {
                let survival: Disk.Survival =
                    switch (number + position) % 6 {
                    case 0: .nothing
                    case 1: .everything
                    case 2: .some(0.9)
                    case 3: .some(0.1)
                    default: .some(0.5)
                    }
                let home = temporary.path(of: "cut")
                try disk.writeRemains(survival, to: home, using: &random)
                let found = Judge.faults(
                    of: Scene(folder: home), acceptable: Array(acceptable), deep: outcome.cuts.isMultiple(of: 5))
                outcome.faults += found.map { "change \(position), \(survival), seed \(seed): \($0)" }
                outcome.cuts += 1
                try FileManager.default.removeItem(atPath: home)
                if let fault, found.contains(where: { $0.contains(fault) }) { return outcome }
            }
        }
        return outcome
    }

    @Test func `loses nothing that was acknowledged, at any position, whatever was written`() throws {
        let recording = try Rig.recordStory()
        let times = ReliabilityFigure.isTorture ? 5000 : 250
        let outcome = try cut(recording, times: times, seed: ReliabilityFigure.seed + 1)
        #expect(outcome.faults == [])
        #expect(outcome.cuts >= (ReliabilityFigure.isTorture ? 5000 : 200))
        ReliabilityFigure.record(
            "R2", "a power cut loses nothing acknowledged, in the database and in the files beside it",
            figure: "\(outcome.cuts) cuts over \(recording.changes.count) changes: \(outcome.faults.count) faults")
    }

    /// Controls: the same test must fail for a program that doesn't sync.
    @Test(arguments: [("/gate.state", "given back"), ("-wal", "lost")])
    func `is detected to lose something when files are not synced`(ending: String, fault: String) throws {
        let recording = try Rig.recordStory().withoutSyncs(ofFilesEndingIn: ending)
        let isLong = ReliabilityFigure.isTorture
        let outcome = try cut(recording, times: isLong ? 2000 : 250, seed: 2, until: isLong ? nil : fault)
        let noticed = outcome.faults.filter { $0.contains(fault) }.count
        #expect(noticed > 0, "\(outcome.cuts) cuts found nothing")
        ReliabilityFigure.record(
            "R2", "the harness detects a missing sync", figure: "–",
            control: "no sync of `\(ending)`: \(noticed) of \(outcome.cuts) cuts found to have it \(fault)")
    }
}

/// The power fails right after `profile backup` has reported a backup.
@Suite(.timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A power cut after a backup` {
    /// The program's changes on the disk while it made a backup, and the backup's bytes.
    private func recordBackup() throws -> (recording: FileChanges, backup: Data) {
        let temporary = try TemporaryFolder()
        let (home, log) = (temporary.path(of: "home"), temporary.path(of: "log"))
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let program = Program(
            path: Program.built("profile"),
            environment: [
                "HOME": home, "PROFILE_STORE": "\(home)/test.profile", "PROFILE_SESSION": "none",
                "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": home,
            ])
        let made = try program.run("init", "--kdf", "interactive", "--passcode-stdin", input: "739158\n")
        try #require(made.exitCode == 0, "\(made)")
        let copied = try program.run(
            "backup", "\(home)/kept.backup", "--passcode-stdin", input: "739158\n",
            environment: ["LD_PRELOAD": Program.built("libFaultLayer.so"), "FAULT_ROOT": home, "FAULT_LOG": log])
        try #require(copied.exitCode == 0, "\(copied)")
        return (
            try FileChanges(readingLogAt: log, root: home),
            try Data(contentsOf: URL(filePath: "\(home)/kept.backup"))
        )
    }

    /// The backup after a cut that loses everything that was not synced; `nil` when it has lost its name.
    private func remains(of recording: FileChanges) throws -> Data? {
        var (disk, random) = (Disk(), SeededSource(seed: 1))
        for change in recording.changes { disk.apply(change) }
        let temporary = try TemporaryFolder()
        try disk.writeRemains(.nothing, to: temporary.path(of: "cut"), using: &random)
        return try? Data(contentsOf: URL(filePath: temporary.path(of: "cut/kept.backup")))
    }

    @Test func `keeps all of it`() throws {
        let (recording, backup) = try recordBackup()
        #expect(backup.count > 4096)
        #expect(try remains(of: recording) == backup)
        ReliabilityFigure.record(
            "R2", "an acknowledged backup is complete after a power cut", figure: "1 cut: complete",
            control: "its file or its folder not synced: lost")
    }

    @Test func `would lose it if its file or its folder were not synced`() throws {
        let (recording, backup) = try recordBackup()
        var changes = recording
        changes.changes.removeAll { if case .sync = $0 { true } else { false } }
        #expect(try remains(of: changes) != backup)
        changes = recording
        changes.changes.removeAll { if case .syncFolder = $0 { true } else { false } }
        #expect(try remains(of: changes) == nil)
    }
}
