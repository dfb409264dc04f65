import Dispatch
import Glibc
import Sealing
import Synchronization
import Testing

@testable import SealedStore

/// Runs a body when an attempt is counted: it reads the wall clock, waits for its turn, and reads the time since boot.
private final class AttemptClock: MachineClock {
    private let onAttempt: @Sendable () -> Void
    private let isExpected = Atomic<Bool>(false)

    init(onAttempt: @escaping @Sendable () -> Void) { self.onAttempt = onAttempt }

    var bootInstant: BootInstant {
        if isExpected.exchange(false, ordering: .relaxed) { onAttempt() }
        return SystemClock().bootInstant
    }

    var wallTime: WallTime {
        isExpected.store(true, ordering: .relaxed)
        return SystemClock().wallTime
    }
}

/// Waits for something that other tasks and threads do, without keeping one of the few threads of tasks.
private func wait(until isSo: () throws -> Bool) async rethrows {
    while try !isSo() { await Task.yield() }
}

private let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))

@Suite struct `The turns to derive a key` {
    private let turns = DerivationTurns()

    @Test func `are given in order, each when fewer are taken than its limit says`() async throws {
        try turns.take(limit: 0)
        let given = Mutex<[Int]>([])
        for limit in [1, 2] {
            let waiting = turns.waiting
            DispatchQueue(label: "waiter").async { [turns] in
                try? turns.take(limit: limit)
                given.withLock { $0.append(limit) }
            }
            // The second would be given at once if it weren't behind the first.
            await wait { turns.waiting == waiting + 1 }
        }
        turns.giveBack()
        await wait { given.withLock { $0.count } == 2 }
        #expect(turns.areTaken && turns.waiting == 0)
        for _ in 1...2 { turns.giveBack() }
        #expect(!turns.areTaken)
    }

    @Test func `aren't given to a task that is cancelled while it waits`() async throws {
        try turns.take(limit: 1)
        let task = Task { [turns] in try await offloadingAttempt { try turns.take(limit: 1) } }
        await wait { turns.waiting == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(turns.waiting == 0)
        turns.giveBack()
        #expect(!turns.areTaken)
    }
}

@Suite struct `Many unlocks at once` {
    private let turns = DerivationTurns()

    /// The gates of stores of their own, with a clock that tells of each attempt.
    private func gates(
        _ count: Int, limit: Int = 1, onAttempt: @escaping @Sendable () -> Void
    ) throws -> [(folder: SharedFolder, gate: SealedGate<TripStore>)] {
        try (0..<count).map { _ in
            let folder = try SharedFolder()
            try folder.create(TripStore.self)
            var configuration = folder.configuration
            configuration.clock = AttemptClock(onAttempt: onAttempt)
            (configuration.derivationTurns, configuration.maximumDerivations) = (turns, limit)
            return (folder, try SealedGate(at: .file(folder.path), configuration: configuration))
        }
    }

    @Test func `don't keep the reads of an open store waiting`() async throws {
        let isRead = Mutex(false)
        let areDeriving = Mutex(false)
        let gaveUp = Mutex(false)
        let gates = try gates(processors + 2) {
            areDeriving.withLock { $0 = true }
            let end = ContinuousClock.now.advanced(by: .seconds(20))
            // Works like a derivation: a thread that sleeps would be replaced by another one.
            while !isRead.withLock({ $0 }), .now < end { sched_yield() }
            if end < .now { gaveUp.withLock { $0 = true } }
        }
        let folder = try SharedFolder()
        try folder.create(TripStore.self)
        let store = try folder.open(TripStore.self)
        try await withThrowingTaskGroup { group in
            for (folder, gate) in gates {
                group.addTask { _ = try await gate.unlock(with: Secret(folder.passcode)) }
            }
            await wait { areDeriving.withLock { $0 } }
            for _ in 0..<10 { try await offloading { try store.opened.read { #expect($0.generation == 1) } } }
            isRead.withLock { $0 = true }
            try await group.waitForAll()
        }
        #expect(!gaveUp.withLock { $0 })
    }

    @Test(arguments: [1, 2])
    func `derive one key at a time unless more are allowed, in either form`(limit: Int) async throws {
        let running = Mutex(0)
        let most = Mutex(0)
        let gates = try gates(6, limit: limit) {
            let count = running.withLock { running in
                running += 1
                return running
            }
            most.withLock { $0 = max($0, count) }
            // As many as are allowed wait for each other, unless they run one at a time in spite of that.
            let end = ContinuousClock.now.advanced(by: .seconds(20))
            while most.withLock({ $0 }) < limit, .now < end { sched_yield() }
            for _ in 0..<200 { sched_yield() }
            running.withLock { $0 -= 1 }
        }
        try await withThrowingTaskGroup { group in
            for (index, (folder, gate)) in gates.enumerated() {
                group.addTask {
                    guard index.isMultiple(of: 2) else {
                        _ = try await gate.unlock(with: Secret(folder.passcode))
                        return
                    }
                    _ = try await offloadingAttempt { try gate.unlock(with: Secret(folder.passcode)) }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.withLock { $0 } == limit)
    }

    @Test func `derive and count nothing for one that is cancelled while it waits for its turn`() async throws {
        let (folder, gate) = try #require(try gates(1, onAttempt: { Issue.record("an attempt was counted") }).first)
        let state = try gate.core.use { gate.core.folder(in: $0) }
        try turns.take(limit: 1)
        defer { turns.giveBack() }
        let task = Task { try await gate.unlock(with: Secret("150726")) }
        try await wait { try !state.isFree }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(try folder.gate(TripStore.self).status.failures == 0)
    }

    @Test func `of one account wait for an attempt elsewhere without keeping others waiting`() async throws {
        let gates = try gates(2, onAttempt: {})
        let (busy, free) = (gates[0], gates[1])
        let state = try busy.gate.core.use { busy.gate.core.folder(in: $0) }
        let (isHeld, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue(label: "holder").async {
            try? state.holding {
                isHeld.signal()
                mayEnd.wait()
            }
        }
        await offloaded { isHeld.wait() }
        try await withThrowingTaskGroup { group in
            for _ in 0..<processors + 2 {
                group.addTask { _ = try await busy.gate.unlock(with: Secret(busy.folder.passcode)) }
            }
            let store = try await free.gate.unlock(with: Secret(free.folder.passcode))
            for _ in 0..<10 { try await offloading { try store.opened.read { #expect($0.generation == 1) } } }
            mayEnd.signal()
            try await group.waitForAll()
        }
    }

    private func offloaded(_ body: @escaping @Sendable () -> Void) async {
        try? await offloadingAttempt(body)
    }
}
