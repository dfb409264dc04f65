// The stored forms of elements.

/// An element as a collection stores it, with the fields that this program can't read.
struct StoredElement<Model: ElementModel>: RemovableElement {
    typealias Owner = Model

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
