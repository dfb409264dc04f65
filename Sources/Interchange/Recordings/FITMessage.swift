/// The fields of a kind of message, and their positions.
struct FITDefinition {
    let message: Int
    let isBigEndian: Bool
    var fields: [FITField] = []
    /// The size in bytes, including developer fields, which are skipped.
    var size = 0

    init(message: Int, isBigEndian: Bool) {
        (self.message, self.isBigEndian) = (message, isBigEndian)
    }
}

/// A field of a message: its number, its position and its type.
struct FITField {
    let number: UInt8
    let offset: Int
    let size: Int
    let type: UInt8

    static func unsigned(_ bytes: [UInt8], at start: Int, size: Int, isBigEndian: Bool) -> Int {
        (0..<size).reduce(0) { value, index in
            value << 8 | Int(bytes[start + (isBigEndian ? index : size - 1 - index)])
        }
    }
}

/// A message within the bytes of a FIT file.
struct FITMessage {
    let bytes: [UInt8]
    let start: Int
    let definition: FITDefinition

    var kind: Int { definition.message }

    /// The value of an integer field; `nil` if the field is missing, of another type, or marked as unknown. Of an
    /// array, it is the first element.
    func integer(_ number: UInt8) -> Int? {
        guard let field = definition.fields.first(where: { $0.number == number }) else { return nil }
        guard let type = IntegerType(rawValue: field.type & 0x1F), field.size >= type.size else { return nil }
        let bits = FITField.unsigned(
            bytes, at: start + field.offset, size: type.size, isBigEndian: definition.isBigEndian)
        guard bits != type.unknown else { return nil }
        let sign = 1 << (type.size * 8 - 1)
        return type.isSigned && bits & sign != 0 ? bits - sign << 1 : bits
    }

    /// The value of an integer field with a scale and an offset applied.
    func number(_ number: UInt8, scale: Double, offset: Double = 0) -> Double? {
        integer(number).map { Double($0) / scale - offset }
    }

    /// The value of a string field, up to its terminator. Fields have at most 255 bytes.
    func text(_ number: UInt8) -> String? {
        guard let field = definition.fields.first(where: { $0.number == number }), field.type & 0x1F == 7 else {
            return nil
        }
        let from = start + field.offset
        let text = String(decoding: bytes[from..<from + field.size].prefix { $0 != 0 }, as: UTF8.self).inOneLine
        return text.isEmpty ? nil : text
    }

    /// The integer types.
    private enum IntegerType: UInt8 {
        case enumeration = 0
        case sint8, uint8, sint16, uint16, sint32, uint32
        case uint8z = 10
        case uint16z, uint32z

        var size: Int {
            switch self {
            case .enumeration, .sint8, .uint8, .uint8z: 1
            case .sint16, .uint16, .uint16z: 2
            case .sint32, .uint32, .uint32z: 4
            }
        }

        var isSigned: Bool { [.sint8, .sint16, .sint32].contains(self) }

        /// The bits of an unknown value.
        var unknown: Int {
            switch self {
            case .uint8z, .uint16z, .uint32z: 0
            default: isSigned ? 1 << (size * 8 - 1) - 1 : 1 << (size * 8) - 1
            }
        }
    }
}
