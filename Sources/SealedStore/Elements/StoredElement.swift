// The stored forms of elements.

/// An element as a collection stores it, with the fields that this program can't read.
struct StoredElement<Model: ElementModel>: CollectionElement {
    var value: Tagged<Model>

    static var kind: RecordKind { Model.collection.elements }
    static var rulesVersion: Int { Model.rulesVersion }
    static var figureCount: Int { Model.figures.count }

    static func key(of header: Tagged<Model>) -> Int { Model.key(of: header.model) }
    static func figures(of header: Tagged<Model>) -> [Int?] { Model.figures.map { $0(header.model) } }

    var header: Tagged<Model> { value }
    var contentDigest: [UInt8]? { value.model.contentDigest }

    /// Records of tags and values; the form of a model's earlier records has another schema.
    static var schema: UInt8 { 3 }

    var parts: [[UInt8]?] {
        var (header, body) = (RecordWriter(schema: Self.schema), RecordWriter(schema: Self.schema))
        value.writeHeader(to: &header)
        let canHaveBody = !value.unknownBody.isEmpty || Model.fields.contains { $0.isInBody }
        guard canHaveBody else { return [header.bytes, nil] }
        value.writeBody(to: &body)
        return [header.bytes, body.bytes]
    }

    init(_ value: Tagged<Model>) { self.value = value }

    init(parts: [[UInt8]?]) throws {
        let first = (parts.first ?? nil) ?? []
        guard first.first == Self.schema else {
            value = Tagged(try Model.decodeUntagged(parts))
            return
        }
        value = try Self.header(ofFirstPart: first)
        guard parts.count > 1, let body = parts[1] else { return }
        var reader = try RecordReader(body, schema: Self.schema)
        try value.readBody(from: &reader)
        try reader.finish()
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Tagged<Model> {
        guard bytes.first == schema else { return Tagged(try Model.decodeUntagged([bytes])) }
        var reader = try RecordReader(bytes, schema: schema)
        let header = try Tagged<Model>(from: &reader)
        try reader.finish()
        return header
    }

    /// An element is worth keeping without its body.
    static func salvaging(parts: [[UInt8]?]) throws -> Self { try Self(parts: Array(parts.prefix(1))) }
}

/// A removed element, kept with its attachments until it is restored or purged.
struct RemovedElement<Model: ElementModel>: CollectionElement {
    let element: StoredElement<Model>

    static var kind: RecordKind { Model.collection.removed }
    static var rulesVersion: Int { Model.rulesVersion }
    static func key(of header: Tagged<Model>) -> Int { Model.key(of: header.model) }

    var header: Tagged<Model> { element.header }
    var contentDigest: [UInt8]? { element.contentDigest }
    var parts: [[UInt8]?] { element.parts }

    init(_ element: StoredElement<Model>) { self.element = element }

    init(parts: [[UInt8]?]) throws { element = try StoredElement(parts: parts) }

    static func salvaging(parts: [[UInt8]?]) throws -> Self { Self(try StoredElement.salvaging(parts: parts)) }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Tagged<Model> {
        try StoredElement.header(ofFirstPart: bytes)
    }
}

/// A piece of an attachment. The pieces of one have consecutive numbers, and the key of each is its element's number.
struct AttachmentPiece<Model: ElementModel>: CollectionElement {
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

    static var kind: RecordKind { Model.collection.attachments }
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
