internal import Glibc
internal import Sealing
internal import Synchronization
internal import SystemKit

/// One unlocked account of a store, with its keys and session: what a program holds of it. Only a ``SealedGate``
/// creates one, for a ``GatedStore``, which adds the operations on its own values.
///
/// Its methods block for as long as the engine takes, which for a file is well under a millisecond unless another
/// process is writing. Reads run one at a time, and don't wait for a write or a copy; a write waits for a read of the
/// same open store. The methods may be called from any thread, but not from within a body that one of them runs: the
/// body is passed what it needs. All of them throw ``StoreError``: `locked` once the store is closed, the account was
/// locked, the session has ended or a secret was changed; `damaged`; `busy`; `io`; `misuse` within such a body.
public final class OpenAccount: Sendable {
    package let core: GateContext
    /// The store's path, or its URL without user and password.
    package let name: String
    let failuresBefore: PastFailures?
    private let version: GateVersion
    private let scope: AccountContext
    package let memory: MachineMemory
    /// The state folder's stamp when the store was opened, which each lock changes that can't be written to the store.
    private let lockStamp: FileTime?
    /// `nil` once the store is closed.
    private let unlocked: Mutex<Unlocked?>
    private let heldSession: Mutex<GateSession?>
    // Engines serialize only the use of a connection, of which a server's engine has several. These serialize bodies,
    // so that there is one error for calls from within a body, and `close` can wait for them.
    private let reading = OwnedMutex()
    /// For bodies that write, and operations outside of a transaction.
    private let writing = OwnedMutex()
    let queues = StoreQueues()
    /// Whether the store was closed because its file was moved, where a lock wouldn't reach it.
    private let hasMoved = Atomic<Bool>(false)
    /// Wakes this process's readers when something may have changed.
    let followers = WatchList()
    private let monitor = Mutex<StoreWatch?>(nil)

    /// - Parameters:
    ///   - lockStamp: the state folder's, read before the session's key, so that a lock made meanwhile is noticed.
    ///   - found: the account's heads as of a moment in which the gate had this version, and the session was live.
    init(
        _ engine: any RecordEngine, core: GateContext, version: GateVersion, dataKey: SharedSecret,
        memory: MachineMemory, lockStamp: FileTime?, session: GateSession?, failuresBefore: PastFailures? = nil,
        found: (moment: RecordMoment, heads: AccountHeads)? = nil
    ) throws(SealingError) {
        let sealer = try core.sealer(in: engine, dataKey: dataKey.secret)
        name = engine.name
        self.core = core
        self.version = version
        self.failuresBefore = failuresBefore
        self.memory = memory
        self.lockStamp = lockStamp
        scope = core.scope(in: engine)
        let unlocked = Unlocked(engine, dataKey: dataKey, sealer: sealer)
        if let found {
            let opened = OpenedHeads(found.heads, of: scope.instance.bytes, sealer: sealer)
            unlocked.cachedHeads.withLock { $0 = CachedHeads(moment: found.moment, opened: opened) }
            if opened.hasManifest, let manifest = found.heads.manifest { unlocked.see(manifest) }
        }
        self.unlocked = Mutex(unlocked)
        heldSession = Mutex(session)
        if core.configuration.watchesStores { watch() }
    }

    package var account: AccountID { core.account }

    func close() {
        dropKeys()
        // A closed store has nothing to notice. The monitor may be what calls this, so it is released last.
        let ended = monitor.withLock { $0.take() }
        defer { withExtendedLifetime(ended) {} }
        core.closeIdle()
        if !isRunningBody {
            reading.finish()
            writing.finish()
        }
        followers.wake()
    }

    /// Releases the keys, which are wiped when the bodies that use them have ended.
    private func dropKeys() {
        // The store is released within the lock, so that another thread that ends it also finds the file closed.
        unlocked.withLock { $0 = nil }
    }

    /// The error that says why the store is closed.
    private var closedError: StoreError {
        hasMoved.load(ordering: .sequentiallyConsistent)
            ? StoreError(.moved(followsCommit: false)) : StoreError(.locked)
    }

