/// A value that a field can hold: how it is stored.
///
/// An enum with raw values needs no more than the conformance. So does a value that a person edits
/// (``EditableValue``), if its raw value is one.
public protocol FieldValue: Hashable, Sendable {
    /// - Throws: ``MalformedRecord`` for bytes that ``write(to:)`` wouldn't write.
    init(from reader: inout RecordReader) throws(MalformedRecord)

    /// Writes the stored form, which ``init(from:)`` has to read. A value that can't be read back, such as a number
    /// that isn't finite, is refused when it is saved or committed.
    func write(to writer: inout RecordWriter)
}

/// A value that programs show and people edit: its forms for input, display and JSON, besides the stored one.
public protocol EditableValue: FieldValue {
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
}

/// A value that is merged rather than in conflict if both sides changed it.
protocol MergingValue: FieldValue {
    static func merged(base: Self, mine: Self, theirs: Self) -> Self
}

/// The control with which a person edits a value.
public enum FieldControl: Hashable, Sendable {
    case text
    case toggle
    /// One of these values, as ``EditableValue/init(parsing:)`` reads them.
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
    case list([FieldJSON])
    case null
}

extension FieldJSON: Codable {
    /// - Throws: `DecodingError` for an object, which no field has.
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
            } else if let list = try? container.decode([FieldJSON].self) {
                .list(list)
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "A field is a text, a flag, a number in range, a list or null.")
            }
    }

    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .list(let list): try container.encode(list)
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
