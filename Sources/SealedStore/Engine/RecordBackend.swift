/// One transaction of an engine: rows of one account, all as of one moment.
///
/// It is valid only while the body runs that it was lent to, and on that thread. What it writes it sees at once, and others
/// see when the transaction is committed. Every method throws ``EngineError``.
package protocol RecordBackend: AnyObject {
    /// Everything of which the account has one, read at once; `nil` when there is no such account.
    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads?

    /// One record; `nil` when there is none of this number.
    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow?

    /// Lends the records of a range, one after the other, until `body` returns `false`.
    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws

    /// The number of the record that bears a fingerprint; `nil` when there is none.
    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int?

    /// How many records of a kind there are.
    func count(_ kind: RecordKind, of account: AccountID) throws -> Int

    /// Writes a record in place of the one of its number; of a singleton, in place of the one there is.
    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws

    /// Removes the records of a range of numbers; nothing happens when there are none.
    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws

    /// Writes what tells which readable text the account has, beside its rows.
    func putReadableMark(_ mark: [UInt8], of account: AccountID) throws

    /// Writes the account's manifest with its generation.
    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws
}

/// Everything of which an account has one.
package struct AccountHeads: Hashable, Sendable {
    /// Raised when secrets change.
    package var epoch: Int
    /// A random number, anew with each lock.
    package var lock: Int
    /// `nil` while the account is being made.
    package var manifest: SealedManifest?
    /// By the names of their kinds.
    package var singletons: [String: RecordRow]
    /// Tells which readable text the account has; empty where nothing was said of it.
    package var readableMark: [UInt8] = []

    package init(epoch: Int, lock: Int, manifest: SealedManifest?, singletons: [String: RecordRow]) {
        self.epoch = epoch
        self.lock = lock
        self.manifest = manifest
        self.singletons = singletons
    }
}

/// The manifest's box, and the generation to which it is bound.
package struct SealedManifest: Hashable, Sendable {
    package var generation: Int
    package var box: [UInt8]

    package init(generation: Int, box: [UInt8]) {
        self.generation = generation
        self.box = box
    }
}
