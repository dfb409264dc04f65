/// Bytes beside an element's fields, such as a photo. They are sealed in pieces of their own, and only
/// ``RecordTransaction/attachment(_:of:_:)`` opens them.
public struct ElementAttachment: Hashable, Sendable {
    /// The attachment's name, which no other one of the element has.
    public let name: String
    /// The attachment's length in bytes.
    public let size: Int

    /// The maximum length of an attachment, in bytes.
    public static let maximumSize = 32 << 20
    /// The length of a name, in bytes.
    static let nameLengths = 1...255
}

extension LoggedCollection {
    fileprivate static var pieces: SealedCollection<AttachmentPiece<Self>> { SealedCollection() }

    /// Removes the attachments of elements that are lost, which nothing else could reach.
    ///
    /// - Parameter losing: receives each piece that is removed.
    static func removeStrayAttachments(
        in transaction: inout RecordTransaction, losing: (DamagedPart) -> Void
    ) throws {
        var found: [Int: [Int]] = [:]
        try pieces.forEachEntry(in: &transaction) { piece, element, _ in
            found[element, default: []].append(piece)
            return true
        }
        for (element, strays) in found.sorted(by: { $0.key < $1.key })
        where try !changeHistory.contains(element, &transaction) && !changeHistory.isInTrash(element, &transaction) {
            for piece in strays {
                losing(.record(kind: collection.attachments.name, number: piece))
                try pieces.remove(piece, in: &transaction)
            }
        }
    }
}

extension LoggedCollection {
    /// Deletes the attachments of all elements.
    package static func removeAllAttachments(in transaction: inout RecordTransaction) throws {
        try pieces.removeAll(in: &transaction)
    }
}

extension RecordTransaction {
    /// The attachments of an element, removed or not, in the order in which they were attached.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func attachments<Owner: LoggedCollection>(
        of type: Owner.Type, _ number: Int
    ) throws -> [ElementAttachment] {
        try pieces(type, of: number).filter { $0.header.index == 0 }.map {
            ElementAttachment(name: $0.header.name, size: $0.header.size)
        }
    }

    /// The bytes of an attachment; `nil` if the element has none of this name.
    ///
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last.
    public mutating func attachment<Owner: LoggedCollection>(
        _ name: String, of type: Owner.Type, _ number: Int
    ) throws -> [UInt8]? {
        let found = try pieces(type, of: number).filter { $0.header.name == name }
        guard let first = found.first else { return nil }
        guard found.map(\.header.index) == Array(0..<first.header.count) else {
            try report(.record(kind: Owner.collection.attachments.name, number: first.number))
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(first.header.size)
        for piece in found {
            guard let part = try Owner.pieces.part(1, of: piece.number, in: &self) else { return nil }
            bytes += part
        }
        return bytes
    }

    /// Attaches bytes to an element, replacing those of the same name.
    ///
    /// An attachment goes with its element: it is kept while that is removed, and is deleted when that is purged.
    /// Attaching and detaching aren't in the history, and can't be undone.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is no such element, or `invalidValue` for an attachment or a
    ///   name that is too long, or an empty name.
    public mutating func attach<Owner: LoggedCollection>(
        _ bytes: [UInt8], as name: String, to type: Owner.Type, _ number: Int
    ) throws {
        let kind = Owner.collection.elements.name
        guard try Owner.changeHistory.contains(number, &self) else {
            throw StoreError(.noRecord(kind: kind, number: number))
        }
        guard ElementAttachment.nameLengths.contains(name.utf8.count) else {
            let rule = FieldRule.length(ElementAttachment.nameLengths)
            throw StoreError(.invalid([FieldProblem("attachment", rule, of: FieldProblem.Record(kind, number))]))
        }
        guard bytes.count <= ElementAttachment.maximumSize else {
            throw EngineError(
                .tooLarge, "an attachment has \(bytes.count) bytes; the maximum is \(ElementAttachment.maximumSize)")
        }
        try detach(name, from: type, number)
        let size = AttachmentPiece<Owner>.size
        for start in stride(from: 0, to: max(bytes.count, 1), by: size) {
            let header = AttachmentPiece<Owner>.Header(
                element: number, name: name, size: bytes.count, index: start / size)
            let piece = AttachmentPiece<Owner>(header, Array(bytes[start..<min(start + size, bytes.count)]))
            try Owner.pieces.put(piece, number: try Owner.pieces.nextNumber(in: &self), in: &self)
        }
    }

    /// Deletes an attachment.
    ///
    /// - Returns: whether there was one of this name.
    /// - Throws: ``StoreError`` with `damaged` if what it reads isn't what was written last. A transaction that only
    ///   reads fails with `misuse`.
    @discardableResult
    public mutating func detach<Owner: LoggedCollection>(
        _ name: String, from type: Owner.Type, _ number: Int
    ) throws -> Bool {
        let found = try pieces(type, of: number).filter { $0.header.name == name }
        for piece in found { try Owner.pieces.remove(piece.number, in: &self) }
        return !found.isEmpty
    }

    /// Deletes all attachments of an element, intact or not.
    package mutating func detachAll<Owner: LoggedCollection>(_ type: Owner.Type, from number: Int) throws {
        var found: [Int] = []
        try Owner.pieces.forEachEntry(keys: number...number, in: &self) { piece, _, _ in
            found.append(piece)
            return true
        }
        for piece in found { try Owner.pieces.remove(piece, in: &self) }
    }

    private mutating func pieces<Owner: LoggedCollection>(
        _ type: Owner.Type, of number: Int
    ) throws -> [(number: Int, header: AttachmentPiece<Owner>.Header)] {
        var found: [(number: Int, header: AttachmentPiece<Owner>.Header)] = []
        try Owner.pieces.forEachHeader(keys: number...number, in: &self) { piece, header in
            found.append((piece, header))
            return true
        }
        return found
    }
}
