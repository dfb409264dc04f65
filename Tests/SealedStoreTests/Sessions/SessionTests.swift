import Dispatch
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import SealedStore

@Suite(
    .temporaryStore,
    .reliability(
        "R15", "a session ends at its limits, at a lock and at a reboot, whatever the wall clock shows",
        figure: "idle and absolute limit, lock elsewhere, reboot, clock a day off")
) struct `A session` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }
    private var clock: ManualClock { temporary.clock }

    private func begin(lasting: Duration = .seconds(7200), idle: Duration = .seconds(900)) throws {
        try temporary.unlock().beginSession(duration: lasting, idleLimit: idle)
    }

    @Test func `does not begin with an unlock alone`() throws {
        _ = try temporary.unlock()
        #expect(try gate.resume() == nil)
        #expect(try gate.status.session == nil)
    }

    @Test func `opens the store for other processes without a passcode`() throws {
        try begin()
        let store = try #require(try gate.resume())
        #expect(try store.document.place == "nowhere")
        #expect(try gate.status.session?.storage == .file)
    }

    @Test func `ends when it is unused for its idle limit`() throws {
        try begin()
        clock.advance(by: .seconds(899))
        #expect(try gate.status.session != nil)
        clock.advance(by: .seconds(1))
        #expect(try gate.status.session == nil)
        #expect(try gate.resume() == nil)
    }

    @Test func `continues while it is used, up to its absolute limit`() throws {
        try begin()
        for _ in 1...14 {
            clock.advance(by: .seconds(500))
            #expect(try gate.resume() != nil)
        }
        clock.advance(by: .seconds(199))
        #expect(try gate.resume() != nil)
        clock.advance(by: .seconds(1))
        #expect(try gate.resume() == nil)
    }

    @Test func `is not extended by reading its status, nor by a reader that opts out`() throws {
        try begin()
        clock.advance(by: .seconds(800))
        _ = try gate.status
        _ = try gate.resume(extending: false)
        clock.advance(by: .seconds(100))
        #expect(try gate.resume() == nil)
    }

    @Test func `is written anew only when a tenth of its idle limit has passed`() throws {
        try begin(idle: .seconds(900))
        let key = try #require(try contents(of: temporary.folder).first { $0.hasPrefix("trips-") })
        func written() throws -> [UInt8] { try bytes(of: "\(temporary.folder)/\(key)") }
        var before = try written()
        for _ in 1...3 {
            clock.advance(by: .seconds(30))
            #expect(try gate.resume() != nil)
            #expect(try written() == before)
        }
        clock.advance(by: .seconds(1))
        #expect(try gate.resume() != nil)
        #expect(try written() != before)
        before = try written()
        clock.advance(by: .seconds(90))
        #expect(try gate.resume() != nil)
        #expect(try written() == before, "a tenth from the last time that it was written")
        clock.advance(by: .seconds(809))
        #expect(try gate.resume() != nil, "the idle limit runs from there too")
    }

    @Test func `continues while an open store reports use`() throws {
        try begin()
        let open = try #require(try gate.resume())
        for _ in 1...14 {
            clock.advance(by: .seconds(500))
            try open.extendSession()
        }
        #expect(try gate.status.session != nil)
        clock.advance(by: .seconds(200))
        #expect(code { try open.extendSession() } == .locked)
    }

    @Test func `ends for every process on a lock`() throws {
        try begin()
        let open = try #require(try gate.resume())
        #expect(try gate.lock())
        #expect(code { _ = try open.document } == .locked)
        #expect(code { try open.edit { $0.days = 3 } } == .locked)
        #expect(try gate.resume() == nil)
        #expect(try !gate.lock())
    }

    @Test func `keeps an open store open while another process uses it`() throws {
        try begin()
        let open = try #require(try gate.resume())
        clock.advance(by: .seconds(600))
        _ = try gate.resume()
        clock.advance(by: .seconds(600))
        #expect(try open.document.place == "nowhere")
        clock.advance(by: .seconds(900))
        #expect(code { _ = try open.document } == .locked)
    }

    @Test func `does not survive a reboot`() throws {
        try begin()
        clock.reboot()
        #expect(try gate.resume() == nil)
        clock.reboot(sinceBoot: .seconds(1000))
        #expect(try gate.resume() == nil)
    }

    @Test(arguments: [-86_400, 86_400]) func `is not affected by setting the wall clock`(seconds: Int) throws {
        try begin()
        clock.moveWallClock(by: .seconds(seconds))
        #expect(try gate.resume() != nil)
        clock.advance(by: .seconds(7200))
        clock.moveWallClock(by: .seconds(-seconds - 7200))
        #expect(try gate.resume() == nil)
    }

    @Test func `refuses limits out of bounds`() throws {
        let store = try temporary.unlock()
        #expect(code { try store.beginSession(duration: .seconds(86_401)) } == .invalidValue)
        #expect(code { try store.beginSession(duration: .zero) } == .invalidValue)
        #expect(code { try store.beginSession(idleLimit: .zero) } == .invalidValue)
        // Longer than 292 years, which is the most that can be stored.
        try store.beginSession(idleLimit: .seconds(1e19))
        #expect(try gate.resume() != nil)
    }

    @Test func `is ended by a lock that began before it, which says so`() throws {
        let file = InterposedFile(gate.path)
        let earlier = try Gate(at: StoreLocation(file), configuration: gate.configuration)
        // The lock has looked for sessions and found none.
        file.before(.writing) { [gate] in
            _ = try? gate.unlock(with: Secret(TemporaryStore.passcode)).beginSession()
        }
        #expect(try earlier.lock())
        #expect(try gate.resume() == nil)
    }

    @Test func `is not taken for ended by a read that began before it`() throws {
        let file = InterposedFile(gate.path)
        let store = try Gate(at: StoreLocation(file), configuration: gate.configuration)
            .unlock(with: Secret(TemporaryStore.passcode))
        // After this, the next read doesn't go on from the last one, but looks at the gate and the session again.
        try temporary.unlock().edit { $0.place = "after" }
        let (hasBegun, isCommitted, isRead) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let place = Mutex<String?>(nil)
        file.during(.reading) {
            hasBegun.signal()
            isCommitted.wait()
        }
        file.during(.writing) {
            DispatchQueue.global().async {
                place.withLock { $0 = try? store.document.place }
                isRead.signal()
            }
            hasBegun.wait()
        }
        try store.beginSession()
        isCommitted.signal()
        isRead.wait()
        #expect(place.withLock { $0 } == "after")
        #expect(try store.session == gate.status.session)
    }
}