    /// Closes the store if its file was moved or replaced, so that nothing is written where nobody would read it.
    private func requireCurrent(_ engine: any RecordEngine) throws {
        guard !engine.isCurrent else { return }
        endAsMoved()
        throw StoreError(.moved(followsCommit: false))
    }

    private func endAsMoved() {
        hasMoved.store(true, ordering: .sequentiallyConsistent)
        dropKeys()
    }

    /// The store's engine and keys, unless it is closed.
    var current: Unlocked? { unlocked.withLock { $0 } }

    var session: GateSession? { heldSession.withLock { $0 } }

    // MARK: Serialization

    /// Whether this thread is running one of the store's bodies.
    private var isRunningBody: Bool { reading.isOwn || writing.isOwn }

    /// Runs a body with the engine and the keys; bodies of the same kind run one at a time.
    ///
    /// - Throws: ``StoreError`` with `misuse` if called from within another such body, which would deadlock.
    private func taking<Result: Sendable>(_ mutex: OwnedMutex, _ body: (Unlocked) throws -> Result) throws -> Result {
        try core.translating {
            guard !isRunningBody else { throw EngineError.nested }
            return try mutex.take {
                guard let unlocked = current else { throw closedError }
                return try body(unlocked)
            }
        }
    }

    // MARK: Changes by other processes

    /// Starts watching for changes by other processes, unless it has already been started.
    func watch() {
        monitor.withLock { monitor in
            guard monitor == nil, let unlocked = current else { return }
            monitor = StoreWatch(self, unlocked.engine)
        }
        scheduleSessionEnd()
    }

    /// Wipes the keys if the store has been locked, and wakes the readers, unless they know of this state.
    func noticeOthers() {
        do {
            // The lock stamp comes first, since a store that is out of reach may have been locked.
            try closeIfLockedElsewhere()
            try read { _ in }
            scheduleSessionEnd()
            guard isNews() else { return }
        } catch let error as StoreError where error.code == .locked || error.isMovedStore {
            close()
        } catch {
            // Busy or unreadable at the moment: the next read reports it.
        }
        followers.wake()
    }

    /// Whether the followers haven't been notified of the last state read. After this call they count as notified.
    private func isNews() -> Bool {
        // This compares within the lock, so that a close waits for it.
        unlocked.withLock { unlocked in
            guard let unlocked, let moment = unlocked.cachedHeads.withLock({ $0?.moment }) else { return true }
            return unlocked.lastNotified.withLock { last in
                defer { last = moment }
                return last != moment
            }
        }
    }

    /// Whether it notices changes by other processes.
    var isWatched: Bool { monitor.withLock { $0 != nil } }

    private func scheduleSessionEnd() {
        guard let left = session?.timeLeft(at: core.now) else { return }
        monitor.withLock { $0?.scheduleSessionEnd(in: left) }
    }

    // MARK: Transactions

