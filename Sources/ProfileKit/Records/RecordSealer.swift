internal import Sealing

/// Where a record stands: what its box is bound to, so that no row can be swapped, replayed or moved.
struct RecordPlace: Hashable {
    let table: String
    /// Which record of the table; empty where an account has one.
    var id = ""
    let revision: Int
}

/// Seals and opens the records of one account.
struct RecordSealer: ~Copyable, Sendable {
    private let records: Secret
    private let fingerprints: Secret
    private let inventory: Secret
    let store: StoreID
    /// What the manifest is bound to; the other records move with a restore.
    let instance: InstanceID
    let account: AccountID

    /// Counts the rows that are written with this sealer.
    let tally = RecordTally()

    /// The version of the boxes' context. It is the records' own, whatever the version of the tables.
    private static let schema = 1

    /// The account's id, as rows bear it.
    var accountID: String { account.description }

    /// - Throws: ``SealingError/outOfMemory``.
    init(of account: AccountID, in file: borrowing StoreFile, dataKey: borrowing Secret) throws(SealingError) {
        try self.init(store: file.id, instance: file.instance, account: account, dataKey: dataKey)
    }

    /// - Throws: ``SealingError/outOfMemory``.
    init(
        store: StoreID, instance: InstanceID, account: AccountID, dataKey: borrowing Secret
    ) throws(SealingError) {
        let records = try SubKey.records.derive(from: dataKey)
        let fingerprints = try SubKey.fingerprints.derive(from: dataKey)
        let inventory = try SubKey.inventory.derive(from: dataKey)
        self.store = store
        self.instance = instance
        self.account = account
        self.records = records
        self.fingerprints = fingerprints
        self.inventory = inventory
    }

    func seal(_ payload: [UInt8], at place: RecordPlace) -> [UInt8] {
        SealedBox.seal(payload, with: records, context: context(place))
    }

    /// - Throws: ``SealingError`` when the box was not sealed by this account for this place.
    func open(_ box: [UInt8], at place: RecordPlace) throws(SealingError) -> [UInt8] {
        try SealedBox.open(box, with: records, context: context(place))
    }

    // MARK: Keys of records kept aside

    /// The key under which another sealer seals its records, sealed by this one.
    func sealKey(of other: borrowing RecordSealer) -> [UInt8] {
        SealedBox.seal(other.records, with: records, context: keyContext)
    }

    /// A key that another sealer of the account sealed, sealed by this one.
    func resealKey(_ box: [UInt8], from other: borrowing RecordSealer) throws(SealingError) -> [UInt8] {
        let key = try SealedBox.openSecret(box, with: other.records, context: keyContext)
        return SealedBox.seal(key, with: records, context: keyContext)
    }

    private var keyContext: [UInt8] { context(RecordPlace(table: "aside", revision: 1)) }

    /// A code that is equal for equal contents, and says nothing about them without the key.
    func fingerprint(of contentDigest: [UInt8]) -> [UInt8] {
        KeyedHash.mac(Array("profile.fingerprint.v1".utf8), contentDigest, key: fingerprints)
    }

    /// What a row adds to the ``Inventory``.
    ///
    /// - Parameter blobs: its boxes, and what else is to be bound to them.
    func term(of blobs: [[UInt8]], numbered number: Int, in table: RecordTable) -> [UInt8] {
        var row: [UInt8] = []
        row.append(littleEndian: number)
        for blob in blobs { row.append(lengthPrefixed: blob) }
        return KeyedHash.mac(Array("profile.inventory.v1".utf8), Array(table.rawValue.utf8), row, key: inventory)
    }

    private func context(_ place: RecordPlace) -> [UInt8] {
        var context = Array("profile.record.v1".utf8)
        context.append(lengthPrefixed: store.bytes)
        context.append(lengthPrefixed: Array(accountID.utf8))
        context.append(lengthPrefixed: Array(place.table.utf8))
        context.append(lengthPrefixed: Array(place.id.utf8))
        context.append(littleEndian: place.revision)
        context.append(littleEndian: Self.schema)
        return context
    }
}
