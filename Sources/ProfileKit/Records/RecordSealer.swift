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
    let store: StoreID
    let account: AccountID

    /// The account's id, as rows bear it.
    var accountID: String { account.description }

    init(store: StoreID, account: AccountID, dataKey: borrowing Secret) {
        self.store = store
        self.account = account
        records = SubKey.records.derive(from: dataKey)
        fingerprints = SubKey.fingerprints.derive(from: dataKey)
    }

    func seal(_ payload: [UInt8], at place: RecordPlace) -> [UInt8] {
        SealedBox.seal(payload, with: records, context: context(place))
    }

    /// - Throws: ``SealingError`` when the box was not sealed by this account for this place.
    func open(_ box: [UInt8], at place: RecordPlace) throws(SealingError) -> [UInt8] {
        try SealedBox.open(box, with: records, context: context(place))
    }

    /// A code that is equal for equal contents, and says nothing about them without the key.
    func fingerprint(of contentDigest: [UInt8]) -> [UInt8] {
        KeyedHash.mac(Array("profile.fingerprint.v1".utf8), contentDigest, key: fingerprints)
    }

    private func context(_ place: RecordPlace) -> [UInt8] {
        var context = Array("profile.record.v1".utf8)
        context.append(lengthPrefixed: store.bytes)
        context.append(lengthPrefixed: Array(accountID.utf8))
        context.append(lengthPrefixed: Array(place.table.utf8))
        context.append(lengthPrefixed: Array(place.id.utf8))
        context.append(littleEndian: place.revision)
        context.append(littleEndian: Schema.version)
        return context
    }
}