    /// Runs a body on a consistent snapshot of the latest values.
    ///
    /// - Throws: what the body throws. ``StoreError`` with `locked` once the store is closed, its account is locked or
    ///   one of its secrets has changed; `damaged` if what is read isn't what was written last; `busy`, `io`, and
    ///   `unreachable` for a server.
    public func read<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try transaction(.reading) { backend, heads, sealer in
            var records = try records(heads, in: backend, sealer, .reading)
            return try body(&records)
        }.result
    }

    /// Runs a body on a consistent snapshot that may be damaged, and reads whatever still opens.
    ///
    /// - Parameter stoppingEarly: whether the body first runs as in `read(_:)`, and a second time only if it finds
    ///   damage. A body that reads part of a list then doesn't read the whole list to learn whether all of it opens.
    /// - Throws: what the body throws; ``StoreError`` with `locked`, `busy`, `io` or `unreachable`.
    public func salvage<Result: Sendable>(
        stoppingEarly: Bool = false, _ body: (inout RecordTransaction) throws -> Result
    ) throws -> Salvaged<Result> {
        try transaction(.reading) { backend, heads, sealer in
            func run(_ access: RecordTransaction.Access) throws -> Salvaged<Result> {
                var records = try records(heads, in: backend, sealer, access)
                let result = try body(&records)
                return Salvaged(value: result, damaged: records.damaged)
            }
            if stoppingEarly, let whole = try whatOpens({ try run(.reading) }) { return whole }
            return try run(.salvaging)
        }.result
    }

    /// Runs a body that may write, with no other writer in any process. When this returns, its writes are durable.
    ///
    /// If the body reads anything damaged, nothing is written. For errors within a body see ``RecordTransaction``.
    ///
    /// - Throws: what the body throws. ``StoreError`` as ``read(_:)`` does, with `busy` if another writer doesn't
    ///   finish, and `failure` if it isn't known whether the change took effect.
    @discardableResult
    public func write<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try committing { backend, heads, sealer in
            var records = try records(heads, in: backend, sealer, .writing)
            let derived = core.schema.derived
            let number = derived.flatMap { records.number(of: $0.kind) }
            let result = try body(&records)
            // The derived record is refreshed, unless the body has written it.
            if let derived, records.hasElementChanges, records.number(of: derived.kind) == number {
                try derived.refresh(&records)
            }
            let (commit, next) = try records.finishReturningHeads()
            return (result, commit, next)
        }
    }

    func records(
        _ heads: OpenedHeads, in backend: any RecordBackend, _ sealer: RecordSealer,
        _ access: RecordTransaction.Access
    ) throws -> RecordTransaction {
        var records = try RecordTransaction(
            heads, in: backend, sealer: sealer, kinds: core.schema.kinds, instance: scope.instance.bytes,
            access: access)
        records.begin(at: core.configuration.clock.wallTime, historyLimit: core.configuration.historyLimit)
        return records
    }

    /// Runs a body that writes. It returns what identifies its commit, and the new heads if they are known.
    func committing<Result: Sendable>(
        _ body: (any RecordBackend, OpenedHeads, RecordSealer) throws -> (
            Result, RecordTransaction.CommitID, OpenedHeads?
        )
    ) throws -> Result {
        let outcome = try transaction(.writing, body) { finished, backend in
            try finished.1.isCommitted(in: backend, account: account)
        }
        if let error = outcome.reportedFailure { core.configuration.noticeHandler(.failed(error, store: name)) }
        let (result, commit, next) = outcome.result
        if let box = commit.box { current?.see(SealedManifest(generation: commit.generation, box: box)) }
        if let moment = outcome.moment, let next { know(next, as: moment) }
        // The followers are woken first, since they needn't wait for the generation to be recorded.
        followers.wake()
        var seen = LastSeen(generation: commit.generation)
        if let kind = core.schema.readableKind, let next, case .success(let manifest) = next.manifest {
            seen.readable = manifest.singletons[kind.name]?.number ?? 0
        }
        memory.note(seen)
        return result
    }

    /// Caches what was just committed, so that the followers, which are notified next, needn't read it.
    private func know(_ heads: OpenedHeads, as moment: RecordMoment) {
        unlocked.withLock { unlocked in
            unlocked?.cachedHeads.withLock { $0 = CachedHeads(moment: moment, opened: heads) }
            unlocked?.lastNotified.withLock { $0 = moment }
        }
    }

    /// Runs a body in a transaction, provided that the gate and the session haven't changed since the store was opened.
    ///
    /// - Parameter settling: whether the body's writes are in the store after a commit that reported a failure, which
    ///   is thrown unless they are; `nil` if that can't be determined, which is thrown as `outcomeUnknown`.
    func transaction<Result: Sendable>(
        _ access: EngineAccess, _ body: (any RecordBackend, OpenedHeads, RecordSealer) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool? = { _, _ in nil }
    ) throws -> EngineOutcome<Result> {
        try taking(access == .writing ? writing : reading) { unlocked in
            let engine = unlocked.engine
            // A session or a commit that comes after these are read may be unseen by the transaction.
            let (session, seen) = (session, unlocked.newestManifest.withLock { $0 })
            do {
                let outcome = try engine.transaction(access, of: account) { backend in
                    let heads = try openHeads(in: backend, unlocked, during: session, after: seen)
                    return try Cancellation.passing { try body(backend, heads, unlocked.sealer) }
                } settling: {
                    try settling($0, $1)
                }
                guard access == .reading || engine.isCurrent else { throw StoreError(.moved(followsCommit: true)) }
                return outcome
            } catch let error as EngineError where error.code == .moved {
                endAsMoved()
                throw error
            }
        }
    }

    /// The account's heads, provided that the gate and the session haven't changed since the store was opened.
    ///
    /// - Parameters:
    ///   - session: the store's session before the transaction began.
    ///   - seen: the manifest that had been seen by then.
    /// - Throws: ``StoreError`` with `damaged` if the store is older than that.
    private func openHeads(
        in backend: any RecordBackend, _ unlocked: Unlocked, during session: GateSession?, after seen: SealedManifest?
    ) throws -> OpenedHeads {
        try closeIfLockedElsewhere()
        let moment = backend.moment
        // No row has changed since these heads were compared with the gate and the session: only time has passed.
        if let moment, let known = unlocked.cachedHeads.withLock({ $0 }), known.moment == moment, hasTimeLeft {
            return known.opened
        }
        let heads = try openHeads(of: core.schema.singletons, in: backend, during: session)
        let opened = OpenedHeads(heads, of: scope.instance.bytes, sealer: unlocked.sealer)
        if opened.hasManifest, let found = heads.manifest { try unlocked.see(found, after: seen) }
        unlocked.cachedHeads.withLock { $0 = moment.map { CachedHeads(moment: $0, opened: opened) } }
        return opened
    }

    /// Closes the store if the account was locked by a process that couldn't write the lock to it.
    private func closeIfLockedElsewhere() throws(StoreError) {
        guard let lockStamp, let current = memory.folder.lockStamp, current != lockStamp else { return }
        dropKeys()
        throw StoreError(.locked)
    }

    /// Whether the session has time left, to this process's knowledge.
    private var hasTimeLeft: Bool { session.map { $0.timeLeft(at: core.now) > .zero } ?? true }

    /// - Throws: ``StoreError`` with `locked` if the gate or the session has changed so as to lock the store.
    @discardableResult
    func openHeads(
        of kinds: [RecordKind] = [], in backend: any RecordBackend, during session: GateSession?
    ) throws -> AccountHeads {
        let heads = try backend.heads(of: account, kinds: kinds)
        guard let heads, GateVersion(heads) == version else { throw StoreError(.locked) }
        guard let session else { return heads }
        let current = try session.current(of: core, in: backend, scope, version: version)
        guard let current else { throw StoreError(.locked) }
        if current != session { heldSession.withLock { $0 = current } }
        return heads
    }

    /// Copies the whole store as of its last commit to a file beside it. A body that writes may call this too.
    ///
    /// - Returns: the copy's path.
    func copyAside() throws -> String {
        guard let unlocked = current else { throw closedError }
        return try core.copyAside(unlocked.engine)
    }

    /// Runs a body outside of a transaction, for operations that the engine can't do inside one.
    package func withEngine<Result: Sendable>(
        _ body: (any RecordEngine, RecordSealer) throws -> Result
    ) throws -> Result {
        try taking(writing) { unlocked in
            let engine = unlocked.engine
            try requireCurrent(engine)
            try closeIfLockedElsewhere()
            let session = session
            _ = try engine.transaction(.checking, of: account) { try openHeads(in: $0, during: session) }
            return try Cancellation.passing { try body(engine, unlocked.sealer) }
        }
    }

    /// Authenticates the readable text stored beside a record.
    package var readable: ReadableAuthentication {
        ReadableAuthentication(scope, core.schema, device: memory.device)
    }

    // MARK: Sessions

    func beginSession(duration: Duration?, idleLimit: Duration?) throws -> GateSession {
        let start = SessionStart(gate: core, scope: scope, version: version, duration: duration, idleLimit: idleLimit)
        defer { scheduleSessionEnd() }
        return try taking(writing) { unlocked in
            try requireCurrent(unlocked.engine)
            let session = try start.begin(in: unlocked.engine, dataKey: unlocked.dataKey.secret)
            heldSession.withLock { $0 = session }
            return session
        }
    }

    func extendSession() throws {
        try withEngine { _, _ in }
        heldSession.withLock { session in session = session.map { core.extended($0, at: memory.folder) } }
        scheduleSessionEnd()
    }

    func lock() throws {
        let session = session
        close()
        if let session { core.sessionKeys.remove(session.id) }
        _ = try core.lock(afterRemoving: session?.id)
    }
}
