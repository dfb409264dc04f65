/// Splits the bytes that a terminal sends into characters and complete escape sequences (ECMA-48), however the reads
/// divide them.
///
/// An unknown sequence is consumed whole too, so that no part of it is mistaken for a key. Only time can tell whether
/// more follows an Escape: see ``KeyDecoder``.
struct InputParser: Sendable {
    enum Token: Hashable, Sendable {
        /// A typed character, which may be a control character.
        case scalar(Unicode.Scalar)
        /// The Escape key.
        case escape
        /// A character typed with Alt.
        case alt(Unicode.Scalar)
        case sequence(EscapeSequence)
        /// A mouse report in the old three-byte encoding.
        case mouse([UInt8])
        /// The terminal's answer to a query: the content of an OSC.
        case answer(String)
    }

    private enum State: Hashable, Sendable {
        case ground
        /// The position after one or two `ESC`.
        case escape(count: Int)
        case sequence(EscapeSequence.Kind, hasAlt: Bool, [UInt8])
        /// The Linux console's function keys: one more byte follows `ESC [ [`.
        case console
        case mouse([UInt8])
        /// A string that ends with `BEL` or `ESC \`: the bytes of an OSC; `nil` for DCS, APC, PM and SOS, which are
        /// ignored.
        case string([UInt8]?, endsWithEscape: Bool)
    }

    /// Whether three bytes follow `CSI M`: a mouse report in the old encoding, which some terminals send although the
    /// newer one was asked for. On others it is a key.
    private let hasLegacyMouse: Bool
    private var state = State.ground
    /// The bytes of an incomplete character.
    private var partial: [UInt8] = []
    private var isAlt = false

    /// The number of bytes of a sequence or string that are kept; no known one is longer. The rest is ignored.
    private static let maximumLength = 64

    init(hasLegacyMouse: Bool = true) {
        self.hasLegacyMouse = hasLegacyMouse
    }

    /// Whether the last bytes are an incomplete character or sequence.
    var isPending: Bool { state != .ground || !partial.isEmpty }

    /// Consumes the next byte.
    ///
    /// - Returns: the tokens that it completes.
    mutating func consume(_ byte: UInt8) -> [Token] {
        switch state {
        case .ground: return ground(byte)
        case .escape(let count): return escape(byte, count)
        case .sequence(let kind, let hasAlt, let bytes): return sequence(byte, kind, hasAlt, bytes)
        case .console:
            state = .ground
            return []
        case .mouse(let bytes):
            state = bytes.count == 2 ? .ground : .mouse(bytes + [byte])
            return bytes.count == 2 ? [.mouse(bytes + [byte])] : []
        case .string(let bytes, let endsWithEscape):
            // ESC without the backslash ends the string too, and begins a new sequence.
            if endsWithEscape, byte != UInt8(ascii: "\\") { return escape(byte, 1) }
            if endsWithEscape || byte == 0x07 {
                state = .ground
                return bytes.map { [.answer(String(decoding: $0, as: UTF8.self))] } ?? []
            }
            let kept = byte == 0x1B ? bytes : bytes.map { $0.count < Self.maximumLength ? $0 + [byte] : $0 }
            state = .string(kept, endsWithEscape: byte == 0x1B)
            return []
        }
    }

    /// Called when nothing more has arrived in time: an Escape is the key, and any other incomplete sequence is
    /// dropped.
    mutating func expire() -> [Token] {
        defer { (state, partial, isAlt) = (.ground, [], false) }
        if case .escape(let count) = state { return Array(repeating: .escape, count: count) }
        return []
    }

    private mutating func ground(_ byte: UInt8) -> [Token] {
        if partial.isEmpty {
            if byte == 0x1B {
                state = .escape(count: 1)
                return []
            }
            if byte < 0x80 { return complete(Unicode.Scalar(byte)) }
        } else if !(0x80...0xBF).contains(byte) {
            // No continuation byte: the incomplete character is invalid.
            (partial, isAlt) = ([], false)
            return ground(byte)
        }
        partial.append(byte)
        if let scalar = String(validating: partial, as: UTF8.self)?.unicodeScalars.first { return complete(scalar) }
        if partial.count >= Self.length(of: partial[0]) { (partial, isAlt) = ([], false) }
        return []
    }

    /// The number of bytes in a character that begins with this byte; 0 if no character does.
    private static func length(of lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    private mutating func complete(_ scalar: Unicode.Scalar) -> [Token] {
        defer { (partial, isAlt) = ([], false) }
        return [isAlt ? .alt(scalar) : .scalar(scalar)]
    }

    private mutating func escape(_ byte: UInt8, _ count: Int) -> [Token] {
        state = .ground
        switch byte {
        case 0x1B:
            state = .escape(count: 2)
            return count == 2 ? [.escape] : []
        case UInt8(ascii: "["): state = .sequence(.control, hasAlt: count == 2, [])
        case UInt8(ascii: "O"): state = .sequence(.singleShift, hasAlt: count == 2, [])
        case UInt8(ascii: "]"): state = .string([], endsWithEscape: false)
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string(nil, endsWithEscape: false)
        default:
            isAlt = true
            return (count == 2 ? [.escape] : []) + ground(byte)
        }
        return []
    }

    private mutating func sequence(
        _ byte: UInt8, _ kind: EscapeSequence.Kind, _ hasAlt: Bool, _ bytes: [UInt8]
    ) -> [Token] {
        switch byte {
        case 0x00...0x1F, 0x7F...0xFF:
            // The sequence was interrupted.
            state = .ground
            return ground(byte)
        case 0x20...0x3F:
            if bytes.count < Self.maximumLength { state = .sequence(kind, hasAlt: hasAlt, bytes + [byte]) }
            return []
        case UInt8(ascii: "[") where kind == .control && bytes.isEmpty:
            state = .console
            return []
        case UInt8(ascii: "M") where kind == .control && bytes.isEmpty && hasLegacyMouse:
            state = .mouse([])
            return []
        default:
            state = .ground
            return [
                .sequence(
                    EscapeSequence(
                        kind: kind, parameters: String(decoding: bytes, as: UTF8.self),
                        final: Character(Unicode.Scalar(byte)), hasAlt: hasAlt))
            ]
        }
    }
}

/// A complete sequence that begins with `ESC [` or `ESC O`.
struct EscapeSequence: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// CSI: `ESC [`.
        case control
        /// SS3: `ESC O`.
        case singleShift
    }

    let kind: Kind
    /// The characters between the introducer and the final character.
    let parameters: String
    let final: Character
    /// Whether another `ESC` preceded it, which some terminals send for Alt.
    var hasAlt = false

    /// The parameters as numbers, each without its subparameters; 1 for an omitted one.
    var numbers: [Int] {
        parameters.drop { "<=>?".contains($0) }.split(separator: ";", omittingEmptySubsequences: false)
            .map { part in Int(part.prefix { $0.isASCII && $0.isWholeNumber }) ?? 1 }
    }
}
