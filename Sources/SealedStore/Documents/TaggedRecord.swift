/// A model's value, with any fields of its record that this version of the program can't read. They are kept unchanged.
struct Tagged<Model: DocumentModel>: Hashable {
    var model: Model
    /// By tag, the fields that the model doesn't have, which a newer version wrote, and those whose values are of
    /// another type than the model's: such a field of the model has its default.
    var unknown: [Int: [UInt8]] = [:]

    init(_ model: Model, unknown: [Int: [UInt8]] = [:]) {
        (self.model, self.unknown) = (model, unknown)
    }

    /// The schema of records made of tags and values.
    static var schema: UInt8 { 2 }
    /// The schema of earlier records, which had the fields in a fixed order.
    private static var untaggedSchema: UInt8 { 1 }

    init(from reader: inout RecordReader, schema: UInt8) throws {
        guard schema != Self.untaggedSchema else {
            self.init(try Model.decodeUntagged(&reader))
            return
        }
        guard schema == Self.schema else { throw MalformedRecord() }
        self.init(Model())
        let fields = Model.fields
        // By index, and each field once: generic functions on the fields would resolve their types at each use and copy
        // fields, which takes longer than the rest of this function. Records and most models are in the order of tags,
        // so the next field is usually the right one.
        var next = 0
        values: for _ in 0..<(try reader.count()) {
            let (tag, value) = (try reader.integer(), try reader.blob())
            for _ in 0..<fields.count {
                let field = fields[next]
                next = (next + 1) % fields.count
                guard field.tag == tag else { continue }
                if (try? field.decode(value, into: &model)) == nil { unknown[tag] = value }
                continue values
            }
            unknown[tag] = value
        }
    }

    func write(to writer: inout RecordWriter) {
        let fields = Model.fields
        var values: [TaggedValue] = []
        values.reserveCapacity(fields.count + unknown.count)
        // By index, as above.
        for index in 0..<fields.count {
            let field = fields[index]
            guard unknown.isEmpty || unknown[field.tag] == nil else { continue }
            values.append(TaggedValue(tag: field.tag, bytes: field.value(of: model).recordForm))
        }
        for (tag, bytes) in unknown { values.append(TaggedValue(tag: tag, bytes: bytes)) }
        values.sort { $0.tag < $1.tag }
        writer.append(values) { writer, value in
            writer.append(value.tag)
            writer.append(value.bytes)
        }
    }

    /// The name of a field of the model whose value can't be read, since it is of another type; `nil` if there is none.
    var unreadableField: String? {
        unknown.isEmpty ? nil : Model.fields.first { unknown[$0.tag] != nil }?.name
    }

    /// Whether two values have the same stored form, including unknown fields.
    static func == (one: Self, other: Self) -> Bool {
        one.model.changes(since: other.model).isEmpty && one.unknown == other.unknown
    }

    func hash(into hasher: inout Hasher) {
        var writer = RecordWriter(schema: Self.schema)
        write(to: &writer)
        hasher.combine(writer.bytes)
    }
}

/// The stored form of one field.
private struct TaggedValue {
    let tag: Int
    let bytes: [UInt8]
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
