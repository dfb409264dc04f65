internal import Sealing

/// The shape of a stage's secret. A secret of another shape is refused before it counts as an attempt.
///
/// A format is described entirely by its properties: code that asks for a secret or words an error reads these.
public struct CodeFormat: Hashable, Sendable {
    /// What is typed.
    public enum Content: Hashable, Sendable {
        /// A fixed number of digits, followed by a number of letters from A to Z, in either case.
        case symbols(digits: Int, letters: Int)
        /// A number of bytes of UTF-8, exactly as typed.
        case text(bytes: ClosedRange<Int>)
    }

    /// The name used in options and stores.
    public let description: String
    /// What people call the secret; also the field that a ``FieldProblem`` names.
    public let noun: String
    /// What is typed.
    public let content: Content

    private init(_ name: String, _ noun: String, _ content: Content) {
        (description, self.noun, self.content) = (name, noun, content)
    }

    /// Six digits: the default.
    public static let sixDigits = CodeFormat("digits:6", "passcode", .symbols(digits: 6, letters: 0))
    /// Four digits.
    public static let fourDigits = CodeFormat("digits:4", "passcode", .symbols(digits: 4, letters: 0))
    /// Four digits, then a letter.
    public static let fourDigitsAndLetter = CodeFormat("digits:4+letter", "code", .symbols(digits: 4, letters: 1))
    /// A text of 8 to 128 bytes.
    public static let passphrase = CodeFormat("passphrase", "passphrase", .text(bytes: 8...128))
    /// The format of the stage before a code.
    public static let password = CodeFormat("password", "password", .text(bytes: 8...128))

    /// The formats that a code can have.
    private static let codes = [sixDigits, fourDigits, fourDigitsAndLetter, passphrase]

    /// The number of symbols to type, if it is fixed.
    public var symbolCount: Int? {
        if case .symbols(let digits, let letters) = content { digits + letters } else { nil }
    }

    /// Checks the shape of a secret.
    ///
    /// - Throws: ``FieldProblem`` for the field ``noun``, with the rule ``FieldRule/shape(_:)``.
    func check(_ secret: borrowing Secret) throws(FieldProblem) {
        guard matches(secret) else { throw FieldProblem(noun, .shape(self)) }
    }

    private func matches(_ secret: borrowing Secret) -> Bool {
        secret.withBytes { bytes in
            switch content {
            case .symbols(let digits, let letters):
                return bytes.count == digits + letters
                    && (0..<digits).allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
                    && (digits..<digits + letters).allSatisfy {
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(Self.lowercased(bytes[$0]))
                    }
            case .text(let lengths): return lengths.contains(bytes.count) && bytes.isUTF8
            }
        }
    }

    /// Setting bit 5 turns an upper-case letter into lower case, and no other byte into a letter.
    private static func lowercased(_ byte: UInt8) -> UInt8 { byte | 0x20 }

    /// The bytes from which the key is derived: letters are accepted in either case.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    func canonical(_ secret: borrowing Secret) throws(SealingError) -> Secret {
        guard case .symbols(let digits, let letters) = content, letters > 0 else { return try secret.duplicate() }
        return try unsafe Secret(capacity: secret.count) { (target) throws(SealingError) in
            secret.withBytes { bytes in
                for index in bytes.indices {
                    unsafe target[index] = index < digits ? bytes[index] : Self.lowercased(bytes[index])
                }
            }
            return digits + letters
        }
    }
}

extension CodeFormat: LosslessStringConvertible {
    /// The names of the formats that a code can have.
    public static let codeNames = codes.map(\.description)

    public init?(_ description: String) {
        guard let format = (Self.codes + [.password]).first(where: { $0.description == description }) else {
            return nil
        }
        self = format
    }
}

extension Span<UInt8> {
    /// Whether the bytes are well-formed UTF-8 without NUL, read without copying them.
    fileprivate var isUTF8: Bool {
        indices.allSatisfy { self[$0] != 0 } && (try? UTF8Span(validating: self)) != nil
    }
}

/// Identifies one of a gate's secrets.
public enum GateStage: String, CaseIterable, Sendable {
    case password, code
}

extension FieldRule {
    /// The secret must have the shape of a format, which is given by its name.
    public static func shape(_ format: CodeFormat) -> FieldRule { FieldRule("shape", format.description) }
    /// A new secret must not be one that an attacker would try first; the reason is given.
    public static func unpopular(_ reason: PopularCode) -> FieldRule { FieldRule("unpopular", reason.rawValue) }
    /// A new secret must differ from the current one.
    public static let new = FieldRule("new")
}
