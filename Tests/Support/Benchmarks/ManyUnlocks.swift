internal import Dispatch
internal import Glibc
internal import ProfileKit
internal import Sealing
internal import Synchronization

/// How long the reads of an open store take while many accounts unlock, and the memory of that process.
struct ManyUnlocks {
    let workshop: Workshop
    let unlocks: Int

    /// How the keys are derived.
    enum Way: String, CaseIterable {
        /// On the queue that all asynchronous operations share, as many at a time as that runs.
        case shared
        /// As the library does.
        case own
    }

    func rows() throws -> [Row] {
        let made = try (0...unlocks).map { try LibraryStore.make(at: home(of: $0), cost: $0 == 0 ? .least : .moderate) }
        for each in made { each.store.close() }
        return try Way.allCases.flatMap { way in
            let output = workshop.path("unlocks-\(way)")
            try Command(
                arguments: [CommandLine.arguments[0], "unlocks", workshop.folder, "\(unlocks)", way.rawValue],
                output: output
            ).run()
            let figures = String(decoding: try FileContent.read(output), as: UTF8.self).split(separator: "\n")
                .compactMap { Double($0) }
            guard figures.count == 4 else { throw Command.Failure(description: "no reads were measured") }
            let what = "beside \(unlocks) unlocks, \(way == .own ? "in turns" : "on the shared queue")"
            return [
                Row(
                    what: "read of an open store \(what), 99 of 100", figure: figures[1], unit: .seconds,
                    goal: way == .own ? .atMost(0.005) : nil,
                    detail: "median \(duration(figures[0])), longest \(duration(figures[2]))"),
                Row(what: "peak memory \(what)", figure: figures[3], unit: .bytes),
            ]
        }
    }

    private func home(of number: Int) -> String { "\(workshop.folder)/unlocks-\(number)" }

    /// The child's work: prints the median, the 99th percentile and the longest time of the reads, and the peak memory.
    static func measure(in folder: String, unlocks: Int, _ way: Way) async throws {
        func gate(_ number: Int) throws -> Gate {
            let home = "\(folder)/unlocks-\(number)"
            var configuration = LibraryStore.configuration(home: home)
            if way == .shared { configuration.maximumDerivations = unlocks }
            return try Gate(at: "\(home)/bench.profile", configuration: configuration)
        }
        let store = try await gate(0).unlock(with: Secret(LibraryStore.passcode))
        let gates = try (1...unlocks).map(gate)
        let reading = Task {
            var times: [Double] = []
            while !hasEnded.load(ordering: .relaxed) {
                let start = ContinuousClock.now
                _ = try await offloading { try store.history(limit: 1) }
                times.append(start.duration(to: .now) / .seconds(1))
                try? await Task.sleep(for: .milliseconds(5))
            }
            return times.sorted()
        }
        try await withThrowingTaskGroup { group in
            for gate in gates {
                group.addTask {
                    switch way {
                    case .own: _ = try await gate.unlock(with: Secret(LibraryStore.passcode))
                    case .shared:
                        _ = try await onSharedQueue { try gate.unlock(with: Secret(LibraryStore.passcode)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        hasEnded.store(true, ordering: .relaxed)
        let times = try await reading.value
        print(median(times), times[times.count * 99 / 100], times[times.count - 1], try ownPeak(), separator: "\n")
    }

    /// The most memory that this process had at any time, in bytes. What the system says of a process that ended includes
    /// the one that started it.
    private static func ownPeak() throws -> Double {
        let lines = String(decoding: try FileContent.read("/proc/self/status"), as: UTF8.self).split(separator: "\n")
        let peak = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropLast().last
        return peak.flatMap { Double($0) }.map { $0 * 1024 } ?? .nan
    }

    private static let hasEnded = Atomic<Bool>(false)

    private static func onSharedQueue<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

extension KeyDerivation.Cost {
    /// The lowest cost that there is, which protects nothing.
    static var least: Self { Self(operations: 1, memory: leastMemory) }
}
