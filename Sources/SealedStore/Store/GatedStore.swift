internal import Sealing

/// A store of an application's own values, behind a gate.
///
///     final class TravelStore: GatedStore {
///         static let schema = StoreSchema(domain: "travel", documents: [TravelPapers.self])
///         let opened: OpenAccount
///         init(_ opened: OpenAccount) { self.opened = opened }
///     }
///
/// A ``SealedGate`` creates it. It reads and writes its values through `read(_:)` and `write(_:)` of its
/// ``OpenAccount``, with ``DocumentRecords`` and ``SealedCollection``. ``DocumentStore`` does this for a store of one
/// document.
public protocol GatedStore: AnyObject, Sendable {
    /// The store's schema.
    static var schema: StoreSchema { get }
    /// One account of the store, unlocked.
    var opened: OpenAccount { get }

    init(_ opened: OpenAccount)
}

extension GatedStore {
    /// The failed attempts that preceded this unlock; `nil` if there were none or a session was resumed.
    public var failuresBefore: PastFailures? { opened.failuresBefore }
    /// The session from which this store was opened, or which it has begun.
    public var session: GateSession? { opened.session }

    /// Wipes the keys and closes the file, even while others hold the store. Any later use of it throws `locked`.
    ///
    /// When no program has the store open any more, its file alone is all of it. A program that ends without closing
    /// its stores may leave the newest commits in a log beside the file (`STORE-wal`). The next program that opens the
    /// store finds them, but a copy of the file alone lacks them.
    ///
    /// It waits for other threads' operations on the store to finish. If it is called from within a body that the store
    /// runs, that body is completed first.
    public func close() { opened.close() }

    /// Ends the account's sessions and closes all its open stores, including this one, as ``SealedGate/lock()`` does.
    ///
    /// Even if that fails, for example because the file was moved, this store is closed and its session's key is
    /// deleted.
    ///
    /// - Throws: ``StoreError`` as ``SealedGate/lock()``.
    public func lock() throws { try opened.lock() }

    /// Shares this unlock with the user's other processes until it ends.
    ///
    /// If the account has a live session whose key this process can read, that session is joined and extended, so that
    /// its other users can go on; a duration or an idle limit that is given replaces the session's, for all of them.
    /// Otherwise a new session begins, alongside any whose keys this process can't read.
    ///
    /// - Parameters:
    ///   - duration: the session's maximum duration from now, up to 24 hours. The default is the configured duration,
    ///     or the time left of the session that is joined if that is longer.
    ///   - idleLimit: how long the session may go unused. The default is the configured one, or the idle limit of the
    ///     session that is joined if that is longer.
    /// - Returns: the session that was begun or joined.
    /// - Throws: ``StoreError`` with `invalidValue` for a duration out of range, or with `io` and the reasons if the
    ///   session's key couldn't be stored anywhere.
    @discardableResult
    public func beginSession(duration: Duration? = nil, idleLimit: Duration? = nil) throws -> GateSession {
        try opened.beginSession(duration: duration, idleLimit: idleLimit)
    }

    /// Counts as a use of the session, if there is one: moves its idle deadline, at most once per tenth of the idle
    /// limit.
    ///
    /// It is for programs that keep a store open while a person is using them. Reading doesn't extend a session by
    /// itself.
    ///
    /// - Throws: ``StoreError`` with `locked` if the store is no longer open.
    public func extendSession() throws { try opened.extendSession() }

    /// The time by the wall clock.
    package var now: WallTime { opened.core.configuration.clock.wallTime }
}

extension GatedStore {
    /// Makes a text readable for anyone who has the store, replacing the previous one; `nil` removes it.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is none to remove.
    package func setReadableText(_ text: String?) throws {
        guard let kind = Self.schema.readableKind else { return }
        try opened.write { try $0.setReadableText(text, as: kind, with: opened.readable) }
    }

    /// Makes a text readable like ``setReadableText(_:)``, if the text hasn't changed since it was read.
    ///
    /// - Parameter read: the text as it was read; `nil` if there was none.
    /// - Returns: `false`, with nothing changed, if it is another one now.
    package func setReadableText(_ text: String?, replacing read: String?) throws -> Bool {
        guard let kind = Self.schema.readableKind else { return false }
        return try opened.write { transaction in
            // By bytes: texts in two Unicode spellings are equal, but different texts here.
            guard try transaction.singleton(kind)?.payload == read.map({ Array($0.utf8) }) else { return false }
            if text != nil || read != nil { try transaction.setReadableText(text, as: kind, with: opened.readable) }
            return true
        }
    }
}
