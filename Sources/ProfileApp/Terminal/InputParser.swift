/// Takes the bytes that a terminal sends apart into characters and whole escape sequences (ECMA-48), however they are
/// cut.
///
/// A sequence is taken whole whether anybody knows it or not, so that no part of it is ever taken for a key. Whether
/// more is to come after an Escape only time can tell: see ``KeyDecoder``.
struct InputParser: Sendable {
    enum Token: Hashable, Sendable {
        /// A character that was typed, control characters included.
        case scalar(Unicode.Scalar)
        /// The key Escape.
        case escape
        /// A character typed with Alt.
        case alt(Unicode.Scalar)
        case sequence(EscapeSequence)
        /// The mouse as old terminals tell of it: three bytes.
        case mouse([UInt8])
        /// What the terminal answered by an OSC, without what begins and ends it.
        case answer(String)
    }

    private enum State: Hashable, Sendable {
        case ground
        /// After so many times `ESC`: one or two.
        case escape(count: Int)
        case sequence(EscapeSequence.Kind, hasAlt: Bool, [UInt8])
        /// The Linux console's function keys: one more byte follows `ESC [ [`.
        case console
        case mouse([UInt8])
        /// A string up to `BEL` or `ESC \`: of OSC with its bytes, of DCS, APC, PM and SOS without.
        case string([UInt8]?, endsWithEscape: Bool)
    }

    /// Whether `CSI M` begins three bytes of the mouse's, as on terminals that don't know the newer form.
    let hasLegacyMouse: Bool
    private var state = State.ground
    /// The bytes of a character that isn't complete.
    private var partial: [UInt8] = []
    private var isAlt = false

    /// More parameters than this no sequence has; what comes beyond is taken and forgotten.
    private static let longest = 64

    init(hasLegacyMouse: Bool = false) {
        self.hasLegacyMouse = hasLegacyMouse
    }

    /// Whether what came last may go on.
    var isPending: Bool { state != .ground || !partial.isEmpty }

    /// Takes in the next byte.
    ///
    /// - Returns: what is complete by it.
    mutating func take(_ byte: UInt8) -> [Token] {
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
            // ESC and a character other than the string's end begin a new sequence, and end the string too.
            if endsWithEscape, byte != UInt8(ascii: "\\") { return escape(byte, 1) }
            if endsWithEscape || byte == 0x07 {
                state = .ground
                return bytes.map { [.answer(String(decoding: $0, as: UTF8.self))] } ?? []
            }
            let kept = byte == 0x1B ? bytes : bytes.map { $0.count < Self.longest ? $0 + [byte] : $0 }
            state = .string(kept, endsWithEscape: byte == 0x1B)
            return []
        }
    }

    /// Nothing more came: an Escape is one, and the beginning of anything else is dropped.
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
            // What was begun is no character.
            (partial, isAlt) = ([], false)
            return ground(byte)
        }
        partial.append(byte)
        if let scalar = String(validating: partial, as: UTF8.self)?.unicodeScalars.first { return complete(scalar) }
        if partial.count >= Self.length(of: partial[0]) { (partial, isAlt) = ([], false) }
        return []
    }

    /// How many bytes the character has that begins with a byte; 0 where none does.
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
            // It was broken off.
            state = .ground
            return ground(byte)
        case 0x20...0x3F:
            if bytes.count < Self.longest { state = .sequence(kind, hasAlt: hasAlt, bytes + [byte]) }
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

/// A whole sequence that begins with `ESC [` or `ESC O`.
struct EscapeSequence: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// CSI: `ESC [`.
        case control
        /// SS3: `ESC O`.
        case singleShift
    }

    let kind: Kind
    /// What stands between the beginning and the last character.
    let parameters: String
    let final: Character
    /// Whether another `ESC` stood before it, which is how some terminals tell of Alt.
    var hasAlt = false

    /// The parameters as numbers. Of one with parts the first; 1 for one that is left out.
    var numbers: [Int] {
        parameters.drop { "<=>?".contains($0) }.split(separator: ";", omittingEmptySubsequences: false)
            .map { part in Int(part.prefix { $0.isASCII && $0.isWholeNumber }) ?? 1 }
    }
}
