/// Splits a terminal's bytes into characters, controls and sequences (ECMA-48), however they arrive.
struct ControlParser: Sendable {
    enum Token: Equatable {
        case scalar(Unicode.Scalar)
        case control(UInt8)
        /// `ESC` and one character.
        case escape(Character)
        /// `CSI`, with its private marker, its numbers and its last character. A number that is left out is 0.
        case sequence(Character?, [Int], Character)
    }

    private enum State {
        case ground, escape
        /// After `ESC (` and the like comes one more byte.
        case designation
        case control([UInt8])
        /// Up to `BEL` or `ESC \`.
        case text
    }

    private var state = State.ground
    private var partial: [UInt8] = []

    mutating func take(_ byte: UInt8) -> Token? {
        switch state {
        case .ground: return ground(byte)
        case .escape: return escape(byte)
        case .designation:
            state = .ground
            return nil
        case .text:
            if byte == 0x07 { state = .ground }
            if byte == 0x1B { state = .escape }
            return nil
        case .control(let bytes):
            guard (0x40...0x7E).contains(byte) else {
                state = .control(bytes + [byte])
                return nil
            }
            state = .ground
            return sequence(bytes, Character(Unicode.Scalar(byte)))
        }
    }

    private mutating func ground(_ byte: UInt8) -> Token? {
        if byte == 0x1B {
            state = .escape
            return nil
        }
        if byte < 0x20 || byte == 0x7F { return .control(byte) }
        if byte < 0x80, partial.isEmpty { return .scalar(Unicode.Scalar(byte)) }
        partial.append(byte)
        guard let text = String(validating: partial, as: UTF8.self), let scalar = text.unicodeScalars.first else {
            if partial.count >= 4 { partial = [] }
            return nil
        }
        partial = []
        return .scalar(scalar)
    }

    private mutating func escape(_ byte: UInt8) -> Token? {
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .text
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "#"), UInt8(ascii: "%"): state = .designation
        default: return .escape(Character(Unicode.Scalar(byte)))
        }
        return nil
    }

    private func sequence(_ bytes: [UInt8], _ final: Character) -> Token {
        let text = String(decoding: bytes, as: UTF8.self)
        let marker = text.first.flatMap { "?<=>".contains($0) ? $0 : nil }
        let numbers = text.drop { "?<=>".contains($0) }.split(separator: ";", omittingEmptySubsequences: false)
        return .sequence(marker, text.isEmpty ? [] : numbers.map { Int($0.prefix { $0.isNumber }) ?? 0 }, final)
    }
}
