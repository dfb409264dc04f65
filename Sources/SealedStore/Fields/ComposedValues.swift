// Optional values, lists and sets as fields. What reads them is inlinable, so that it is specialized for each field.

extension Optional: FieldValue where Wrapped: FieldValue {
    @inlinable public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self = try reader.flag() ? try Wrapped(from: &reader) : nil
    }

    public func write(to writer: inout RecordWriter) {
        writer.append(self != nil)
        self?.write(to: &writer)
    }
}

/// No text and a JSON null stand for no value.
extension Optional: EditableValue where Wrapped: EditableValue {
    public static var control: FieldControl { Wrapped.control }

    public init(parsing text: String) throws(FieldRule) { self = text.isEmpty ? nil : try Wrapped(parsing: text) }

    public var text: String { self?.text ?? "" }

    public init(json: FieldJSON) throws(FieldRule) { self = json == .null ? nil : try Wrapped(json: json) }

    public var json: FieldJSON { self?.json ?? .null }
}

extension Array: FieldValue where Element: FieldValue {
    @inlinable public init(from reader: inout RecordReader) throws(MalformedRecord) {
        // Bytes are stored as they are.
        guard Element.self != UInt8.self else {
            self = try reader.blob() as? [Element] ?? []
            return
        }
        let count = try reader.count()
        self = []
        // Grows as it is read, since a false count may be as large as the number of bytes left.
        reserveCapacity(Swift.min(count, 4096))
        for _ in 0..<count { append(try Element(from: &reader)) }
    }

    public func write(to writer: inout RecordWriter) {
        if let bytes = self as? [UInt8] { return writer.append(bytes) }
        writer.append(unsigned: UInt64(count))
        for element in self { element.write(to: &writer) }
    }
}

/// A text lists the elements with commas between them, so it reads back if none contains one.
extension Array: EditableValue where Element: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        self = []
        for part in text.split(separator: ",") {
            let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            if !trimmed.isEmpty { append(try Element(parsing: String(trimmed))) }
        }
    }

    public var text: String { map(\.text).joined(separator: ", ") }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .list(let list) = json else { throw .form }
        self = []
        for element in list { append(try Element(json: element)) }
    }

    public var json: FieldJSON { .list(map(\.json)) }
}

/// Sets are stored in the order of their members' stored forms, so that equal ones have equal bytes, and merged member
/// by member.
extension Set: FieldValue where Element: FieldValue {
    @inlinable public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let members = try [Element](from: &reader)
        self = Set(members)
        guard count == members.count else { throw MalformedRecord() }
    }

    public func write(to writer: inout RecordWriter) {
        let members = map { (form: $0.recordForm, member: $0) }
        // Without a key path, which would be made each time.
        members.sorted { $0.form.lexicographicallyPrecedes($1.form) }.map { $0.member }.write(to: &writer)
    }
}

extension Set: MergingValue where Element: FieldValue {
    static func merged(base: Self, mine: Self, theirs: Self) -> Self {
        theirs.union(mine.subtracting(base)).subtracting(base.subtracting(mine))
    }
}

extension Set: EditableValue where Element: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) { self = Set(try [Element](parsing: text)) }

    public var text: String { map(\.text).sorted().joined(separator: ", ") }

    public init(json: FieldJSON) throws(FieldRule) { self = Set(try [Element](json: json)) }

    public var json: FieldJSON { .list(sorted { $0.text < $1.text }.map(\.json)) }
}

/// A range is stored as its lower and its upper bound.
extension ClosedRange: FieldValue where Bound: FieldValue {
    @inlinable public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let (lower, upper) = (try Bound(from: &reader), try Bound(from: &reader))
        guard lower <= upper else { throw MalformedRecord() }
        self = lower...upper
    }

    public func write(to writer: inout RecordWriter) {
        lowerBound.write(to: &writer)
        upperBound.write(to: &writer)
    }
}
