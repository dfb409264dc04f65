internal import Sealing

/// The shape of a stage's secret. A secret of another shape is refused before it counts as an attempt.
public enum CodeFormat: Hashable, Sendable {
    /// Exactly six digits.
    case sixDigits
    /// Exactly four digits.
    case fourDigits
    /// Exactly four digits, then one letter of A to Z in either case.
    case fourDigitsAndLetter
    /// 8 to 128 bytes of UTF-8, exactly as typed, asked for as a passphrase.
    case passphrase
    /// 8 to 128 bytes of UTF-8, exactly as typed: the stage before a code.
    case password

    /// How many symbols are typed, where that is fixed.
    public var symbolCount: Int? {
        switch self {
        case .sixDigits: 6
        case .fourDigits: 4
        case .fourDigitsAndLetter: 5
        case .passphrase, .password: nil
        }
    }

    /// What people call the secret: the field that problems name.
    public var noun: String {
        switch self {
        case .sixDigits, .fourDigits: "passcode"
        case .fourDigitsAndLetter: "code"
        case .passphrase: "passphrase"
        case .password: "password"
        }
    }

    /// Checks the shape.
    ///
    /// - Throws: ``FieldProblem`` of the field that ``noun`` names, whose rule is ``FieldRule/shape(_:)``.
    func check(_ secret: borrowing Secret) throws(FieldProblem) {
        guard matches(secret) else { throw FieldProblem(noun, .shape(self)) }
    }

    private func matches(_ secret: borrowing Secret) -> Bool {
        secret.withBytes { bytes in
            func areDigits(_ range: Range<Int>) -> Bool {
                range.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
            }
            switch self {
            case .sixDigits, .fourDigits:
                return bytes.count == symbolCount && areDigits(0..<bytes.count)
            case .fourDigitsAndLetter:
                // Setting bit 5 turns an upper-case letter into its lower-case one, and no other byte into a letter.
                return bytes.count == 5 && areDigits(0..<4)
                    && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[4] | 0x20)
            case .passphrase, .password:
                return (8...128).contains(bytes.count) && bytes.isUTF8
            }
        }
    }

    /// The bytes that are derived from: the letter is read in either case.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    func canonical(_ secret: borrowing Secret) throws(SealingError) -> Secret {
        guard self == .fourDigitsAndLetter else { return try secret.duplicate() }
        return try unsafe Secret(capacity: secret.count) { (target) throws(SealingError) in
            secret.withBytes { bytes in
                for index in bytes.indices { unsafe target[index] = bytes[index] }
            }
            unsafe target[4] |= 0x20
            return 5
        }
    }
}

extension CodeFormat: LosslessStringConvertible {
    private static let names: [(CodeFormat, String)] = [
        (.sixDigits, "digits:6"), (.fourDigits, "digits:4"), (.fourDigitsAndLetter, "digits:4+letter"),
        (.passphrase, "passphrase"), (.password, "password"),
    ]

    /// The formats a code can have, by the names that options and stores use.
    public static let codeNames = ["digits:6", "digits:4", "digits:4+letter", "passphrase"]

    public init?(_ description: String) {
        guard let match = Self.names.first(where: { $0.1 == description }) else { return nil }
        self = match.0
    }

    public var description: String {
        Self.names.first { $0.0 == self }?.1 ?? ""
    }
}

extension Span<UInt8> {
    /// Whether the bytes are well-formed UTF-8 without NUL, read without copying them.
    fileprivate var isUTF8: Bool {
        var index = 0
        while index < count {
            let lead = self[index]
            // The second byte's range keeps out overlong forms, surrogates, and what lies beyond U+10FFFF
            // (Unicode 15, table 3-7).
            let (length, second): (Int, ClosedRange<UInt8>)
            switch lead {
            case 0x01...0x7F: (length, second) = (1, 0x80...0xBF)
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return false
            }
            guard index + length <= count else { return false }
            for offset in 1..<Swift.max(length, 1) {
                guard (offset == 1 ? second : 0x80...0xBF).contains(self[index + offset]) else { return false }
            }
            index += length
        }
        return true
    }
}

extension FieldRule {
    /// A secret has the shape of a format, which is given by its name.
    public static func shape(_ format: CodeFormat) -> FieldRule { FieldRule("shape", format.description) }
    /// A new secret isn't one of the first that anyone would try; why it is one is given.
    public static func unpopular(_ reason: PopularCode) -> FieldRule { FieldRule("unpopular", reason.rawValue) }
    /// A new secret isn't the one that is set already.
    public static let new = FieldRule("new")
}
