/// A model's value, with any fields of its record that this version of the program can't read. They are kept unchanged.
package struct Tagged<Model: FieldModel>: Hashable {
    package var model: Model
    /// The fields that the model doesn't have, by tag: those that a newer version wrote, and those whose values are of
    /// another type than the model's. Such a field of the model has its default.
    package var unknown: [Int: [UInt8]] = [:]
    /// The unknown fields in the part of an element that lists don't read.
    package var unknownBody: [Int: [UInt8]] = [:]

    package init(_ model: Model, unknown: [Int: [UInt8]] = [:]) {
        (self.model, self.unknown) = (model, unknown)
    }

    /// Reads tags and values.
    package init(from reader: inout RecordReader) throws {
        self.init(Model())
        unknown = try read(from: &reader)
    }

    /// Reads the tags and values of the part of an element that lists don't read.
    package mutating func readBody(from reader: inout RecordReader) throws { unknownBody = try read(from: &reader) }

    /// - Returns: those that can't be read.
    private mutating func read(from reader: inout RecordReader) throws -> [Int: [UInt8]] {
        var unknown: [Int: [UInt8]] = [:]
        let all = Model.fields
        let fields = all.span
        let start = reader
        // By the span's index, and each field once: generic functions on the fields would resolve their types at each
        // use and copy fields, which takes longer than the rest of this function. Records and most models are in the
        // order of tags, so the next field is usually the right one.
        var next = 0
        values: for _ in 0..<(try reader.count()) {
            let tag = try reader.integer()
            var value = reader
            try reader.skipBlob()
            for _ in 0..<fields.count {
                let field = fields[next]
                next = (next + 1) % fields.count
                guard field.tag == tag else { continue }
                var form = value
                do throws(MalformedRecord) {
                    try form.enterBlob(schema: 0)
                    try field.decode(&form, into: &model)
                } catch {
                    unknown[tag] = try value.blob()
                }
                continue values
            }
            unknown[tag] = try value.blob()
        }
        guard !unknown.isEmpty else { return unknown }
        for field in all {
            guard let former = field.former, let bytes = unknown[former.tag] else { continue }
            // What an earlier program wrote beside the field isn't its value any more.
            let isThere = try start.hasTag(field.tag)
            if !isThere, (try? former.read(&model, bytes)) == nil { continue }
            unknown[former.tag] = nil
        }
        return unknown
    }

    package func write(to writer: inout RecordWriter) { Self.write(model, unknown, to: &writer) { _ in true } }

    /// Writes the fields that lists read.
    package func writeHeader(to writer: inout RecordWriter) {
        Self.write(model, unknown, to: &writer) { !$0.isInBody }
    }

    /// Writes the fields that lists don't read.
    package func writeBody(to writer: inout RecordWriter) {
        Self.write(model, unknownBody, to: &writer) { $0.isInBody }
    }

    /// Whether any of the fields that lists don't read has a value other than its default.
    package var hasBody: Bool {
        let fresh = Model()
        return !unknownBody.isEmpty
            || Model.fields.contains { $0.isInBody && $0.value(of: model) != $0.value(of: fresh) }
    }

    /// Writes the fields that a body selects, and unknown ones.
    private static func write(
        _ model: Model, _ unknown: [Int: [UInt8]], to writer: inout RecordWriter,
        where isIncluded: (ModelField<Model>) -> Bool
    ) {
        let fields = Model.fields
        var values: [TaggedValue] = []
        values.reserveCapacity(fields.count + unknown.count)
        // By index, as above.
        for index in 0..<fields.count {
            let field = fields[index]
            guard isIncluded(field), unknown.isEmpty || unknown[field.tag] == nil else { continue }
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
    package var unreadableField: String? {
        guard !unknown.isEmpty || !unknownBody.isEmpty else { return nil }
        func isUnknown(_ tag: Int) -> Bool { unknown[tag] != nil || unknownBody[tag] != nil }
        return Model.fields.first { isUnknown($0.tag) || $0.former.map { isUnknown($0.tag) } ?? false }?.name
    }

    /// Whether two values have the same stored form, including unknown fields.
    package static func == (one: Self, other: Self) -> Bool {
        one.hasSameUnknown(as: other) && one.model.changes(since: other.model).isEmpty
    }

    func hasSameUnknown(as other: Self) -> Bool {
        unknown == other.unknown && unknownBody == other.unknownBody
    }

    package func hash(into hasher: inout Hasher) {
        var writer = RecordWriter()
        write(to: &writer)
        hasher.combine(writer.bytes)
    }
}

/// The stored form of one field.
private struct TaggedValue {
    let tag: Int
    let bytes: [UInt8]
}

extension RecordReader {
    /// Whether a list of tags and values that comes next has a tag.
    fileprivate func hasTag(_ tag: Int) throws(MalformedRecord) -> Bool {
        var reader = self
        for _ in 0..<(try reader.count()) {
            if try reader.integer() == tag { return true }
            try reader.skipBlob()
        }
        return false
    }
}
