internal import CSodium

/// A code for regaining access after a forgotten passcode: 128 random bits, written in Crockford's base 32 with check
/// symbols.
///
/// It has seven groups of four symbols: two halves of 13 symbols, each followed by its check symbol (Crockford's,
/// modulo 37), so that any single mistyped symbol and any swap of two neighbours is detected before a key is derived.
/// Codes are drawn such that both check symbols are also letters or digits; the 26 symbols carry 130 bits, less 0.4 for
/// that restriction.
///
/// Its description *is* the code, since it is meant to be shown once and written down.
public struct RecoveryCode: Sendable, CustomStringConvertible {
    private final class Storage: Sendable {
        let symbols: Secret
        init(_ symbols: consuming Secret) { self.symbols = symbols }
    }

    private let storage: Storage

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let halfLength = 13
    /// The number of symbols, without the dashes between groups.
    public static let symbolCount = 2 * (halfLength + 1)
    /// The number of symbols in a group.
    public static let groupLength = 4
    /// The number of groups in which a code is written.
    public static let groupCount = symbolCount / groupLength

    /// Generates a random code.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public static func random() throws(SealingError) -> RecoveryCode {
        try unsafe RecoveryCode(
            symbols: Secret(capacity: symbolCount) { (target) throws(SealingError) in
                for half in 0..<2 {
                    let start = half * (halfLength + 1)
                    repeat {
                        unsafe randombytes_buf(target.baseAddress! + start, halfLength)
                        for index in start..<start + halfLength { unsafe target[index] &= 31 }
                        unsafe target[start + halfLength] = checkSymbol(of: target[start..<start + halfLength])
                    } while unsafe target[start + halfLength] >= 32
                }
                return symbolCount
            })
    }

    /// Parses a code from user input: in any case, with `O` for 0, `I` and `L` for 1, and spaces and dashes anywhere.
    ///
    /// - Throws: ``Malformed`` if symbols are missing or invalid, or a check symbol shows that one is mistyped;
    ///   ``SealingError/outOfMemory``.
    public init(reading typed: borrowing Secret) throws {
        let symbols = try typed.withBytes { typed in
            try unsafe Secret(
                capacity: Self.symbolCount,
                reading: { target in
                    var count = 0
                    for index in typed.indices
                    where typed[index] != UInt8(ascii: "-") && typed[index] != UInt8(ascii: " ") {
                        let byte = typed[index]
                        guard let symbol = Self.symbol(of: byte) else { throw Malformed.symbol }
                        guard count < Self.symbolCount else { throw Malformed.length }
                        unsafe target[count] = symbol
                        count += 1
                    }
                    guard count == Self.symbolCount else { throw Malformed.length }
                    for half in 0..<2 {
                        let start = half * (Self.halfLength + 1)
                        let body = unsafe target[start..<start + Self.halfLength]
                        guard unsafe Self.checkSymbol(of: body) == target[start + Self.halfLength] else {
                            throw Malformed.check
                        }
                    }
                    return count
                })
        }
        self.init(symbols: symbols)
    }

    /// The problem with a typed code.
    public enum Malformed: Error, Hashable, Sendable {
        /// The text contains a character that no code has.
        case symbol
        /// The text has too few or too many symbols.
        case length
        /// A check symbol doesn't match the symbols before it.
        case check
    }

    private init(symbols: consuming Secret) {
        storage = Storage(symbols)
    }

    /// Returns the key that wraps the data key. The code is random enough not to need a slow derivation.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    public func key(for context: [UInt8]) throws(SealingError) -> Secret {
        let empty = try Secret("")
        return try KeyedHash.derive(Array("profile.recovery.v1".utf8), context, mixing: empty, key: storage.symbols)
    }

    /// The code in the form `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX`.
    public var description: String {
        storage.symbols.withBytes { symbols in
            var text = ""
            for index in symbols.indices {
                if index > 0, index.isMultiple(of: Self.groupLength) { text.append("-") }
                text.unicodeScalars.append(Unicode.Scalar(Self.alphabet[Int(symbols[index])]))
            }
            return text
        }
    }

    /// Whether a text is one of the code's groups, read as ``init(reading:)`` reads a code.
    ///
    /// - Parameter index: the group's place in the code, from 0.
    public func hasGroup(_ typed: String, at index: Int) -> Bool {
        let typed = typed.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard typed.count == Self.groupLength, (0..<Self.groupCount).contains(index) else { return false }
        return storage.symbols.withBytes { symbols in
            for (place, byte) in typed.enumerated()
            where Self.symbol(of: byte) != symbols[index * Self.groupLength + place] {
                return false
            }
            return true
        }
    }

    private static func symbol(of byte: UInt8) -> UInt8? {
        let upper = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
        switch upper {
        case UInt8(ascii: "O"): return 0
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
        default: return alphabet.firstIndex(of: upper).map { UInt8($0) }
        }
    }

    /// The number that the symbols represent, modulo 37.
    private static func checkSymbol(of symbols: Slice<UnsafeMutableRawBufferPointer>) -> UInt8 {
        UInt8(unsafe symbols.reduce(0) { remainder, symbol in (remainder * 32 + Int(symbol)) % 37 })
    }
}
