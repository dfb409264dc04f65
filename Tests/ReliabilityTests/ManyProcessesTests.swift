import FoundationEssentials
import Glibc
import ProfileKit
import ProfileKitTesting
import TestSupport
import Testing

/// R9 to R11: many processes at one store.
@Suite(.serialized, .timeLimit(.minutes(ReliabilityFigure.minutes))) struct `Many processes at one store` {
    /// A store with a live session, and the program that writes to it.
    private struct Shared {
        let temporary: TemporaryStore
        let writer: Program

        init() throws {
            temporary = try TemporaryStore()
            writer = Program(
                path: Program.built("StoreDriver"),
                environment: ["HOME": temporary.folder, "XDG_RUNTIME_DIR": temporary.folder, "PATH": "/usr/bin:/bin"])
            // With the machine's clock, which the writers use too.
            let gate = try Gate(at: .file(temporary.gate.path), configuration: Self.configuration(temporary.folder))
            let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
            try store.edit { $0.username = "0" }
            try store.beginSession()
        }

        private static func configuration(_ folder: String) -> Gate.Configuration {
            TemporaryStore.configuration(folder: folder, clock: SystemClock())
        }

        func store() throws -> ProfileStore {
            let gate = try Gate(at: .file(temporary.gate.path), configuration: Self.configuration(temporary.folder))
            return try gate.unlock(with: Secret(TemporaryStore.passcode))
        }

        /// Runs a number of writers at once, and returns the longest time of an edit.
        func write(_ mode: String, processes: Int, edits: Int) throws -> Double {
            let running = try (0..<processes).map { number in
                try writer.start("write", temporary.gate.path, mode == "name" ? "w\(number)" : mode, "\(edits)")
            }
            return try running.map { process in
                let finished = try process.wait(timeout: .seconds(300))
                try #require(finished.exitCode == 0, "\(finished)")
                let last = try #require(finished.output.split(separator: "\n").last)
                return try #require(Double(last.dropFirst("longest ".count)))
            }.max() ?? 0
        }
    }

    @Test(arguments: [8, 32]) func `lose no edit, and none waits for long`(processes: Int) throws {
        let edits = ReliabilityFigure.isTorture ? 500 : 160 / processes
        let shared = try Shared()
        let longest = try shared.write("--add", processes: processes, edits: edits)
        #expect(try shared.store().profile.username == "\(processes * edits)")
        // The bound is for processes without other load on the machine. Without one, ten seconds are an error.
        if ReliabilityFigure.isTorture { #expect(longest < 5) }

        let careless = try Shared()
        _ = try careless.write("--add-carelessly", processes: processes, edits: edits)
        let kept = Int(try careless.store().profile.username) ?? 0
        #expect(kept < processes * edits)
        ReliabilityFigure.record(
            "R9", "\(processes) processes lose no edit",
            figure: "\(processes) × \(edits) edits, 0 lost, longest wait \(Int(longest * 1000)) ms",
            control: "read first, write later: \(processes * edits - kept) lost")
    }

    /// Eight writers, of which one is killed, and replaced by another, every 20 ms.
    ///
    /// - Parameters:
    ///   - mode: the beginning of the writers' names.
    ///   - isEnough: whether what the killed writers have printed so far is enough.
    /// - Returns: the number of kills, and the lines that the writers have printed.
    private func killWriters(
        of shared: Shared, _ mode: String, seconds: Int, until isEnough: (Set<String>) throws -> Bool = { _ in false }
    ) throws -> (Int, acknowledged: Set<String>) {
        let end = ContinuousClock.now + .seconds(seconds)
        // On a slow machine, until there were enough.
        let last = end + .seconds(60)
        var source = SeededSource(seed: ReliabilityFigure.seed + 10)
        var acknowledged: Set<String> = []
        var (kills, name) = (0, 0)
        func start() throws -> RunningProgram {
            name += 1
            return try shared.writer.start("write", shared.temporary.gate.path, "\(mode)\(name)", "1000000")
        }
        func gather(_ process: RunningProgram) throws {
            process.kill()
            let finished = try process.wait()
            #expect(finished.errors.isEmpty, "\(finished)")
            // A last line without its line end doesn't count as acknowledged.
            acknowledged.formUnion(
                finished.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
        }
        var running = try (0..<8).map { _ in try start() }
        while ContinuousClock.now < end || kills <= 10 && ContinuousClock.now < last {
            // No condition is waited for: the kills are to come at moments that nothing in the program determines.
            usleep(20_000)
            let victim = Int.random(in: 0..<running.count, using: &source)
            try gather(running[victim])
            kills += 1
            running[victim] = try start()
            if try isEnough(acknowledged) { break }
        }
        for process in running { try gather(process) }
        return (kills, acknowledged.filter { !$0.hasPrefix("longest") })
    }

    @Test func `lose nothing that was acknowledged when they are killed at any moment`() throws {
        let shared = try Shared()
        let (kills, acknowledged) = try killWriters(of: shared, "w", seconds: ReliabilityFigure.isTorture ? 30 : 3)
        let store = try shared.store()
        let history = Set(try store.history().map { "\($0.revision) \($0.profile.username)" })
        let lost = acknowledged.subtracting(history)
        #expect(lost.isEmpty)
        #expect(!acknowledged.isEmpty && kills > 10)
        #expect(try store.check().allSatisfy(\.isOK))

        var (earlyKills, earlyNames, lostEarly, rounds) = (0, 0, 0, 0)
        repeat {
            let early = try Shared()
            let store = try early.store()
            func lost(of names: Set<String>) throws -> Int {
                names.subtracting(try store.history().map(\.profile.username)).count
            }
            let (kills, names) = try killWriters(
                of: early, "--early", seconds: ReliabilityFigure.isTorture ? 30 : 3,
                until: { try !ReliabilityFigure.isTorture && lost(of: $0) > 0 })
            (earlyKills, earlyNames, rounds) = (earlyKills + kills, earlyNames + names.count, rounds + 1)
            lostEarly += try lost(of: names)
        } while lostEarly == 0 && rounds < 10
        #expect(lostEarly > 0, "writers that acknowledge too early aren't detected")
        ReliabilityFigure.record(
            "R10", "8 writers, one killed every 20 ms, lose nothing",
            figure: "\(kills) kills, \(acknowledged.count) acknowledged, \(lost.count) lost, \(history.count) commits",
            control: "acknowledged before the commit: \(lostEarly) of \(earlyNames) lost in \(earlyKills) kills")
    }

    @Test func `make one store and one device secret when all start at once`() throws {
        let rounds = ReliabilityFigure.isTorture ? 30 : 2
        var opened = 0
        for _ in 0..<rounds {
            let folder = try TemporaryFolder()
            let home = folder.path(of: "home")
            try FileManager.default.createDirectory(
                atPath: home, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let writer = Program(
                path: Program.built("StoreDriver"),
                environment: ["HOME": home, "XDG_RUNTIME_DIR": home, "PATH": "/usr/bin:/bin"])
            let running = try (0..<24).map { _ in try writer.start("write", "\(home)/first.profile", "--open") }
            for process in running {
                let finished = try process.wait(timeout: .seconds(120))
                #expect(finished.exitCode == 0, "\(finished)")
                opened += finished.exitCode == 0 ? 1 : 0
            }
            let secrets = try FileManager.default.subpathsOfDirectory(atPath: home).filter {
                $0.contains("device.key")
            }
            #expect(secrets.count == 1, "\(secrets)")
            let configuration = TemporaryStore.configuration(folder: home, clock: SystemClock())
            let gate = try Gate(at: "\(home)/first.profile", configuration: configuration)
            // The first revision, and one for each edit.
            #expect(try gate.unlock(with: Secret(TemporaryStore.passcode)).committed.revision == 25)
        }
        ReliabilityFigure.record(
            "R11", "24 processes that create a store concurrently create one",
            figure: "\(opened) of \(rounds * 24) opened, one store and one device secret each time")
    }
}
