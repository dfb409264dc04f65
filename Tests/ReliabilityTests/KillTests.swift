import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import ReliabilityFigures
import ScenarioSupport
import SeededRandom
import Testing

/// R1 and R14: one process is killed again and again, at any moment between its start and its end.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A process that is killed` {
    private static let kills = ReliabilityFigure.isTorture ? 1_000 : 40

    /// A store with a live session, and the processes that are killed at it.
    private final class Victim {
        let temporary: TemporaryStore
        private let program: Program
        private let gate: Gate
        private var source: SeededSource

        init(seed: UInt64) throws {
            temporary = try TemporaryStore()
            program = Program(
                path: Program.built("StoreWriter"),
                environment: ["HOME": temporary.folder, "XDG_RUNTIME_DIR": temporary.folder, "PATH": "/usr/bin:/bin"])
            // With the machine's clock, which the processes use too.
            let configuration = TemporaryStore.configuration(folder: temporary.folder, clock: SystemClock())
            gate = try Gate(at: temporary.gate.path, configuration: configuration)
            source = SeededSource(seed: seed)
            try store().beginSession()
        }

        func store() throws -> ProfileStore { try gate.unlockBlocking(with: Secret(TemporaryStore.passcode)) }

        var failures: Int? { get throws { try gate.status.failures } }

        /// Starts a process and kills it within 60 ms; returns the lines that it has written.
        func killed(_ mode: String, _ count: Int) throws -> [String] {
            let process = try program.start(temporary.gate.path, mode, "\(count)")
            // No condition is waited for: the kill is to come at a moment that nothing in the program determines.
            usleep(.random(in: 0...60_000, using: &source))
            process.kill()
            let finished = try process.wait()
            #expect(finished.signal == SIGKILL && finished.errors.isEmpty, "\(finished)")
            // A last line without its line end doesn't count as written.
            return finished.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    @Test func `has lost no commit that it had acknowledged`() throws {
        let victim = try Victim(seed: ReliabilityFigure.seed + 1)
        var (acknowledged, lost) = (0, 0)
        for number in 1...Self.kills {
            // Each line has the revision and the name.
            let names = try victim.killed("kill\(number)", 1_000_000).map { $0.drop { $0 != " " }.dropFirst() }
            let history = Set(try victim.store().history(limit: names.count + 2).map { Substring($0.profile.username) })
            acknowledged += names.count
            lost += names.count { !history.contains($0) }
        }
        #expect(lost == 0)
        #expect(acknowledged > Self.kills / 4)
        #expect(try victim.store().check().allSatisfy(\.isOK))

        let early = try Victim(seed: ReliabilityFigure.seed + 1)
        var lostEarly = 0
        for _ in 1...Self.kills {
            guard let last = try early.killed("--early", 1_000_000).last else { continue }
            lostEarly += try early.store().profile.username == last ? 0 : 1
        }
        #expect(lostEarly > 0, "a process that acknowledges too early isn't detected")
        ReliabilityFigure.record(
            "R1", "a kill loses no acknowledged commit",
            figure: "\(Self.kills) kills, \(acknowledged) acknowledged, \(lost) lost, 0 damaged",
            control: "acknowledged before the commit: \(lostEarly) of \(Self.kills) kills lose one")
    }

    @Test func `has made no attempt that wasn't counted`() throws {
        let victim = try Victim(seed: ReliabilityFigure.seed + 14)
        let kills = Self.kills / 5
        var (refused, uncounted) = (0, 0)
        for number in 1...kills {
            // A success resets the count. Four attempts don't cause a wait yet.
            try victim.store().close()
            let guesses = try victim.killed("--guess", 4).count
            let failures = try #require(try victim.failures)
            #expect(failures >= guesses, "kill \(number)")
            refused += guesses
            uncounted += max(0, guesses - failures)
        }
        #expect(refused > kills / 4)
        ReliabilityFigure.record(
            "R14", "a kill gives no attempt back",
            figure: "\(kills) kills, \(refused) attempts refused, \(uncounted) not counted")
    }
}
