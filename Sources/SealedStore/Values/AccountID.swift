/// The name of one account of a store: 1 to 63 characters from `a-z`, `0-9` and `-`. Every instance is valid.
public struct AccountID: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// The default account.
    public static let main = AccountID(unchecked: "main")

    /// - Throws: ``FieldProblem`` of the field `account`, whose rule is `FieldRule.name`.
    public init(_ text: String) throws(FieldProblem) {
        guard (1...63).contains(text.utf8.count), text.utf8.allSatisfy(Self.allows) else {
            throw FieldProblem("account", .name)
        }
        description = text
    }

    private init(unchecked text: String) {
        description = text
    }

    private static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