/// A store's file, with something that happens once before a transaction, or during it, after its first query.
private final class InterposedFile: EngineOpener {
    private let path: String
    private let beginnings = Mutex<[EngineAccess: @Sendable () -> Void]>([:])
    private let events = Mutex<[EngineAccess: @Sendable () -> Void]>([:])

    init(_ path: String) { self.path = path }

    func before(_ access: EngineAccess, _ event: @escaping @Sendable () -> Void) {
        beginnings.withLock { $0[access] = event }
    }

    func during(_ access: EngineAccess, _ event: @escaping @Sendable () -> Void) {
        events.withLock { $0[access] = event }
    }

    var name: String { path }
    var file: String? { path }

    func open(_ schema: EngineSchema) throws -> any RecordEngine {
        Engine(try SQLiteEngine(opening: path, schema), self)
    }
    func create(_ schema: EngineSchema) throws -> any RecordEngine { try open(schema) }

    private final class Engine: RecordEngine {
        private let base: SQLiteEngine
        private let file: InterposedFile

        init(_ base: SQLiteEngine, _ file: InterposedFile) { (self.base, self.file) = (base, file) }

        var name: String { base.name }
        var id: StoreID { base.id }
        var instance: InstanceID { base.instance }
        var isCurrent: Bool { base.isCurrent }

        func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
            try base.look(body)
        }

