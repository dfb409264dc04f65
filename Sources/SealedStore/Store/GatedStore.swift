internal import Sealing

/// A store of someone's own values, behind a gate.
///
///     final class TravelStore: GatedStore {
///         static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
///         let opened: OpenStore
///         init(_ opened: OpenStore) { self.opened = opened }
///     }
///
/// A ``SealedGate`` makes it. What it keeps it reads and writes through ``OpenStore/read(_:)`` and ``OpenStore/write(_:)``,
/// with ``DocumentRecords`` and ``SealedCollection``; a store of one document has that done already: see ``DocumentStore``.
public protocol GatedStore: AnyObject, Sendable {
    /// What the store consists of.
    static var schema: StoreSchema { get }
    /// One account of the store, open.
    var opened: OpenStore { get }

    init(_ opened: OpenStore)
}

extension GatedStore {
    /// The gate through which the store was opened.
    public var gate: SealedGate<Self> { SealedGate(opened.core) }
    /// The failed attempts that preceded this unlock; `nil` when there were none, or a session was resumed.
    public var failuresBefore: PastFailures? { opened.failuresBefore }
    /// The session that this store was opened from or has begun.
    public var session: Session? { opened.session }

    /// Wipes the keys. What is asked of the store afterwards throws `locked`.
    ///
    /// It waits for what other threads are doing with the store. A body that closes its own store is finished first.
    public func close() { opened.close() }

    /// Ends the account's sessions and every store of it that is open, this one included, as ``SealedGate/lock()`` does.
    ///
    /// This store is closed and its session's key is gone whatever happens, also where its file was moved.
    ///
    /// - Throws: ``StoreError`` as ``SealedGate/lock()``.
    public func lock() throws { try opened.lock() }

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
    /// - Throws: ``StoreError`` with `io` that says why no place took its key.
    @discardableResult
    public func beginSession(lasting: Duration? = nil, idle: Duration? = nil) throws -> Session {
        try opened.beginSession(lasting: lasting, idle: idle)
    }

    /// Counts as a use of the session, if there is one: moves its idle deadline, at most every tenth of the idle limit.
    ///
    /// It is for programs that keep a store open while a person is at the keys. Reading extends nothing by itself.
    ///
    /// - Throws: ``StoreError`` with `locked` when the store is no longer open.
    public func extendSession() throws { try opened.extendSession() }

    /// Runs a body on a consistent snapshot. What it reads is what was written last, or it throws `damaged`.
    package func read<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try opened.read(body)
    }

    /// Runs a body on a consistent snapshot, damaged or not: it reads what still opens.
    package func salvage<Result: Sendable>(
        readsFew: Bool = false, _ body: (inout RecordTransaction) throws -> Result
    ) throws -> Readable<Result> { try opened.salvage(readsFew: readsFew, body) }

    /// Runs a body that may write, alone among all processes. When it returns, what it wrote is durable.
    ///
    /// Nothing is written where something that the body reads is damaged.
    package func write<Result: Sendable>(_ body: (inout RecordTransaction) throws -> Result) throws -> Result {
        try opened.write(body)
    }

    /// In seconds since 1970.
    package var now: Int { opened.core.configuration.clock.secondsSince1970 }
}
