/// Where a store's rows are kept: a file, memory, a server. Everything above speaks to a store through this and
/// ``RecordBackend`` alone.
///
/// An engine never holds a key. What it keeps are sealed boxes, the gate's public parameters and envelopes, and the
/// numbers by which they are found. It is one store, opened and checked: whoever makes it throws ``StoreError`` with
/// `noStore`, `damaged`, `newerStore`, `busy`, `io` or `unreachable`, and brings a store of an earlier format up to date.
///
/// Any thread may use it, and who reads doesn't wait for who writes. A body that writes must not begin another change of
/// the same store: it would wait for itself, and is refused with ``EngineError`` `nested`. Where another object of the
/// process has the store open, a file's engine refuses that too; a server's can't tell, and says `busy` when its patience
/// ends. A body may look, and sees what was committed before it.
package protocol RecordEngine: AnyObject, Sendable {
    /// What errors call the store: its path, or its URL without user and password.
    var name: String { get }
    /// The store's random name, made with it.
    var id: StoreID { get }
    /// Which of the store's copies this is.
    var instance: InstanceID { get }

    /// Whether what is written here is seen by whoever opens the store anew: a file may have been moved or replaced.
    var isCurrent: Bool { get }

    /// Lends a backend outside of a transaction, for one question: each of its calls sees what stands at that moment.
    func look<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result

    /// Runs a body in a transaction on an account: it is committed when the body returns, and undone when that throws.
    ///
    /// A body that writes runs alone among all writers of the account, in whatever process or on whatever machine they
    /// are, for which it waits 10 s at most. What it wrote is durable when this returns, and followers are woken then. It is
    /// run once: never again by itself. One that reads sees one moment, and waits for nobody.
    ///
    /// An engine begins only with the body's first call where that spares a round trip: the first call is
    /// ``RecordBackend/heads(of:kinds:)``, which an engine may fetch the account's sessions and gate along with. Writes may
    /// be gathered until the body returns, as long as its reads see them.
    ///
    /// - Parameters:
    ///   - account: whose rows the body uses; it may not be there yet.
    ///   - settling: finds out what became of a commit that was said to have failed. The engine opens the store anew and
    ///     takes the account's lock, so that what is found stays so, and then asks: is what the body wrote there? `nil`
    ///     where that can't be told, since others wrote on.
    /// - Returns: what the body returned, and the error of a commit that failed and was found to count all the same.
    /// - Throws: what the body throws; ``EngineError``, with ``EngineError/isOfCommit`` when it is the commit's: then the
    ///   code is `outcomeUnknown` unless it is known that nothing was changed.
    func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result>

    /// Reads so that what is read stays so: a commit that failed, or a process that was killed while it committed, may
    /// leave what counts now and would be lost with the power, or the other way round. This decides it first.
    func settled<Result: Sendable>(
        _ account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result

    /// Calls a body on any thread whenever something of an account may have changed, by whomever, until the returned value
    /// is let go of. It only says *look*: it may call too often, and calls once after a time in which it was deaf.
    func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) throws -> any EngineWatch

    /// Removes what was overwritten from wherever the engine still keeps it, such as a log.
    func scrub() throws

    /// What the engine can check of itself, without a key: each check is made whatever the others found.
    func checks() throws -> [StoreCheck]

    /// - Throws: ``StoreError`` with `damaged` when the engine can't read all of itself.
    func requireSound() throws

    /// Writes a consistent copy of the whole store, all its accounts included, into an empty file, in the form of a local
    /// store: same id and instance, without sessions or with them. Others may write on meanwhile.
    func copy(toEmptyFile path: String) throws
}

/// What a transaction may do.
package enum EngineAccess: Hashable, Sendable {
    case reading
    case writing
    /// Reading whatever format the store says that it has: a check tells of that itself, and goes on.
    case checking
}

/// What a transaction that counts gave.
package struct EngineOutcome<Result: Sendable>: Sendable {
    package let result: Result
    /// The error of a commit that was said to have failed, and was found to count.
    package let reportedFailure: EngineError?

    package init(_ result: Result, reportedFailure: EngineError? = nil) {
        (self.result, self.reportedFailure) = (result, reportedFailure)
    }
}

/// Keeps a watch alive: the wakes end with the last reference.
package protocol EngineWatch: AnyObject, Sendable {}

extension RecordEngine {
    package func settled<Result: Sendable>(
        _ account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result { try transaction(.writing, of: account, body) }

    package func requireSound() throws {}

    /// A transaction that only reads, or whose failed commit nobody needs to settle.
    package func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result
    ) throws -> Result {
        try transaction(access, of: account, body, settling: { _, _ in nil }).result
    }
}

/// Opens a store, and makes it where there is none: what a ``StoreLocation`` stands for.
package protocol EngineOpener: Sendable {
    /// What errors call the store: see ``RecordEngine/name``.
    var name: String { get }

    /// The file that the store is; `nil` where it is none.
    var file: String? { get }

    /// The same place, wherever the process goes afterwards.
    func fromRoot() throws -> any EngineOpener

    /// - Throws: ``StoreError`` with `noStore` where there is none.
    func open(_ schema: StoreSchema) throws -> any RecordEngine

    /// Opens the store, and makes an empty one where there is none. Any number of processes may do this at once: one makes
    /// it, and all open the same.
    func create(_ schema: StoreSchema) throws -> any RecordEngine

    /// Makes the store a copy of another, with its id and instance, where there is none.
    ///
    /// - Throws: ``StoreError`` with `exists` where there is one. Nothing is left then.
    func receive(_ source: any RecordEngine, _ schema: StoreSchema) throws
}

extension EngineOpener {
    package var file: String? { nil }

    package func fromRoot() throws -> any EngineOpener { self }

    package func receive(_ source: any RecordEngine, _ schema: StoreSchema) throws {
        throw EngineError(.misuse, "a file is copied as a file")
    }
}

/// Where a store is: a file, unless another engine says otherwise.
///
///     let gate = try SealedGate<TravelStore>(at: .file("papers.sealed"))
public struct StoreLocation: Sendable {
    package let opener: any EngineOpener

    /// For engines.
    package init(_ opener: any EngineOpener) {
        self.opener = opener
    }

    /// What errors call it: a file's path from the root, or a URL without user and password.
    public var name: String { opener.name }

    /// The path of the store's file; `nil` where the store is no file.
    public var filePath: String? { opener.file }
}
