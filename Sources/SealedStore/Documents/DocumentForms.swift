// The stored forms of a document's three records.

extension Tagged where Model: DocumentModel {
    /// The schema of records made of tags and values.
    static var schema: UInt8 { 2 }
    /// The schema of earlier records, which had the fields in a fixed order.
    private static var untaggedSchema: UInt8 { 1 }

    init(from reader: inout RecordReader, schema: UInt8) throws {
        switch schema {
        case Self.untaggedSchema: self.init(try Model.decodeUntagged(&reader))
        case Self.schema: try self.init(from: &reader)
        default: throw MalformedRecord()
        }
    }
}

/// The record of a committed value.
struct DocumentRecord<Model: DocumentModel> {
    var value: Tagged<Model>

    init(_ value: Tagged<Model>) { self.value = value }

    init(decoding bytes: [UInt8]) throws {
        let schema = bytes.first ?? 0
        var reader = try RecordReader(bytes, schema: schema)
        value = try Tagged(from: &reader, schema: schema)
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Tagged<Model>.schema)
        value.write(to: &writer)
        return writer.bytes
    }
}

/// The record of one commit: its time, and the value before and after.
struct CommitRecord<Model: DocumentModel> {
    var at: WallTime
    /// `nil` for the first revision.
    var before: Tagged<Model>?
    var after: Tagged<Model>

    init(at: WallTime, before: Tagged<Model>?, after: Tagged<Model>) {
        (self.at, self.before, self.after) = (at, before, after)
    }

    init(decoding bytes: [UInt8]) throws {
        let schema = bytes.first ?? 0
        var reader = try RecordReader(bytes, schema: schema)
        at = WallTime(secondsSince1970: try reader.integer())
        before = try reader.optional { try Tagged(from: &$0, schema: schema) }
        after = try Tagged(from: &reader, schema: schema)
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Tagged<Model>.schema)
        writer.append(at.secondsSince1970)
        writer.append(before) { $1.write(to: &$0) }
        after.write(to: &writer)
        return writer.bytes
    }
}

/// The record of a saved draft.
struct DraftRecord<Model: DocumentModel> {
    var baseRevision: Int
    var savedAt: WallTime
    var base: Tagged<Model>
    var edited: Tagged<Model>

    init(baseRevision: Int, savedAt: WallTime, base: Tagged<Model>, edited: Tagged<Model>) {
        (self.baseRevision, self.savedAt, self.base, self.edited) = (baseRevision, savedAt, base, edited)
    }

    init(decoding bytes: [UInt8]) throws {
        let schema = bytes.first ?? 0
        var reader = try RecordReader(bytes, schema: schema)
        (baseRevision, savedAt) = (try reader.integer(), WallTime(secondsSince1970: try reader.integer()))
        base = try Tagged(from: &reader, schema: schema)
        edited = try Tagged(from: &reader, schema: schema)
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Tagged<Model>.schema)
        writer.append(baseRevision)
        writer.append(savedAt.secondsSince1970)
        base.write(to: &writer)
        edited.write(to: &writer)
        return writer.bytes
    }
}
