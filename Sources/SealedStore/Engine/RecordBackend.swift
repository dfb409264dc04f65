/// One transaction of an engine: rows of one account, all as of one moment.
///
/// It is valid only while the body runs that it was lent to, and on that thread. What it writes it sees at once, and others
/// see when the transaction is committed. Every method throws ``EngineError``.
///
/// A backend compares nothing and opens nothing: rows come out as they were put in, and callers tell by their keys what
/// is right.
package protocol RecordBackend: AnyObject {
    // MARK: The store

    /// The ids of all accounts as they stand there, in the order of their bytes.
    func accounts() throws -> [String]

    /// Names the store's copy anew. Only a copy that nobody else uses yet is ever renamed.
    func putInstance(_ instance: InstanceID) throws

    // MARK: Records

    /// Everything of which the account has one, read at once; `nil` when there is no such account.
    ///
    /// - Parameter kinds: the singletons that are wanted; none where only the rest is.
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

    // MARK: The gate

    /// The account's gate with its stages in order, three at most; `nil` when there is no such account.
    func gate(of account: AccountID) throws -> GateRow?

    /// Writes the account's gate in place of the one there was, and makes the account where there is none. Its lock and its
    /// records stay.
    func putGate(_ gate: GateRow, of account: AccountID) throws

    /// Sets the number that stands for the last lock.
    func putLock(_ lock: Int, of account: AccountID) throws

    /// Removes the account with everything it has; nothing happens when there is none.
    func removeAccount(_ account: AccountID) throws

    // MARK: Sessions

    /// The account's sessions, in the order of their ids.
    func sessions(of account: AccountID) throws -> [SessionRow]

    /// One session; `nil` when it has ended.
    func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow?

    /// Writes a session in place of the one of its id.
    func putSession(_ session: SessionRow, of account: AccountID) throws

    /// Removes one session, or all of them where no id is given; nothing happens when there are none.
    func removeSessions(_ id: [UInt8]?, of account: AccountID) throws
}

/// What an engine keeps of an account's gate: ciphertexts and public parameters, as they were written.
package struct GateRow: Hashable, Sendable {
    package var epoch: Int
    package var shuffle: Bool
    /// In the order in which they are passed.
    package var stages: [StageRow]
    package var recovery: [UInt8]
    package var deviceCheck: [UInt8]
    package var mac: [UInt8]

    package init(
        epoch: Int, shuffle: Bool, stages: [StageRow], recovery: [UInt8], deviceCheck: [UInt8], mac: [UInt8]
    ) {
        (self.epoch, self.shuffle, self.stages) = (epoch, shuffle, stages)
        (self.recovery, self.deviceCheck, self.mac) = (recovery, deviceCheck, mac)
    }
}

/// One stage of a gate, as it was written.
package struct StageRow: Hashable, Sendable {
    package var format: String
    package var epoch: Int
    package var operations: Int
    package var memory: Int
    package var salt: [UInt8]
    package var envelope: [UInt8]

    package init(
        format: String, epoch: Int, operations: Int, memory: Int, salt: [UInt8], envelope: [UInt8]
    ) {
        (self.format, self.epoch, self.operations, self.memory) = (format, epoch, operations, memory)
        (self.salt, self.envelope) = (salt, envelope)
    }
}

/// A live unlock: the data key, sealed by a session key that is kept elsewhere, with what it is bound to.
package struct SessionRow: Hashable, Sendable {
    /// 16 random bytes.
    package let id: [UInt8]
    /// Of the boot in which it ends.
    package var boot: [UInt8]
    /// When it ends on that boot's clock, whatever happens, in nanoseconds.
    package var deadlineNanoseconds: Int
    /// How long it may go unused, in nanoseconds.
    package var idleNanoseconds: Int
    package var envelope: [UInt8]

    package init(id: [UInt8], boot: [UInt8], deadlineNanoseconds: Int, idleNanoseconds: Int, envelope: [UInt8]) {
        (self.id, self.boot, self.deadlineNanoseconds) = (id, boot, deadlineNanoseconds)
        (self.idleNanoseconds, self.envelope) = (idleNanoseconds, envelope)
    }
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
