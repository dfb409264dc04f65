internal import LinuxKit
internal import SQLiteKit
internal import Sealing
internal import Synchronization

/// An open store: one account's profile, draft and hikes. Only a ``Gate`` makes one.
///
/// Its methods block for as long as SQLite takes, which is well under a millisecond unless another process writes.
/// They may be called from any thread. All of them throw ``ProfileError``: `locked` once the store is closed, its
/// session has ended or its passcode was changed; `damaged` when a record doesn't open; `busy`; `io`.
public final class ProfileStore: Sendable {
    /// The gate through which the store was opened.
    public let gate: Gate
    /// The failed attempts that preceded this unlock; `nil` when there were none, or a session was resumed.
    public let failuresBefore: PastFailures?
    private let epoch: Int
    let memory: GateMemory
    private let state: Mutex<State>
    /// Tells this process's readers that something may have changed.
    let commits = CommitSignal()
    private let monitor = Mutex<StoreMonitor?>(nil)

    private struct State: ~Copyable {
        let file: StoreFile
        var keys: Keys?
        var session: Session?
    }

    /// Wiped with the last reference, which is the state's unless a transaction is under way.
    private final class Keys: Sendable {
        let data: SharedSecret
        let sealer: RecordSealer

        init(data: SharedSecret, sealer: consuming RecordSealer) {
            self.data = data
            self.sealer = sealer
        }
    }

    init(
        file: consuming StoreFile, gate: Gate, epoch: Int, dataKey: SharedSecret, memory: GateMemory,
        session: Session?, failuresBefore: PastFailures? = nil
    ) {
        let sealer = RecordSealer(store: file.id, account: gate.account, dataKey: dataKey.secret)
        self.gate = gate
        self.epoch = epoch
        self.failuresBefore = failuresBefore
        self.memory = memory
        state = Mutex(State(file: file, keys: Keys(data: dataKey, sealer: sealer), session: session))
        if gate.configuration.watchesStores { watch() }
    }

    /// Wipes the keys. What is asked of the store afterwards throws `locked`.
    public func close() {
        state.withLock { $0.keys = nil }
        commits.send()
    }

    /// The session that this store was opened from or has begun.
    public var session: Session? { state.withLock { $0.session } }

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
            try read { _, _ in }
            expectEnd()
        } catch let error as ProfileError where error.code == .locked {
            state.withLock { $0.keys = nil }
        } catch {
            // Busy or unreadable just now: whoever reads next is told.
        }
        commits.send()
    }

    private func expectEnd() {
        guard let left = session?.timeLeft(at: gate.configuration.clock.bootInstant) else { return }
        monitor.withLock { $0?.expectEnd(in: left) }
    }

    // MARK: Transactions

    /// Runs a body on a consistent snapshot.
    func read<Result: Sendable>(_ body: (borrowing Connection, borrowing RecordSealer) throws -> Result) throws
        -> Result
    {
        try transaction(.reading) { connection, sealer, _ in try body(connection, sealer) }
    }

    /// Runs a body that may write, alone among all processes. When it returns, what it wrote is on the disk.
    func write<Result: Sendable>(_ body: (borrowing Connection, borrowing RecordSealer) throws -> Result) throws
        -> Result
    {
        let (result, generation) = try transaction(.writing) { connection, sealer, manifest in
            let result = try body(connection, sealer)
            return (result, try Manifest.update(manifest, in: connection, sealer: sealer))
        }
        memory.note(generation)
        commits.send()
        return result
    }

    /// - Throws: ``ProfileError`` with `damaged` when the store is older than the last one seen.
    func refuseOlder() throws {
        // Read in this order: what others commit in between makes the store newer than what was remembered.
        let seen = try translatingErrors(at: gate.path) { try memory.lastSeen }
        let generation = try transaction(.reading) { _, _, manifest in manifest.generation }
        guard generation >= seen else {
            throw ProfileError(
                .damaged, "\(gate.path) is older than the last one seen here: an older file was put back",
                hint: "Put the newer one back, or accept this one with: profile restore --accept-older")
        }
    }

    /// Runs a body outside of a transaction, for what SQLite does only there, and for checks that go on after an error.
    func withFile<Result: Sendable>(_ body: (borrowing StoreFile, borrowing RecordSealer) throws -> Result) throws
        -> Result
    {
        try translatingErrors(at: gate.path) {
            try state.withLock { state in
                state.session = state.session?.refreshed(gate.configuration)
                guard let keys = state.keys, try isStillOpen(state.session, in: state.file.connection) else {
                    throw Self.locked
                }
                return try body(state.file, keys.sealer)
            }
        }
    }

    private func transaction<Result: Sendable>(
        _ kind: Connection.TransactionKind,
        _ body: (borrowing Connection, borrowing RecordSealer, Manifest) throws -> Result
    ) throws -> Result {
        try translatingErrors(at: gate.path) {
            try state.withLock { state in
                guard let keys = state.keys else { throw Self.locked }
                let session = state.session?.refreshed(gate.configuration)
                state.session = session
                let result = try state.file.connection.transaction(kind) { connection in
                    guard try isStillOpen(session, in: connection) else { throw Self.locked }
                    let manifest = try Manifest.load(from: connection, sealer: keys.sealer)
                    try manifest.check(connection, sealer: keys.sealer)
                    return try body(connection, keys.sealer, manifest)
                }
                if case .writing = kind { FileWatch.announceWrite(to: state.file.path) }
                return result
            }
        }
    }

    /// Whether the gate still stands as it was opened, and the session with it.
    private func isStillOpen(_ session: Session?, in connection: borrowing Connection) throws -> Bool {
        guard try GateRecord.epoch(of: gate.account, in: connection) == epoch else { return false }
        guard let session else { return true }
        guard session.timeLeft(at: gate.configuration.clock.bootInstant) > .zero else { return false }
        return try SessionRow.isCurrent(session.id, of: gate.account, in: connection)
    }

    // MARK: Sessions

    /// Shares this unlock with the user's other processes until it ends.
    ///
    /// A session of the account that was there before ends.
    ///
    /// - Parameters:
    ///   - lasting: how long at the most; up to 24 hours.
    ///   - idle: how long it may go unused.
    /// - Throws: ``ProfileError`` with `io` that says why no place took its key.
    @discardableResult
    public func beginSession(
        lasting: Duration = Session.Limits.standardLasting, idle: Duration = Session.Limits.standardIdle
    ) throws -> Session {
        guard lasting > .zero, idle > .zero, lasting <= Session.Limits.longest else {
            throw ProfileError(invalid: [InvalidValue("the session", "lasts more than 0 s and at most 24 h")])
        }
        let start = SessionStart(gate: gate, epoch: epoch, lasting: lasting, idle: idle)
        defer { expectEnd() }
        return try translatingErrors(at: gate.path) {
            try state.withLock { state in
                guard let keys = state.keys else { throw Self.locked }
                let session = try start.begin(in: state.file, dataKey: keys.data.secret)
                state.session = session
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
        state.withLock { state in
            if let session = state.session { state.session = gate.extended(session) }
        }
        expectEnd()
    }

    public static var locked: ProfileError {
        ProfileError(.locked, "the profile is locked", hint: "Unlock it with: profile unlock")
    }
}
