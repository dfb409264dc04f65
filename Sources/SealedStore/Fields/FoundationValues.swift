public import FoundationEssentials

// Dates, identifiers, bytes and coded values as fields.

/// The text and the JSON of a date are to the second.
extension Date: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        do { self = try Date(text, strategy: .iso8601) } catch { throw .form }
    }

    public var text: String { formatted(.iso8601) }

    public init(json: FieldJSON) throws(FieldRule) { try self.init(parsing: try String(json: json)) }

    public var json: FieldJSON { .text(text) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        self.init(timeIntervalSinceReferenceDate: try reader.double())
    }

    public func write(to writer: inout RecordWriter) { writer.append(timeIntervalSinceReferenceDate) }
}

extension UUID: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        guard let id = UUID(uuidString: text) else { throw .form }
        self = id
    }

    public var text: String { uuidString }

    public init(json: FieldJSON) throws(FieldRule) { try self.init(parsing: try String(json: json)) }

    public var json: FieldJSON { .text(uuidString) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        guard let id = UUID(uuidString: try reader.text()) else { throw MalformedRecord() }
        self = id
    }

    public func write(to writer: inout RecordWriter) { writer.append(uuidString) }
}

extension Data: FieldValue {
    public init(from reader: inout RecordReader) throws(MalformedRecord) { self.init(try reader.blob()) }

    public func write(to writer: inout RecordWriter) { writer.append(Array(self)) }
}

/// Any `Codable` value as a field, stored as JSON.
///
///     var home = Coded(Address())
///
/// A value that was read is written as it was read until it is changed: a set has another order in each process, and
/// would look changed otherwise.
public struct Coded<Value: Codable & Hashable & Sendable>: FieldValue {
    public var value: Value {
        didSet { if value != oldValue { readForm = nil } }
    }
    /// What the value was read from.
    private var readForm: [UInt8]?

    public init(_ value: Value) { self.value = value }

    public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let bytes = try reader.blob()
        do { value = try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch { throw MalformedRecord() }
        readForm = bytes
    }

    /// Writes nothing that could be read back if the value can't be encoded, so that it is refused.
    public func write(to writer: inout RecordWriter) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        writer.append(readForm ?? (try? encoder.encode(value)).map { Array($0) } ?? [])
    }

    public static func == (one: Self, other: Self) -> Bool { one.value == other.value }

    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