        func transaction<Result: Sendable>(
            _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
            settling: (Result, any RecordBackend) throws -> Bool?
        ) throws -> EngineOutcome<Result> {
            file.beginnings.withLock { $0.removeValue(forKey: access) }?()
            return try base.transaction(
                access, of: account,
                { backend in
                    // This settles what a transaction that reads will see.
                    _ = try backend.heads(of: account, kinds: [])
                    file.events.withLock { $0.removeValue(forKey: access) }?()
                    return try body(backend)
                }, settling: settling)
        }

        func wakeWatches(of account: AccountID) { base.wakeWatches(of: account) }

        func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch {
            try base.watch(account, wake)
        }

        func scrub() throws { try base.scrub() }
        func checks() throws -> [StoreCheck] { try base.checks() }
        func copy(toEmptyFile path: String) throws { try base.copy(toEmptyFile: path) }
    }
}

@Suite(.temporaryStore, .timeLimit(.minutes(ReliabilityFigure.minutes))) struct `Waiting for a session or an attempt` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// The gate as another process opens it.
    private func elsewhere() throws -> Gate {
        try Gate(at: .file(temporary.gate.path), configuration: temporary.gate.configuration)
    }

    @Test func `ends at once when there is one`() async throws {
        let session = try temporary.unlock().beginSession()
        #expect(try await temporary.gate.nextSession().deadline == session.deadline)
    }

    @Test func `ends when someone unlocks elsewhere, and the store can then be opened`() async throws {
        let gate = temporary.gate
        async let session = gate.nextSession()
        _ = try await elsewhere().unlock(with: Secret(TemporaryStore.passcode)).beginSession()
        _ = try await session
        #expect(try gate.resume() != nil)
    }

    @Test func `continues through other changes, such as an edit and a lock`() async throws {
        let gate = temporary.gate
        try temporary.unlock().beginSession()
        try gate.lock()
        let waiting = Task { try await gate.nextSession() }
        let other = try await elsewhere().unlock(with: Secret(TemporaryStore.passcode))
        for number in 0..<5 { try await other.edit { $0.place = "place \(number)" } }
        let begun = try other.beginSession()
        #expect(try await waiting.value.deadline == begun.deadline)
    }

    @Test func `ends with its task`() async throws {
        let gate = temporary.gate
        let waiting = Task { try await gate.nextSession() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func `ends when an attempt fails elsewhere, and when a session begins`() async throws {
        let gate = temporary.gate
        async let failed = gate.nextStatus(otherThan: 0)
        for _ in 1...2 { _ = try? await elsewhere().unlock(with: Secret("111112")) }
        let failures = try await failed.failures
        #expect(failures == 1 || failures == 2)
        // It looks at once for what the caller doesn't know.
        #expect(try await gate.nextStatus(otherThan: 0).failures == 2)
        async let begun = gate.nextStatus(otherThan: 2)
        try await elsewhere().unlock(with: Secret(TemporaryStore.passcode)).beginSession()
        let status = try await begun
        #expect(status.session != nil || status.failures == 0)
        #expect(try await gate.nextStatus(otherThan: 0).session != nil)
    }

    @Test func `is woken by an attempt, although that writes nothing to the store`() async throws {
        let gate = temporary.gate
        let folder = try gate.core.use { gate.core.folder(in: $0) }
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try folder.watchAttempts { continuation.yield() }
        _ = try? await elsewhere().unlock(with: Secret("111112"))
        var iterator = wakes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        withExtendedLifetime(watch) {}
    }

    @Test func `doesn't take an attempt for a failure while it is made`() throws {
        let gate = temporary.gate
        let folder = try gate.core.use { gate.core.folder(in: $0) }
        let during = try folder.holding { try gate.statusBetweenAttempts() }
        #expect(during == nil)
        #expect(try gate.statusBetweenAttempts()?.failures == 0)
    }

    @Test func `is an error when the store is gone`() async throws {
        let gone = try elsewhere()
        for file in ["", "-wal", "-shm"] { try? remove(gone.path + file) }
        let error = await #expect(throws: StoreError.self) { try await gone.nextSession() }
        #expect(error?.code == .noStore)
    }
}
