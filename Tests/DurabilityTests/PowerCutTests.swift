import Durability
import FoundationEssentials
import ReliabilityFigures
import ScenarioSupport
import SeededRandom
import Testing

/// The power fails at any moment of a story of unlocks, failures, edits and changes of secrets. Of what was not synced,
/// any sectors of any file are on the disk or not, of the database and of the files beside it.
///
/// What a step has acknowledged holds, no failure is given back, nobody is locked out, and no retired code opens it.
@Suite(.timeLimit(.minutes(20))) struct `A power cut` {
    private struct Outcome {
        var cuts = 0
        var faults: [String] = []
    }

    /// - Parameters:
    ///   - wanted: how many cuts to make, spread over all positions.
    private func cut(_ recording: Recording, times wanted: Int, seed: UInt64) throws -> Outcome {
        var random = SeededSource(seed: seed)
        var outcome = Outcome()
        let temporary = try TemporaryFolder()
        let notes = recording.changes.indices.compactMap { index -> (position: Int, situation: Situation)? in
            guard case .note(let line) = recording.changes[index] else { return nil }
            return Situation(line: line).map { (index, $0) }
        }
        try #require(notes.count > 10)
        // Before the first note there is no store yet that was acknowledged.
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
            }
        }
        return outcome
    }

    @Test func `costs nothing that was acknowledged, at any position, whatever was written`() throws {
        let recording = try Rig.recordStory()
        let times = ReliabilityFigure.isTorture ? 5000 : 250
        let outcome = try cut(recording, times: times, seed: ReliabilityFigure.seed + 1)
        #expect(outcome.faults == [])
        #expect(outcome.cuts >= (ReliabilityFigure.isTorture ? 5000 : 200))
        ReliabilityFigure.record(
            "R2", "a power cut takes back nothing that was acknowledged, of the database and of the files beside it",
            figure: "\(outcome.cuts) cuts over \(recording.changes.count) changes: \(outcome.faults.count) faults")
    }

    /// Controls: the same of a program that doesn't wait for the disk must be found out.
    @Test(arguments: [("/gate.state", "given back"), ("-wal", "lost")])
    func `is found to cost something where files are not synced`(ending: String, fault: String) throws {
        let recording = try Rig.recordStory().withoutSyncs(ofFilesEndingIn: ending)
        let outcome = try cut(recording, times: ReliabilityFigure.isTorture ? 2000 : 250, seed: 2)
        let noticed = outcome.faults.filter { $0.contains(fault) }.count
        #expect(noticed > 0, "\(outcome.cuts) cuts found nothing")
        ReliabilityFigure.record(
            "R2", "the harness tells what isn't synced", figure: "–",
            control: "no sync of `\(ending)`: \(noticed) of \(outcome.cuts) cuts found to have it \(fault)")
    }
}
