package import Sealing

/// The location to which a box is bound, so that no row can be swapped, replayed or moved.
package struct RecordBinding: Hashable {
    /// The name of the kind, or of the part that the box holds.
    let part: String
    /// The number of a record in a collection; empty for the other forms.
    var id = ""
    let revision: Int

    init(_ kind: RecordKind, part: Int, number: Int, revision: Int) {
        let isById = kind.form == .collection || kind.form == .pages
        self.init(part: kind.parts[part], id: isById ? String(number) : "", revision: revision)
    }

    package init(part: String, id: String = "", revision: Int) {
        (self.part, self.id, self.revision) = (part, id, revision)
    }
}

/// Seals and opens the records of one account.
package final class RecordSealer: Sendable {
    private let keys: SubKeys
    /// Separates the boxes and MACs of one schema's stores from those of every other schema.
    private let domain: String
    /// The common beginnings of the contexts of boxes, and of the messages of terms and fingerprints.
    private let (contextStart, termStart, fingerprintStart): ([UInt8], [UInt8], [UInt8])
    package let store: StoreID
    package let account: AccountID

    /// The version of the boxes' context, independent of the version of the tables.
    private static let contextVersion = 1

    /// - Throws: ``SealingError/outOfMemory``.
    package init(
        domain: String, store: StoreID, account: AccountID, dataKey: borrowing Secret
    ) throws(SealingError) {
        self.domain = domain
        self.store = store
        self.account = account
        var context = Array("\(domain).record.v1".utf8)
        context.append(lengthPrefixed: store.bytes)
        context.append(lengthPrefixed: account.description.utf8)
        contextStart = context
        func framed(_ purpose: String) -> [UInt8] {
            var message: [UInt8] = []
            message.append(lengthPrefixed: "\(domain).\(purpose)".utf8)
            return message
        }
        (termStart, fingerprintStart) = (framed("term.v2"), framed("fingerprint.v1"))
        keys = try SubKeys(from: dataKey)
    }

    /// A sealer of the same account with other keys.
    private init(of other: RecordSealer, keys: consuming SubKeys) {
        (domain, store, account) = (other.domain, other.store, other.account)
        (contextStart, termStart) = (other.contextStart, other.termStart)
        fingerprintStart = other.fingerprintStart
        self.keys = keys
    }

    package func seal(_ payload: [UInt8], at binding: RecordBinding) -> [UInt8] {
        SealedBox.seal(payload, with: keys.records, context: context(binding))
    }

    /// - Throws: ``SealingError`` if the box wasn't sealed by this account with this binding.
    package func open(_ box: [UInt8], at binding: RecordBinding) throws(SealingError) -> [UInt8] {
        try SealedBox.open(box, with: keys.records, context: context(binding))
    }

    /// Opens a box of a record.
    ///
    /// - Throws: ``SealingError`` as ``open(_:at:)`` does; ``MalformedRecord`` if the row has no such box.
    func open(_ row: RecordRow, of kind: RecordKind, part: Int = 0) throws -> [UInt8] {
        guard row.boxes.indices.contains(part) else { throw MalformedRecord() }
        return try open(
            row.boxes[part], at: RecordBinding(kind, part: part, number: row.number, revision: row.revision))
    }

    /// Opens a box of a record that was read whole; `nil` if the record lacks the part.
    func openIfThere(_ row: RecordRow, of kind: RecordKind, part: Int) throws -> [UInt8]? {
        row.boxes.indices.contains(part) && row.boxes[part].isEmpty ? nil : try open(row, of: kind, part: part)
    }

    /// Opens all boxes of a record that was read whole; `nil` for each part that the record lacks.
    func openParts(_ row: RecordRow, of kind: RecordKind) throws -> [[UInt8]?] {
        try kind.parts.indices.map { try openIfThere(row, of: kind, part: $0) }
    }

    /// Seals the record key of another sealer with this one.
    func sealKey(of other: RecordSealer) -> [UInt8] {
        SealedBox.seal(other.keys.records, with: keys.records, context: keyContext)
    }

    /// A sealer that opens the boxes of another sealer of the account, whose record key this one has sealed.
    ///
    /// - Throws: ``SealingError`` for a key that doesn't open.
    func sealer(ofKey box: [UInt8]) throws(SealingError) -> RecordSealer {
        let key = try SealedBox.openSecret(box, with: keys.records, context: keyContext)
        return RecordSealer(of: self, keys: try SubKeys(records: key, otherwise: keys))
    }

    /// Reseals, with this sealer, a key that another sealer of the account sealed.
    func resealKey(_ box: [UInt8], from other: RecordSealer) throws(SealingError) -> [UInt8] {
        let key = try SealedBox.openSecret(box, with: other.keys.records, context: keyContext)
        return SealedBox.seal(key, with: keys.records, context: keyContext)
    }

    private var keyContext: [UInt8] { context(RecordBinding(part: "aside.key", revision: 1)) }

    /// A MAC that is equal for equal contents, and says nothing about them without the key.
    package func fingerprint(of contentDigest: [UInt8]) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(fingerprintStart.count + 8 + contentDigest.count)
        message += fingerprintStart
        message.append(lengthPrefixed: contentDigest)
        return KeyedHash.mac(framed: message, key: keys.fingerprints)
    }

    /// Identifies a row among all rows that were ever written in its place: a MAC over its number, its revision, its
    /// fingerprint and the nonces of its boxes.
    ///
    /// A nonce is random and never used twice, so a box that opens and has a given nonce is the one that was sealed
    /// with it. The large boxes of a list's rows therefore needn't be read in full.
    package func term(of row: RecordRow, _ kind: RecordKind) -> [UInt8] {
        let name = kind.name.utf8
        let fingerprint = row.fingerprint ?? []
        // Two numbers, the fingerprint and each box's identity, with the lengths before them.
        var length = 2 * 8 + 8 + fingerprint.count
        for box in row.boxes { length += 8 + min(box.count, SealedBox.identityLength) }
        var message: [UInt8] = []
        message.reserveCapacity(termStart.count + 8 + name.count + 8 + length)
        message += termStart
        message.append(lengthPrefixed: name)
        message.append(littleEndian: length)
        message.append(littleEndian: row.number)
        message.append(littleEndian: row.revision)
        message.append(lengthPrefixed: fingerprint)
        for box in row.boxes { message.append(lengthPrefixed: box.prefix(SealedBox.identityLength)) }
        return KeyedHash.mac(framed: message, key: keys.inventory)
    }

    /// A row's term in the inventory of format 1.
    func firstFormatTerm(_ blobs: [[UInt8]], number: Int, table: String) -> [UInt8] {
        var row: [UInt8] = []
        row.append(littleEndian: number)
        for blob in blobs { row.append(lengthPrefixed: blob) }
        return KeyedHash.mac(Array("\(domain).inventory.v1".utf8), Array(table.utf8), row, key: keys.inventory)
    }

    private func context(_ binding: RecordBinding) -> [UInt8] {
        var context: [UInt8] = []
        context.reserveCapacity(contextStart.count + binding.part.utf8.count + binding.id.utf8.count + 32)
        context += contextStart
        context.append(lengthPrefixed: binding.part.utf8)
        context.append(lengthPrefixed: binding.id.utf8)
        context.append(littleEndian: binding.revision)
        context.append(littleEndian: Self.contextVersion)
        return context
    }
}
