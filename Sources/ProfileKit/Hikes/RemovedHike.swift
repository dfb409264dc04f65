internal import SealedStore

/// A removed hike, kept until it is restored or purged: sealed, and excluded from lists, totals, badges and exports.
///
/// It keeps its id, which isn't assigned to any other hike, and its source's digest, so that the source is recognized
/// when it is imported again.
struct RemovedHike: Sendable {
    /// The hike as it was.
    let stored: StoredHike
}

extension RemovedHike: CollectionElement {
    static let kind = RecordKind(
        "hike.removed", .collection, parts: ["hike.removed.header", "hike.removed.body"])

    static let rulesVersion = 1
    /// No figures are summed over removed hikes.
    static let figureCount = 0

    static func key(of header: StoredHike.Header) -> Int { StoredHike.key(of: header) }
    static func figures(of header: StoredHike.Header) -> [Int?] { [] }

    var header: StoredHike.Header { stored.header }
    var contentDigest: [UInt8]? { stored.contentDigest }

    private static let bodySchema: UInt8 = 1

    /// The original header, and the other parts packed into one.
    var parts: [[UInt8]?] {
        let parts = stored.parts
        var body = RecordWriter(schema: Self.bodySchema)
        body.append(Array(parts.dropFirst())) { writer, part in writer.append(part) { $0.append($1) } }
        return [parts[0], body.bytes]
    }

    init(parts: [[UInt8]?]) throws {
        guard parts.count == Self.kind.parts.count else { throw MalformedRecord() }
        var body = try RecordReader(parts[1] ?? [], schema: Self.bodySchema)
        let rest = try body.list { try $0.optional { try $0.blob() } }
        try body.finish()
        guard rest.count == StoredHike.kind.parts.count - 1 else { throw MalformedRecord() }
        stored = try StoredHike(parts: [parts[0]] + rest)
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> StoredHike.Header {
        try StoredHike.header(ofFirstPart: bytes)
    }
}
