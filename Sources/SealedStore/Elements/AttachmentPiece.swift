/// A piece of an attachment. The pieces of one have consecutive numbers, and the key of each is its element's number.
struct AttachmentPiece<Owner: LoggedCollection>: CollectionElement {
    var header: Header
    let bytes: [UInt8]

    struct Header: Hashable, Sendable {
        let element: Int
        let name: String
        /// The bytes of the whole attachment.
        let size: Int
        let index: Int

        /// The number of pieces.
        var count: Int { max(1, (size - 1) / AttachmentPiece.size + 1) }
    }

    /// The bytes of every piece but the last.
    static var size: Int { 1 << 20 }
    private static var schema: UInt8 { 1 }

    static var kind: RecordKind { Owner.collection.attachments }
    /// The bytes of the piece.
    static var figureCount: Int { 1 }
    static func key(of header: Header) -> Int { header.element }
    static func figures(of header: Header) -> [Int?] { [min(size, header.size - header.index * size)] }

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(header.element)
        writer.append(header.name)
        writer.append(header.size)
        writer.append(header.index)
        return [writer.bytes, bytes]
    }

    init(_ header: Header, _ bytes: [UInt8]) { (self.header, self.bytes) = (header, bytes) }

    init(parts: [[UInt8]?]) throws {
        guard parts.count > 1, let first = parts[0], let bytes = parts[1] else { throw MalformedRecord() }
        self.init(try Self.header(ofFirstPart: first), bytes)
        guard bytes.count == Self.figures(of: header)[0] else { throw MalformedRecord() }
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        var reader = try RecordReader(bytes, schema: schema)
        let header = Header(
            element: try reader.integer(), name: try reader.text(), size: try reader.integer(),
            index: try reader.integer())
        try reader.finish()
        guard (0...ElementAttachment.maximumSize).contains(header.size), (0..<header.count).contains(header.index)
        else {
            throw MalformedRecord()
        }
        return header
    }

    static func requiredParts(with header: Header) -> Set<Int> { [1] }
}

extension LoggedCollection {
    /// What codes the pieces of its attachments.
    package static var attachmentType: any CollectionElement.Type { AttachmentPiece<Self>.self }
}
