// Texts, flags, numbers and enums as fields.

extension String: EditableValue {
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

extension Bool: EditableValue {
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

extension FieldValue where Self: FixedWidthInteger {
    @inlinable public init(from reader: inout RecordReader) throws(MalformedRecord) {
        let number =
            if Self.isSigned { Self(exactly: try reader.integer()) } else { Self(exactly: try reader.unsigned()) }
        guard let number else { throw MalformedRecord() }
        self = number
    }

    public func write(to writer: inout RecordWriter) {
        if Self.isSigned {
            writer.append(Int(truncatingIfNeeded: self))
        } else {
            writer.append(unsigned: UInt64(truncatingIfNeeded: self))
        }
    }
}

extension EditableValue where Self: FixedWidthInteger {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        guard let number = Self(text) else { throw .form }
        self = number
    }

    public var text: String { String(self) }

    public init(json: FieldJSON) throws(FieldRule) {
        guard case .integer(let integer) = json, let number = Self(exactly: integer) else { throw .form }
        self = number
    }

    /// The number in JSON, a floating-point one if it is higher than any `Int`.
    public var json: FieldJSON { Int(exactly: self).map { .integer($0) } ?? .number(Double(self)) }
}

extension Int: EditableValue {}
extension Int8: EditableValue {}
extension Int16: EditableValue {}
extension Int32: EditableValue {}
extension Int64: EditableValue {}
extension UInt: EditableValue {}
extension UInt8: EditableValue {}
extension UInt16: EditableValue {}
extension UInt32: EditableValue {}
extension UInt64: EditableValue {}

extension Double: EditableValue {
    public static var control: FieldControl { .text }

    public init(parsing text: String) throws(FieldRule) {
        guard let number = Double(text), number.isFinite else { throw .form }
        self = number
    }

    public var text: String { String(self) }

    public init(json: FieldJSON) throws(FieldRule) {
        switch json {
        case .number(let number): self = number
        case .integer(let integer): self = Double(integer)
        default: throw .form
        }
    }

    public var json: FieldJSON { .number(self) }

    public init(from reader: inout RecordReader) throws(MalformedRecord) { self = try reader.double() }

    public func write(to writer: inout RecordWriter) { writer.append(self) }
}

// An enum is stored, and shown, as its raw value.

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
    @inlinable public init(from reader: inout RecordReader) throws(MalformedRecord) {
        guard let value = Self(rawValue: try RawValue(from: &reader)) else { throw MalformedRecord() }
        self = value
    }

    public func write(to writer: inout RecordWriter) { rawValue.write(to: &writer) }
}

extension EditableValue where Self: RawRepresentable & CaseIterable, RawValue: EditableValue {
    public static var control: FieldControl { .choice(choices) }

    private static var choices: [String] { allCases.map { $0.text } }

    public init(parsing text: String) throws(FieldRule) {
        guard let value = Self(rawValue: try RawValue(parsing: text)) else { throw .choice(Self.choices) }
        self = value
    }

    public var text: String { rawValue.text }

    public init(json: FieldJSON) throws(FieldRule) {
        guard let value = Self(rawValue: try RawValue(json: json)) else { throw .choice(Self.choices) }
        self = value
    }

    public var json: FieldJSON { rawValue.json }
}
