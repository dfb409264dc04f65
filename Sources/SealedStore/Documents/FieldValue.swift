/// A value that a document's field can hold, with its forms for input, display, JSON, editing and storage.
public protocol FieldValue: Hashable, Sendable {
    /// The control with which a person edits it.
    static var control: FieldControl { get }

    /// Parses a value from user input.
    ///
    /// - Throws: the rule that the text breaks.
    init(parsing text: String) throws(FieldRule)

    /// The text that ``init(parsing:)`` reads back.
    var text: String { get }

    /// Reads a value from JSON.
    init(json: FieldJSON) throws(FieldRule)

    var json: FieldJSON { get }

    /// - Throws: ``MalformedRecord`` for bytes that ``write(to:)`` wouldn't write.
    init(from reader: inout RecordReader) throws(MalformedRecord)

    /// Writes the stored form, which ``init(from:)`` has to read. A value that can't be read back, such as a number
    /// that isn't finite, is refused when it is saved or committed.
    func write(to writer: inout RecordWriter)
}

/// The control with which a person edits a value.
public enum FieldControl: Hashable, Sendable {
    case text
    case toggle
    /// One of these values, as ``FieldValue/init(parsing:)`` reads them.
    case choice([String])
    case day
}

/// A field's value in JSON.
public enum FieldJSON: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    /// A whole number. Reading a file gives this case for each number that is one.
    case integer(Int)
    case number(Double)
    case null
}

extension FieldJSON: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self =
            if container.decodeNil() {
                .null
            } else if let flag = try? container.decode(Bool.self) {
                .flag(flag)
            } else if let integer = try? container.decode(Int.self) {
                .integer(integer)
            } else if let number = try? container.decode(Double.self) {
                .number(number)
            } else if let text = try? container.decode(String.self) {
                .text(text)
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "A field is a text, a flag, a number in range or null.")
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .null: try container.encodeNil()
        }
    }
}

extension FieldValue {
    /// The bytes of the stored form, equal only for identical values. An é of one scalar and one of two compare equal
    /// as strings, but replacing one by the other changes what is stored.
    var recordForm: [UInt8] {
        var writer = RecordWriter(schema: 0)
        write(to: &writer)
        return writer.bytes
    }

    init(recordForm bytes: [UInt8]) throws(MalformedRecord) {
        var reader = try RecordReader(bytes, schema: 0)
        self = try Self(from: &reader)
        try reader.finish()
    }
}

extension String: FieldValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) { self = text }

    public var text: String { self }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .text(let text) = json else { throw .form }
        self = text
    }

    public var json: FieldJSON { .text(self) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) { self = try reader.text() }

    public func write(to writer: inout RecordWriter) { writer.append(self) }
}

extension Bool: FieldValue {
    public static var control: FieldControl { .toggle }

    public init(parsing text: String) throws(FieldRule) {
        switch text.lowercased() {
        case "on": self = true
        case "off": self = false
        default: throw .choice(["on", "off"])
        }
    }

    public var text: String { self ? "on" : "off" }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .flag(let flag) = json else { throw .form }
        self = flag
    }

    public var json: FieldJSON { .flag(self) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) { self = try reader.flag() }

    public func write(to writer: inout RecordWriter) { writer.append(self) }
}

extension Int: FieldValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        guard let number = Int(text) else { throw .form }
        self = number
    }

    public var text: String { String(self) }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .integer(let integer) = json else { throw .form }
        self = integer
    }

    public var json: FieldJSON { .integer(self) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) { self = try reader.integer() }

    public func write(to writer: inout RecordWriter) { writer.append(self) }
}
