/// An engine's access to its rows. The engine keeps it, and lends it to one transaction at a time.
///
/// A body may use it only while the body runs, and on that thread. In a transaction, its reads are of one moment and
/// see its own writes at once; others see them when the transaction is committed. Every method throws ``EngineError``.
///
/// A backend verifies nothing and decrypts nothing: rows are returned as they were written, and callers use their keys
/// to verify them.
package protocol RecordBackend: AnyObject {
    /// The state that the transaction reads, as long as nothing is written; `nil` if it isn't known.
    var moment: RecordMoment? { get }

    // MARK: The store

    /// The ids of all accounts, unverified, sorted by their bytes.
    func accounts() throws -> [String]

    /// The ids of some accounts, and no more than a limit, sorted by their bytes.
    func accounts(atMost limit: Int) throws -> [String]

    /// Changes the instance of a store. Only done to a copy that nobody else uses yet.
    func putInstance(_ instance: InstanceID) throws

    // MARK: Records

    /// Returns the account's gate data, manifest and singletons in one read; `nil` if there is no such account.
    ///
    /// - Parameter kinds: the singletons to read; empty if only the rest is needed.
    func heads(of account: AccountID, kinds: [RecordKind]) throws -> AccountHeads?

    /// Returns one record; `nil` if there is none with this number.
    func row(_ kind: RecordKind, _ number: Int, of account: AccountID, extent: RecordExtent) throws -> RecordRow?

    /// Calls a body with the records of a range in order, until it returns `false`.
    func rows(
        _ kind: RecordKind, in range: RecordRange, of account: AccountID, _ body: (RecordRow) throws -> Bool
    ) throws

    /// Returns the number of the record with a fingerprint; `nil` if there is none.
    func number(of kind: RecordKind, fingerprint: [UInt8], of account: AccountID) throws -> Int?

    /// Returns the number of records of a kind.
    func count(_ kind: RecordKind, of account: AccountID) throws -> Int

    /// Returns the number of the account's records that are of other kinds than these, pages included: nothing reads
    /// them, so someone else added them.
    func countStrays(besides kinds: [RecordKind], of account: AccountID) throws -> Int

    /// Removes the records that ``countStrays(besides:of:)`` counts.
    func removeStrays(besides kinds: [RecordKind], of account: AccountID) throws

    /// Writes a record, replacing the one with the same number; for a singleton, replacing any other.
    func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws

    /// Removes the records in a range of numbers, if there are any.
    func remove(_ kind: RecordKind, _ numbers: ClosedRange<Int>, of account: AccountID) throws

    /// Writes the card number, which identifies the account's readable text, beside its rows.
    func putCardNumber(_ number: [UInt8], of account: AccountID) throws

    /// Writes the account's manifest with its generation.
    func putManifest(_ manifest: SealedManifest, of account: AccountID) throws

    // MARK: The gate

    /// Returns the account's gate with its stages in order; `nil` if there is no such account.
    ///
    /// At most three stages: one more than a gate can have, so that one that was added is noticed.
    func gate(of account: AccountID) throws -> GateRow?

    /// Returns what identifies the device secret with which the account's gate was made; `nil` if there is no such
    /// account.
    func deviceCheck(of account: AccountID) throws -> [UInt8]?

    /// Writes the account's gate, replacing any previous one and creating the account if necessary. Its lock and its
    /// records are kept.
    func putGate(_ gate: GateRow, of account: AccountID) throws

    /// Sets the number that identifies the last lock.
    func putLock(_ lock: Int, of account: AccountID) throws

    /// Removes the account with everything it has, if it exists.
    func removeAccount(_ account: AccountID) throws

    // MARK: Sessions

    /// Returns the account's sessions, ordered by id.
    func sessions(of account: AccountID) throws -> [SessionRow]

    /// Returns one session; `nil` if it has ended.
    func session(_ id: [UInt8], of account: AccountID) throws -> SessionRow?

    /// Writes a session, replacing the one with the same id.
    func putSession(_ session: SessionRow, of account: AccountID) throws

    /// Removes one session, or all of them if no id is given.
    func removeSessions(_ id: [UInt8]?, of account: AccountID) throws
}

extension RecordBackend {
    package var moment: RecordMoment? { nil }

    package func accounts(atMost limit: Int) throws -> [String] { Array(try accounts().prefix(limit)) }

    package func deviceCheck(of account: AccountID) throws -> [UInt8]? { try gate(of: account)?.deviceCheck }
}

/// A state of a store as read by one backend. In equal states, all rows are equal.
package struct RecordMoment: Hashable, Sendable {
    /// The backend. Engines keep their backends for their whole lifetime, so that no other one has the same identifier.
    private let backend: ObjectIdentifier
    private let version: UInt32

    init(of backend: any RecordBackend, version: UInt32) {
        (self.backend, self.version) = (ObjectIdentifier(backend), version)
    }
}

/// An account's gate as stored by an engine: ciphertexts and public parameters.
package struct GateRow: Hashable, Sendable {
    package var epoch: Int
    package var shuffle: Bool
    /// The stages in the order in which they are passed.
    package var stages: [StageRow]
    /// What no program writes, and the MAC doesn't cover; `nil` in any gate that is written.
    package var damage: StoreError.Damage?
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

/// One stage of a gate, as stored by an engine.
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

/// A live session: the data key, sealed by a session key that is kept elsewhere, with the values to which it is bound.
package struct SessionRow: Hashable, Sendable {
    /// 16 random bytes.
    package let id: [UInt8]
    /// The id of the boot in which it ends.
    package var boot: [UInt8]
    /// When it ends, however much it is used, in nanoseconds on that boot's clock.
    package var deadlineNanoseconds: Int
    /// How long it may go unused, in nanoseconds.
    package var idleNanoseconds: Int
    package var envelope: [UInt8]

    package init(id: [UInt8], boot: [UInt8], deadlineNanoseconds: Int, idleNanoseconds: Int, envelope: [UInt8]) {
        (self.id, self.boot, self.deadlineNanoseconds) = (id, boot, deadlineNanoseconds)
        (self.idleNanoseconds, self.envelope) = (idleNanoseconds, envelope)
    }
}

/// An account's single values: its gate data, manifest and singletons.
package struct AccountHeads: Hashable, Sendable {
    /// Raised when secrets change.
    package var epoch: Int
    /// A random number, replaced at each lock.
    package var lock: Int
    /// `nil` while the account is being created.
    package var manifest: SealedManifest?
    /// The singletons by the names of their kinds.
    package var singletons: [String: RecordRow]
    /// Identifies the account's readable text; empty if it was never set.
    package var cardNumber: [UInt8] = []

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
