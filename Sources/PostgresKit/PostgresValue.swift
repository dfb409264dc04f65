/// A value bound to a placeholder, sent in binary form.
public enum PostgresValue: Hashable, Sendable {
    case null
    case integer(Int)
    case text(String)
    case bytes([UInt8])
    case boolean(Bool)
    /// A list of names, each made of letters, digits, dots and hyphens.
    case names([String])
    case integers([Int])

    /// The type's OID.
    var type: UInt32 {
        switch self {
        case .null, .bytes: TypeNumber.bytes
        case .integer: TypeNumber.integer
        case .text: TypeNumber.text
        case .boolean: TypeNumber.boolean
        case .names: TypeNumber.texts
        case .integers: TypeNumber.integerArray
        }
    }

    /// Appends the value's bytes; returns `false` for NULL, which has none.
    func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .null:
            return false
        case .integer(let value):
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: value >> 32))
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: value))
        case .text(let value):
            bytes += value.utf8
        case .bytes(let value):
            bytes += value
        case .boolean(let value):
            bytes.append(value ? 1 : 0)
        case .names(let names):
            bytes.appendArrayHead(count: names.count, of: TypeNumber.text)
            for name in names {
                bytes.append(bigEndian: UInt32(name.utf8.count))
                bytes += name.utf8
            }
        case .integers(let numbers):
            bytes.appendArrayHead(count: numbers.count, of: TypeNumber.integer)
            for number in numbers {
                bytes.append(bigEndian: 8)
                _ = PostgresValue.integer(number).append(to: &bytes)
            }
        }
        return true
    }
}

/// The OIDs of PostgreSQL's built-in types, which never change.
enum TypeNumber {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let integer: UInt32 = 20
    static let integers: [UInt32: Int] = [20: 8, 21: 2, 23: 4]
    static let text: UInt32 = 25
    static let texts: UInt32 = 1009
    static let integerArray: UInt32 = 1016
    /// The types that a server may return instead of `text`: `varchar`, `bpchar`, `name` and a literal's unknown type.
    static let textLike: Set<UInt32> = [25, 1043, 1042, 19, 705]
}

extension [UInt8] {
    /// The header of a one-dimensional array without nulls, starting at index 1.
    fileprivate mutating func appendArrayHead(count: Int, of type: UInt32) {
        for number in count == 0 ? [0, 0, type] : [1, 0, type, UInt32(count), 1] { append(bigEndian: number) }
    }

    fileprivate mutating func append(bigEndian value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
    }
}

/// One statement with its values.
public struct PostgresQuery: Hashable, Sendable {
    public let sql: String
    public let values: [PostgresValue]
    /// Whether the connection keeps it prepared for further use.
    public let isPrepared: Bool

    /// - Parameter sql: the text, with placeholders `$1`, `$2` and so on.
    public init(_ sql: String, _ values: [PostgresValue] = [], isPrepared: Bool = true) {
        (self.sql, self.values, self.isPrepared) = (sql, values, isPrepared)
    }

    /// A statement that isn't used often enough to be kept prepared.
    public static func once(_ sql: String, _ values: PostgresValue...) -> PostgresQuery {
        once(sql, values)
    }

    public static func once(_ sql: String, _ values: [PostgresValue]) -> PostgresQuery {
        PostgresQuery(sql, values, isPrepared: false)
    }
}
