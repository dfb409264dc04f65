internal import Glibc
internal import SQLiteKit
internal import SealedStore
internal import Sealing
internal import Synchronization
internal import SystemKit

/// An open store: one account's profile, draft and hikes. Only a ``Gate`` makes one.
///
/// Its methods block for as long as SQLite takes, which is well under a millisecond unless another process writes.
/// They may be called from any thread, but not from within a body that one of them runs, which is given what it needs.
/// All of them throw ``ProfileError``: `locked` once the store is closed, the account was locked, the session has ended
/// or a secret was changed; `damaged` when a record doesn't open; `busy`; `io`; `misuse` for such a call from within.
public final class ProfileStore: Sendable {
    /// The gate through which the store was opened.
    public let gate: Gate
    /// The failed attempts that preceded this unlock; `nil` when there were none, or a session was resumed.
    public let failuresBefore: PastFailures?
    private let mark: GateMark
    let memory: GateMemory
    private let state: Mutex<State>
    private let heldSession: Mutex<Session?>
    /// The thread that runs a body in ``state``; 0 while none does. A thread finds its own number here only when it set
    /// it itself, so no order is needed.
    private let owner = Atomic<UInt>(0)
    private let isClosed = Atomic<Bool>(false)
    /// Whether it was closed because its file was moved: a lock wouldn't reach it there.
    private let hasMoved = Atomic<Bool>(false)
    /// Tells this process's readers that something may have changed.
    let commits = WakeList()
    private let monitor = Mutex<StoreMonitor?>(nil)

    private struct State: ~Copyable {
        let file: StoreFile
        var keys: Keys?
    }

    /// Wiped with the last reference, which is the state's unless a transaction is under way.
    private final class Keys: Sendable {
        let data: SharedSecret
        let sealer: RecordSealer

        init(data: SharedSecret, sealer: RecordSealer) {
            self.data = data
            self.sealer = sealer
        }
    }

    init(
        file: consuming StoreFile, gate: Gate, mark: GateMark, dataKey: SharedSecret, memory: GateMemory,
        session: Session?, failuresBefore: PastFailures? = nil
    ) throws(SealingError) {
        let sealer = try RecordSealer(of: gate.account, in: file, dataKey: dataKey.secret)
        self.gate = gate
        self.mark = mark
        self.failuresBefore = failuresBefore
        self.memory = memory
        state = Mutex(State(file: file, keys: Keys(data: dataKey, sealer: sealer)))
        heldSession = Mutex(session)
        if gate.configuration.watchesStores { watch() }
    }

