import Durability
import FoundationEssentials
import ReliabilityFigures
import ScenarioSupport
import SeededRandom
import Testing

/// The power fails right after `profile backup` has said that there is a backup.
@Suite(.timeLimit(.minutes(20))) struct `A power cut after a backup` {
    /// What the program changed on the disk as it made a backup, and the bytes of that.
    private func recordBackup() throws -> (recording: Recording, backup: Data) {
        let temporary = try TemporaryFolder()
        let (home, log) = (temporary.path(of: "home"), temporary.path(of: "log"))
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let program = Program(
            path: Rig.built("profile"),
            environment: [
                "HOME": home, "PROFILE_STORE": "\(home)/test.profile", "PROFILE_SESSION": "none",
                "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": home,
            ])
        let made = try program.run("init", "--kdf", "interactive", "--passcode-stdin", input: "739158\n")
        try #require(made.exitCode == 0, "\(made)")
        let copied = try program.run(
            "backup", "\(home)/kept.backup", "--passcode-stdin", input: "739158\n",
            environment: ["LD_PRELOAD": Rig.built("libFaultLayer.so"), "FAULT_ROOT": home, "FAULT_LOG": log])
        try #require(copied.exitCode == 0, "\(copied)")
        return (
            try Recording(readingLogAt: log, root: home),
            try Data(contentsOf: URL(filePath: "\(home)/kept.backup"))
        )
    }

    /// The backup after a cut that leaves nothing which was not synced; `nil` where it has no name any more.
    private func remains(of recording: Recording) throws -> Data? {
        var (disk, random) = (Disk(), SeededSource(seed: 1))
        for change in recording.changes { disk.apply(change) }
        let temporary = try TemporaryFolder()
        try disk.writeRemains(.nothing, to: temporary.path(of: "cut"), using: &random)
        return try? Data(contentsOf: URL(filePath: temporary.path(of: "cut/kept.backup")))
    }

    @Test func `leaves all of it`() throws {
        let (recording, backup) = try recordBackup()
        #expect(backup.count > 4096)
        #expect(try remains(of: recording) == backup)
        ReliabilityFigure.record(
            "R2", "a backup that was acknowledged is whole after a power cut", figure: "1 cut: whole",
            control: "its file or its folder not synced: lost")
    }

    @Test func `would not, had its file or its folder not been synced`() throws {
        let (recording, backup) = try recordBackup()
        var changes = recording
        changes.changes.removeAll { if case .sync = $0 { true } else { false } }
        #expect(try remains(of: changes) != backup)
        changes = recording
        changes.changes.removeAll { if case .syncFolder = $0 { true } else { false } }
        #expect(try remains(of: changes) == nil)
    }
}
