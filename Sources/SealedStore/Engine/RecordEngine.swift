/// Where a store's rows are kept: in a file, in memory, on a server. The layers above access a store only through this
/// protocol and ``RecordBackend``.
///
/// An engine never holds a key. It stores sealed boxes, the gate's public parameters and envelopes, and the numbers by
/// which they are found. It represents one store, opened and checked: creating it throws ``StoreError`` with `noStore`,
/// `damaged`, `newerStore`, `busy`, `io` or `unreachable`, and migrates a store of an earlier format.
///
/// It may be used from any thread, and readers don't wait for writers. A body that writes must not begin another change
/// of the same store, since it would wait for itself; this is refused with ``EngineError`` `nested`. A file's engine
/// also refuses it if that change is made through another object of the process; a server's engine can't detect this,
/// and throws `busy` when its timeout expires. A body may call ``look(_:)``, and sees what was committed before it.
package protocol RecordEngine: AnyObject, Sendable {
    /// The store's name in errors: its path, or its URL without user and password.
    var name: String { get }
    /// The store's random identifier, generated when it was created.
    var id: StoreID { get }
    /// Identifies this copy of the store.
    var instance: InstanceID { get }

    /// Whether a process that opens the store now would see what is written here. A file may have been moved or
    /// replaced.
    var isCurrent: Bool { get }

    /// Lends a backend outside of a transaction, for a single query: each of its calls sees the state at that moment.
    func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result

    /// Runs a body in a transaction on an account: it is committed when the body returns, and rolled back when it
    /// throws.
    ///
    /// A body that writes runs while no other writer of the account does, in any process or on any machine; it waits up
    /// to 10 s for that. When this returns, its writes are durable and followers have been woken. The body runs only
    /// once and is never retried. A body that reads sees one moment, and waits for nobody.
    ///
    /// To save a round trip, an engine may defer the beginning to the body's first call. That is
    /// ``RecordBackend/heads(of:kinds:)``, with which the engine may also fetch the account's sessions and gate. Writes
    /// may be buffered until the body returns, as long as its own reads see them.
    ///
    /// - Parameters:
    ///   - account: the account whose rows the body uses; it may not exist yet.
    ///   - settling: determines the outcome of a commit that reported a failure. The engine reopens the store and takes
    ///     the account's lock, so that the finding stays valid, and then asks whether the body's writes are there.
    ///     `nil` if that can't be determined because others have written since.
    /// - Returns: what the body returned, and the error of a commit that reported a failure but took effect.
    /// - Throws: any error of the body; ``EngineError``, with ``EngineError/isCommitFailure`` if the commit failed: its
    ///   code is `outcomeUnknown` unless it is known that nothing was changed.
    func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result>

    /// Reads a state that is settled. After a failed commit, or when a process was killed while committing, changes
    /// that are visible now might be lost with a power failure, or the other way round. This makes the state that is
    /// read durable.
    func settled<Result: Sendable>(
        _ account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result

    /// Calls a body, on any thread, whenever something of an account may have changed, in this process or another,
    /// until the returned value is released. It may be called too often, and is called once after a period in which
    /// changes may have been missed.
    func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch

    /// Calls the bodies of an account's watches, in all processes that it can reach, although nothing was written.
    func wakeWatches(of account: AccountID)

    /// Removes overwritten data from wherever the engine still keeps it, such as a log.
    func scrub() throws

    /// The checks that the engine can make of itself without a key. Each is made regardless of the results of the
    /// others.
    func checks() throws -> [StoreCheck]

    /// Checks that the engine can read all of the store.
    ///
    /// - Throws: ``StoreError`` with `damaged` if it can't.
    func requireSound() throws

    /// Writes a consistent copy of the whole store, with all its accounts, into an empty file in the form of a local
    /// store. The copy has the same id and instance, and may include sessions. Others may keep writing.
    func copy(toEmptyFile path: String) throws

    /// Copies the store to an empty file, with only one account where the others belong to other people. A file is
    /// copied as a whole.
    func copy(_ account: AccountID, toEmptyFile path: String) throws
}

/// What a transaction may do.
package enum EngineAccess: Hashable, Sendable {
    case reading
    case writing
    /// Reading regardless of the store's format version, which a check reports itself.
    case checking
}

/// The outcome of a transaction that took effect.
package struct EngineOutcome<Result: Sendable>: Sendable {
    package let result: Result
    /// The error of a commit that reported a failure but took effect.
    package let reportedFailure: EngineError?
    /// The state after the commit, which the next transaction reads unless another one commits before it; `nil` if it
    /// isn't known.
    package var moment: RecordMoment?

    package init(_ result: Result, reportedFailure: EngineError? = nil) {
        (self.result, self.reportedFailure) = (result, reportedFailure)
    }
}

/// Keeps a watch alive, which ends when the last reference is released.
package protocol EngineWatch: AnyObject, Sendable {}

extension RecordEngine {
    package func settled<Result: Sendable>(
        _ account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result { try transaction(.writing, of: account, body) }

    package func requireSound() throws {}

    package func copy(_ account: AccountID, toEmptyFile path: String) throws { try copy(toEmptyFile: path) }

    /// Runs a transaction that only reads, or whose failed commit needn't be settled.
    package func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result {
        try transaction(access, of: account, body, settling: { _, _ in nil }).result
    }
}

/// What an engine needs to know of an application's stores.
package struct EngineSchema: Sendable {
    /// Every kind of record that an account can have.
    package internal(set) var kinds: [RecordKind]
    /// The application id in a file's header, 31 bits, which identifies the application.
    package var applicationID: Int
    /// The tables of a file written by 0.1.0, for kinds that had their own. Every other kind is in the table `record`.
    package var firstTables: [FirstTable] = []
    /// Receives the stores that an engine has migrated.
    var migrationHandler: @Sendable (MigratedStore) -> Void = { _ in }

    package init(_ kinds: [RecordKind], applicationID: Int) {
        (self.kinds, self.applicationID) = (kinds, applicationID)
    }

    package var singletons: [RecordKind] { kinds.filter { $0.form == .singleton } }

    var ownTables: [String: RecordTable] {
        Dictionary(uniqueKeysWithValues: firstTables.map { ($0.kind.name, $0.table) })
    }
}

/// Ends a transaction and discards its changes.
struct NothingToCommit: Error {}