    /// Wipes the keys. What is asked of the store afterwards throws `locked`.
    ///
    /// It waits for what other threads are doing with the store. A body that closes its own store is finished first.
    public func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        if !isRunningBody { state.withLock { $0.keys = nil } }
        commits.wake()
    }

    /// What is thrown once the keys are wiped.
    private var closedError: ProfileError {
        hasMoved.load(ordering: .sequentiallyConsistent) ? .moved(MovedStore(path: gate.path)) : Self.locked
    }

    /// Ends the store when its file no longer stands at its path.
    ///
    /// - Throws: ``MovedStore``. The keys are wiped when the store's turn ends.
    private func requireCurrent(_ file: borrowing StoreFile) throws {
        do throws(MovedStore) {
            try file.requireCurrent()
        } catch {
            hasMoved.store(true, ordering: .sequentiallyConsistent)
            isClosed.store(true, ordering: .sequentiallyConsistent)
            throw error
        }
    }

    /// The session that this store was opened from or has begun.
    public var session: Session? { heldSession.withLock { $0 } }

    // MARK: Turns

    /// Whether this thread is in a body that the store runs.
    private var isRunningBody: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Runs a body that has the file and the keys to itself.
    ///
    /// - Throws: ``ProfileError`` with `misuse` from within another such body: to wait for that one would be for ever.
    private func takingTurns<Result: Sendable>(_ body: (inout State) throws -> Result) throws -> Result {
        guard !isRunningBody else {
            throw ProfileError(
                .misuse, "the store was asked for something from within one of its own bodies",
                hint: "Use what the body is given, and call the store before or after it.")
        }
        return try state.withLock { state in
            owner.store(UInt(pthread_self()), ordering: .relaxed)
            defer {
                owner.store(0, ordering: .relaxed)
                if isClosed.load(ordering: .sequentiallyConsistent) { state.keys = nil }
            }
            return try body(&state)
        }
    }

    // MARK: Others

    /// Begins to notice what others do, if that wasn't begun before.
    func watch() {
        monitor.withLock { monitor in
            guard monitor == nil else { return }
            monitor = StoreMonitor(self)
        }
        expectEnd()
    }

    /// Wipes the keys when the store was locked meanwhile, and wakes the readers in any case.
    func noticeOthers() {
        do {
            try read { _ in }
            expectEnd()
        } catch let error as ProfileError where error.code == .locked || error.isMovedStore {
            close()
        } catch {
            // Busy or unreadable just now: whoever reads next is told.
        }
        commits.wake()
    }

    private func expectEnd() {
        guard let left = session?.timeLeft(at: gate.configuration.clock.bootInstant) else { return }
        monitor.withLock { $0?.expectEnd(in: left) }
    }

    // MARK: Transactions

    /// Runs a body on a consistent snapshot. What it reads is what was written last, or it throws `damaged`.
    func read<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try transaction(.reading) { file, sealer in
            var records = try file.records(sealer, .reading)
            return try body(&records)
        }
    }

    /// Runs a body on a consistent snapshot, damaged or not: it reads what still opens.
    func salvage<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Readable<Result> {
        try transaction(.reading) { file, sealer in
            var records = try file.records(sealer, .salvaging)
            let result = try body(&records)
            return Readable(value: result, damaged: records.damaged)
        }
    }

    /// Runs a body that may write, alone among all processes. When it returns, what it wrote is on the disk.
    ///
    /// Nothing is written where something that the body reads is damaged.
    func write<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        let (result, mark) = try transaction(.writing) { file, sealer in
            var records = try file.records(sealer, .writing)
            let result = try body(&records)
            return (result, try records.finish())
        } settling: { error, finished in
            try finished.1.settle(error, at: gate.path, account: gate.account)
        }
        memory.note(mark.generation)
        commits.wake()
        return result
    }

    /// Brings records of format 1 up to date, which takes the keys.
    func upgradeRecords() throws {
        try withFile { file, sealer in try file.upgradeRecords(sealer) }
    }

    /// Remembers the store as seen, unless a newer one was.
    ///
    /// - Throws: ``ProfileError`` with `damaged` when the store is older than the last one seen.
    func refuseOlder() throws {
        // Read in this order: what others commit in between makes the store newer than what was remembered.
        let seen = try translatingErrors(at: gate.path) { try memory.lastSeen }
        let generation = try transaction(.reading) { file, sealer in
            try whatOpens { try file.records(sealer, .reading).generation }
        }
        // Where the manifest is damaged it can't be told. Then every reading says so, and nothing is written.
        guard let generation else { return }
        guard generation >= seen ?? generation else {
            throw ProfileError.older(
                gate.path, hint: "Put the newer one back, or accept this one with: profile restore --accept-older")
        }
        // Whoever committed it may have been killed before it was remembered.
        if generation != seen { memory.note(generation) }
    }

    /// Runs a body outside of a transaction, for what SQLite does only there, and for checks that go on after an error.
    func withFile<Result: Sendable>(_ body: (borrowing StoreFile, RecordSealer) throws -> Result) throws -> Result {
        try translatingErrors(at: gate.path) {
            try takingTurns { state in
                guard let keys = state.keys else { throw closedError }
                try requireCurrent(state.file)
                guard try isStillOpen(in: state.file) else { throw Self.locked }
                return try body(state.file, keys.sealer)
            }
        }
    }

    private func transaction<Result: Sendable>(
        _ kind: Connection.TransactionKind,
        _ body: (borrowing StoreFile, RecordSealer) throws -> Result,
        settling: (SQLiteError, Result) throws -> Void = { error, _ in throw error }
    ) throws -> Result {
        try translatingErrors(at: gate.path) {
            try takingTurns { state in
                guard let keys = state.keys else { throw closedError }
                let path = state.file.path
                let result = try state.file.connection.transaction(kind) { connection in
                    try requireCurrent(state.file)
                    // A newer program may have changed the tables since the file was opened.
                    try StoreFormat.current.refuseNewer(connection, at: path)
                    guard try isStillOpen(in: state.file) else { throw Self.locked }
                    return try body(state.file, keys.sealer)
                } settling: { error, result in
                    try settling(error, result)
                }
                if case .writing = kind {
                    guard state.file.isCurrent else { throw MovedStore(path: path, followsCommit: true) }
                    FileWatch.announceWrite(to: path)
                }
                return result
            }
        }
    }

    /// Whether the gate still stands as it was opened, and the session with it.
    private func isStillOpen(in file: borrowing StoreFile) throws -> Bool {
        guard try GateMark.current(of: gate.account, in: file.connection) == mark else { return false }
        guard let session else { return true }
        guard let current = try session.current(of: gate, in: file, mark: mark) else { return false }
        heldSession.withLock { $0 = current }
        return true
    }

    // MARK: Sessions

    /// Shares this unlock with the user's other processes until it ends.
    ///
    /// Where a session of the account lives whose key this process can read, that one is joined and prolonged: whoever
    /// uses it goes on. Where none does, a new one begins, beside those whose keys are kept where this process can't read.
    ///
    /// - Parameters:
    ///   - lasting: how long from now at the most; up to 24 hours. Unless given it is two hours, or what is left of the
    ///     session that is joined if that is more.
    ///   - idle: how long it may go unused. Unless given it is 15 minutes, or what the session that is joined has if that
    ///     is more.
    /// - Returns: the session that was begun or joined.
    /// - Throws: ``ProfileError`` with `io` that says why no place took its key.
    @discardableResult
    public func beginSession(lasting: Duration? = nil, idle: Duration? = nil) throws -> Session {
        let limits = Session.Limits.self
        guard (lasting ?? limits.standardLasting) > .zero, (idle ?? limits.standardIdle) > .zero,
            (lasting ?? limits.standardLasting) <= limits.longest
        else {
            throw ProfileError(invalid: [InvalidValue("the session", "lasts more than 0 s and at most 24 h")])
        }
        let start = SessionStart(gate: gate, mark: mark, lasting: lasting, idle: idle)
        defer { expectEnd() }
        return try translatingErrors(at: gate.path) {
            try takingTurns { state in
                guard let keys = state.keys else { throw closedError }
                try requireCurrent(state.file)
                let session = try start.begin(in: state.file, dataKey: keys.data.secret)
                heldSession.withLock { $0 = session }
                FileWatch.announceWrite(to: state.file.path)
                return session
            }
        }
    }

    /// Counts as a use of the session, if there is one: moves its idle deadline, at most every tenth of the idle limit.
    ///
    /// It is for programs that keep a store open while a person is at the keys. Reading extends nothing by itself.
    ///
    /// - Throws: ``ProfileError`` with `locked` when the store is no longer open.
    public func extendSession() throws {
        try withFile { _, _ in }
        heldSession.withLock { session in session = session.map(gate.extended) }
        expectEnd()
    }

    /// Ends the account's sessions and every store of it that is open, this one included, as ``Gate/lock()`` does.
    ///
    /// This store is closed and its session's key is gone whatever happens, also where its file was moved.
    ///
    /// - Throws: ``ProfileError`` as ``Gate/lock()``.
    public func lock() throws {
        let session = session
        close()
        if let session { SessionPlaces(configuration: gate.configuration).remove(session.name) }
        try gate.lock()
    }

    public static var locked: ProfileError {
        ProfileError(.locked, "the profile is locked", hint: "Unlock it with: profile unlock")
    }
}
