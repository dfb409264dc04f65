import Dispatch
import Synchronization
import Testing

@testable import SealedStore

/// Writers of an account take turns, and its watchers are woken, in memory and in a file as on a server. Each harness
/// has a control: an engine that does neither.
@Suite struct `An engine without a server` {
    private static let kind = EngineModel.singletons[0]

    private func makeAccount(in engine: any RecordEngine) throws {
        try engine.transaction(.writing, of: .main) { backend in
            try backend.putGate(
                GateRow(epoch: 1, shuffle: false, stages: [], recovery: [1], deviceCheck: [2], mac: [3]), of: .main)
        }
    }

    /// Increments a number in an account; the body runs between reading and writing.
    private func count(in engine: any RecordEngine, _ body: () -> Void = {}) throws {
        try engine.transaction(.writing, of: .main) { backend in
            let heads = try #require(try backend.heads(of: .main, kinds: [Self.kind]))
            let number = (heads.singletons[Self.kind.name]?.number ?? 0) + 1
            body()
            try backend.put(RecordRow(number: number, revision: number, boxes: [[1]]), Self.kind, of: .main)
        }
    }

    private func number(in engine: any RecordEngine) throws -> Int {
        try engine.transaction(.reading, of: .main) { backend in
            try backend.heads(of: .main, kinds: [Self.kind])?.singletons[Self.kind.name]?.number ?? 0
        }
    }

    /// The number of two changes that is lost when the second begins in the middle of the first.
    ///
    /// - Parameter patience: how long the first waits for the second to overtake it.
    private func lostChanges(
        _ first: any RecordEngine, _ second: any RecordEngine, patience: DispatchTimeInterval
    ) throws -> Int {
        try makeAccount(in: first)
        let ended = DispatchSemaphore(value: 0)
        let failures = Atomic<Int>(0)
        try count(in: first) {
            DispatchQueue.global().async {
                if (try? count(in: second)) == nil { failures.add(1, ordering: .relaxed) }
                ended.signal()
            }
            if ended.wait(timeout: .now() + patience) == .success { ended.signal() }
        }
        ended.wait()
        return try 2 - number(in: first) + failures.load(ordering: .relaxed)
    }

    @Test(arguments: LocalEngine.allCases)
    func `lets writers of an account take turns, so that no change is lost`(place: LocalEngine) throws {
        let store = try place.store(.forParity)
        #expect(try lostChanges(store.engine, store.another(), patience: .milliseconds(100)) == 0)
    }

    @Test(arguments: LocalEngine.allCases) func `is detected if it takes no turns`(place: LocalEngine) throws {
        let store = try place.store(.forParity)
        let engine = CarelessEngine(store.engine)
        #expect(try lostChanges(engine, engine, patience: .seconds(20)) == 1)
    }

    /// Whether a watcher is woken by each of several changes.
    ///
    /// - Parameter patience: how long to wait for each.
    private func wakes(
        _ watched: any RecordEngine, by writer: any RecordEngine, patience: DispatchTimeInterval
    ) throws -> Bool {
        try makeAccount(in: writer)
        let alarm = DispatchSemaphore(value: 0)
        let watch = try watched.watch(.main) { alarm.signal() }
        defer { withExtendedLifetime(watch) {} }
        for _ in 0..<5 {
            // What it was told before has nothing to do with the next change.
            while alarm.wait(timeout: .now()) == .success {}
            try count(in: writer)
            guard alarm.wait(timeout: .now() + patience) == .success else { return false }
        }
        return true
    }

    @Test(arguments: LocalEngine.allCases) func `wakes the watchers of a change`(place: LocalEngine) throws {
        let store = try place.store(.forParity)
        #expect(try wakes(store.engine, by: store.another(), patience: .seconds(20)))
    }

    @Test(arguments: LocalEngine.allCases) func `wakes its watchers without a change, too`(place: LocalEngine) throws {
        let store = try place.store(.forParity)
        try makeAccount(in: store.engine)
        let alarm = DispatchSemaphore(value: 0)
        let watch = try store.engine.watch(.main) { alarm.signal() }
        defer { withExtendedLifetime(watch) {} }
        while alarm.wait(timeout: .now()) == .success {}
        try store.another().wakeWatches(of: .main)
        #expect(alarm.wait(timeout: .now() + 20) == .success)
    }

    @Test(arguments: LocalEngine.allCases) func `settles what was in doubt on what is committed`(
        place: LocalEngine
    ) throws {
        let store = try place.store(.forParity)
        try makeAccount(in: store.engine)
        try count(in: store.another())
        let settled = try store.engine.settled(.main) { backend in
            try backend.heads(of: .main, kinds: [Self.kind])?.singletons[Self.kind.name]?.number
        }
        #expect(settled == 1)
    }

    @Test(arguments: LocalEngine.allCases) func `is detected if it wakes nobody`(place: LocalEngine) throws {
        let store = try place.store(.forParity)
        #expect(try !wakes(CarelessEngine(store.engine), by: store.another(), patience: .milliseconds(20)))
    }
}

/// An engine that takes no turns and wakes nobody: a transaction reads what is there at each moment, and writes at its
/// end.
private final class CarelessEngine: PassingEngine, @unchecked Sendable {
    override func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        let backend = CarelessBackend(base)
        let result = try body(backend)
        let writes = backend.writes
        return try base.transaction(
            access, of: account,
            { backend in
                for write in writes { try write(backend) }
                return result
            }, settling: settling)
    }

    override func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
        NoWatch()
    }

    private final class NoWatch: EngineWatch {}
}

/// Reads at once, and collects what is to be written.
private final class CarelessBackend: PassingBackend {
    private let base: any RecordEngine
    private(set) var writes: [(any RecordBackend) throws -> Void] = []

    init(_ base: any RecordEngine) { self.base = base }

    override func read<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try base.look(body)
    }

    override func write(_ body: @escaping (any RecordBackend) throws -> Void) throws { writes.append(body) }
}
