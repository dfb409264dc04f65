import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import TestSupport
import Testing

/// R1 and R14: one process is killed again and again, at any moment between its start and its end.
@Suite(.serialized, .timeLimit(.minutes(ReliabilityFigure.minutes))) struct `A process that is killed` {
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
                path: Program.built("StoreDriver"),
                environment: ["HOME": temporary.folder, "XDG_RUNTIME_DIR": temporary.folder, "PATH": "/usr/bin:/bin"])
            // With the machine's clock, which the processes use too.
            let configuration = TemporaryStore.configuration(folder: temporary.folder, clock: SystemClock())
            gate = try Gate(at: .file(temporary.gate.path), configuration: configuration)
            source = SeededSource(seed: seed)
            try store().beginSession()
        }

        func store() throws -> ProfileStore { try gate.unlock(with: Secret(TemporaryStore.passcode)) }

        /// Four times as long as an undisturbed process usually takes to write its first line, in microseconds.
        func span(_ mode: String, _ count: Int) throws -> UInt32 {
            let times = try (0..<5).map { _ in
                // A success resets the count of attempts.
                try store().close()
                let start = ContinuousClock.now
                let process = try program.start("write", temporary.gate.path, mode, "\(count)")
                _ = try #require(try process.nextLine())
                let time = ContinuousClock.now - start
                process.kill()
                _ = try process.wait()
                return time
            }
            return UInt32(times.sorted()[2] * 4 / .microseconds(1))
        }

        /// Starts a process and kills it within the given number of microseconds; returns the lines it wrote.
        func killed(_ mode: String, _ count: Int, within span: UInt32) throws -> [String] {
            let process = try program.start("write", temporary.gate.path, mode, "\(count)")
            // No condition is waited for: the kill is to come at a moment that nothing in the program determines.
            usleep(.random(in: 0...span, using: &source))
            process.kill()
            let finished = try process.wait()
            #expect(finished.signal == SIGKILL && finished.errors.isEmpty, "\(finished)")
            // A last line without its line end doesn't count as written.
            return finished.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        /// Kills a process that tries a wrong passcode; returns its refused attempts, and those that were counted.
        func attempts(_ mode: String, within span: UInt32) throws -> (refused: Int, counted: Int) {
            // A success resets the count. Four attempts don't cause a wait yet.
            try store().close()
            let refused = try killed(mode, 4, within: span).count
            return (refused, try #require(try gate.status.failures))
        }
    }

    @Test func `has lost no commit that it had acknowledged`() throws {
        let victim = try Victim(seed: ReliabilityFigure.seed + 1)
        let span = try victim.span("kill0", 1_000_000)
        var (acknowledged, lost) = (0, 0)
        for number in 1...Self.kills {
            // Each line has the revision and the name.
            let lines = try victim.killed("kill\(number)", 1_000_000, within: span)
            let names = lines.map { $0.drop { $0 != " " }.dropFirst() }
            let history = Set(try victim.store().history(limit: names.count + 2).map { Substring($0.profile.username) })
            acknowledged += names.count
            lost += names.count { !history.contains($0) }
        }
        #expect(lost == 0)
        #expect(acknowledged > Self.kills / 4)
        #expect(try victim.store().check().allSatisfy(\.isOK))

        let early = try Victim(seed: ReliabilityFigure.seed + 1)
        var (lostEarly, earlyKills) = (0, 0)
        // In the short form, only until it has shown that a loss is noticed.
        while lostEarly == 0 && earlyKills < 20 * Self.kills || ReliabilityFigure.isTorture && earlyKills < Self.kills {
            earlyKills += 1
            guard let last = try early.killed("--early", 1_000_000, within: span).last else { continue }
            lostEarly += try early.store().profile.username == last ? 0 : 1
        }
        #expect(lostEarly > 0, "a process that acknowledges too early isn't detected")
        ReliabilityFigure.record(
            "R1", "a kill loses no acknowledged commit",
            figure: "\(Self.kills) kills, \(acknowledged) acknowledged, \(lost) lost, 0 damaged",
            control: "acknowledged before the commit: \(lostEarly) of \(earlyKills) kills lose one")
    }

    @Test func `has made no attempt that wasn't counted`() throws {
        let victim = try Victim(seed: ReliabilityFigure.seed + 14)
        let kills = Self.kills / 5
        let span = try victim.span("--guess", 4)
        var (refused, uncounted) = (0, 0)
        for number in 1...kills {
            let (guesses, failures) = try victim.attempts("--guess", within: span)
            #expect(failures >= guesses, "kill \(number)")
            refused += guesses
            uncounted += max(0, guesses - failures)
        }
        #expect(refused > kills / 4)

        var (uncountedEarly, earlyKills) = (0, 0)
        // In the short form, only until it has shown that an attempt that isn't counted is noticed.
        while uncountedEarly == 0 && earlyKills < 50 * kills || ReliabilityFigure.isTorture && earlyKills < kills {
            earlyKills += 1
            let (guesses, failures) = try victim.attempts("--guess-early", within: span)
            uncountedEarly += max(0, guesses - failures)
        }
        #expect(uncountedEarly > 0, "a process that refuses before it counts isn't detected")
        ReliabilityFigure.record(
            "R14", "a kill gives no attempt back",
            figure: "\(kills) kills, \(refused) attempts refused, \(uncounted) not counted",
            control: "refused before it is counted: \(uncountedEarly) not counted in \(earlyKills) kills")
    }
}
