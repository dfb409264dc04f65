internal import SQLiteKit
internal import SealedStore
internal import Sealing

/// What a store of profiles consists of: its kinds of records, and the tables in which they lie.
enum ProfileSchema {
    /// In the associated data of every box, so it is never changed.
    static let domain = "profile"

    static let emergency = RecordKind("emergency", .singleton)

    /// In the order in which the manifest of format 1 lists them.
    private static let singletons = [
        Profile.kinds.document, HikeLedger.summaryKind, Profile.kinds.draft, emergency,
    ]

    /// Everything that an account can have.
    static let kinds = singletons + [Profile.kinds.history, StoredHike.kind, RemovedHike.kind]

    /// The elements of the kinds that are collections.
    static let collections: [any CollectionElement.Type] = [StoredHike.self, RemovedHike.self]

    /// The tables of format 1. Every further kind lies in the table `record`.
    static let tables = [
        "profile": RecordTable("profile", number: "revision"),
        "summary": RecordTable("summary", number: "revision"),
        "draft": RecordTable("draft", number: "save"),
        "emergency": RecordTable("emergency", number: "revision", readable: ["card", "mac"]),
        "history": RecordTable("history", number: "revision"),
        "hike": RecordTable(
            "hike", number: "id", revision: "revision", fingerprint: "fingerprint",
            boxes: ["header", "track", "recording"]),
    ]

    static let firstFormat = FirstFormat(
        singletons: singletons, logs: [Profile.kinds.history], collections: [StoredHike.self])
}

extension RecordSealer {
    convenience init(
        of account: AccountID, in file: borrowing StoreFile, dataKey: borrowing Secret
    ) throws(SealingError) {
        try self.init(domain: ProfileSchema.domain, store: file.id, account: account, dataKey: dataKey)
    }
}

extension StoreFile {
    /// Begins on an account's records, inside the caller's transaction.
    func records(_ sealer: RecordSealer, _ access: RecordTransaction.Access) throws -> RecordTransaction {
        try RecordTransaction(
            in: backend, sealer: sealer, kinds: ProfileSchema.kinds, instance: instance.bytes, access: access)
    }

    /// The same for records of a store that was restored where no device secret is: their manifest names the instance that
    /// the copy was made from.
    func recordsOfAnyInstance(
        _ sealer: RecordSealer, _ access: RecordTransaction.Access
    ) throws -> RecordTransaction {
        try RecordTransaction(in: backend, sealer: sealer, kinds: ProfileSchema.kinds, instance: nil, access: access)
    }

    /// Begins on the records of an account that has none yet, inside the caller's transaction.
    func newRecords(_ sealer: RecordSealer) -> RecordTransaction {
        RecordTransaction(creating: backend, sealer: sealer, instance: instance.bytes)
    }

    /// Brings an account's records of format 1 up to this one, once.
    func upgradeRecords(_ sealer: RecordSealer) throws {
        func isOld() throws -> Bool {
            // The statement with which every transaction begins.
            let singletons = ProfileSchema.kinds.filter { $0.form == .singleton }
            let manifest = try backend.heads(of: sealer.account, kinds: singletons)?.manifest
            return manifest.map { FirstFormat.isOld($0, sealer: sealer) } ?? false
        }
        guard try isOld() else { return }
        try connection.transaction(.writing) { _ in
            try ProfileSchema.firstFormat.upgrade(
                sealer.account, in: backend, sealer: sealer, instance: instance.bytes)
        }
    }
}
