internal import ProfileRendering

/// Turns the bytes that a terminal sends into events.
///
/// Scalars that arrive together are joined into characters, so that an emoji of several scalars is one key. Sequences
/// that mean nothing here are ignored: focus reports, keys that the app doesn't use.
struct KeyDecoder: Sendable {
    /// The number of bytes of a paste that are kept, which is more than any field accepts. The rest is dropped.
    static let longestPaste = 64 << 10
    /// How long to wait for the rest of a sequence before an Escape counts as the key.
    static let sequenceTimeout = Duration.milliseconds(100)
    /// How long to wait for more of a paste before its end mark counts as lost.
    static let pastePatience = Duration.seconds(1)

    /// The keys in the terminal's description, for terminals whose sequences differ from the usual ones.
    private let described: [EscapeSequence: Key]
    private var parser: InputParser
    private var typed = String.UnicodeScalarView()
    private var paste: PasteBuffer?
    private var lastByte = Moment.zero
    /// The background colour, once the terminal has reported it: see ``TerminalBackground``.
    private(set) var background: Color?

    /// - Parameter described: the sequences in the terminal's description, with their keys.
    init(described: [String: Key] = [:]) {
        parser = InputParser(hasLegacyMouse: described["\u{1B}[M"] == nil)
        self.described = described.reduce(into: [:]) { table, entry in
            var parser = InputParser(hasLegacyMouse: false)
            let tokens = entry.key.utf8.flatMap { parser.consume($0) }
            if case .sequence(let sequence)? = tokens.first, tokens.count == 1 { table[sequence] = entry.value }
        }
    }

    /// When to call ``expire(at:)``; `nil` while nothing is incomplete.
    var deadline: Moment? {
        if paste != nil { return lastByte + Self.pastePatience }
        return parser.isPending ? lastByte + Self.sequenceTimeout : nil
    }

    /// Decodes bytes that arrived together.
    ///
    /// - Returns: the events that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>, at now: Moment) -> [Event] {
        var events = expire(at: now)
        for byte in bytes {
            lastByte = now
            if paste != nil {
                if paste?.consume(byte) == true { events += endPaste() }
            } else {
                for token in parser.consume(byte) { events += event(of: token) }
            }
        }
        return events + flush()
    }

    /// Ends an incomplete sequence or paste if the wait for the rest of it is over.
    ///
    /// - Returns: the events that this completes.
    mutating func expire(at now: Moment) -> [Event] {
        guard let deadline, now >= deadline else { return [] }
        if paste != nil { return endPaste() }
        return parser.expire().flatMap { event(of: $0) } + flush()
    }

    private mutating func flush() -> [Event] {
        defer { typed = String.UnicodeScalarView() }
        return String(typed).map { .key(.character($0)) }
    }

    private mutating func endPaste() -> [Event] {
        defer { paste = nil }
        return paste.map { [.paste($0.text)] } ?? []
    }

    private mutating func event(of token: InputParser.Token) -> [Event] {
        if case .scalar(let scalar) = token, scalar.properties.generalCategory != .control {
            typed.append(scalar)
            return []
        }
        let before = flush()
        switch token {
        case .scalar(let scalar): return before + (Self.key(of: scalar).map { [.key($0)] } ?? [])
        case .escape: return before + [.key(.escape)]
        case .alt(let scalar): return before + (Self.altKey(of: scalar).map { [.key($0)] } ?? [])
        case .mouse(let bytes): return before + Self.click(legacy: bytes)
        case .answer(let text):
            background = TerminalBackground.color(inAnswer: text) ?? background
            return before
        case .sequence(let sequence):
            if sequence.kind == .control, sequence.final == "~", sequence.parameters == "200" { paste = PasteBuffer() }
            if sequence.kind == .control, sequence.parameters.first == "<" { return before + Self.click(sequence) }
            return before + ((described[sequence] ?? sequence.key).map { [.key($0)] } ?? [])
        }
    }

    /// The key that a control character stands for.
    static func key(of scalar: Unicode.Scalar) -> Key? {
        switch scalar.value {
        case 0x0A, 0x0D: .enter
        case 0x09: .tab
        case 0x1B: .escape
        case 0x08, 0x7F: .backspace
        case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
        default: nil
        }
    }

    /// The key for Alt with a character. Alt-Backspace deletes a word, as is usual; other control characters mean
    /// nothing with Alt.
    static func altKey(of scalar: Unicode.Scalar) -> Key? {
        if scalar.value == 0x7F || scalar.value == 0x08 { return .control("w") }
        return scalar.properties.generalCategory == .control ? nil : .alt(Character(scalar))
    }

    // MARK: The mouse

    /// xterm's newer encoding (SGR): `CSI < button ; column ; row M`, counted from 1.
    private static func click(_ sequence: EscapeSequence) -> [Event] {
        let numbers = sequence.numbers
        guard sequence.parameters.dropFirst().allSatisfy({ "0123456789;".contains($0) }) else { return [] }
        guard sequence.final == "M", numbers.count == 3 else { return [] }
        if let wheel = wheel(button: numbers[0]) { return [wheel] }
        return numbers[0] == 0 ? click(column: numbers[1] - 1, row: numbers[2] - 1) : []
    }

    /// The older encoding: each number is a byte, the button plus 32, the column and the row plus 33 if counted from 0.
    private static func click(legacy bytes: [UInt8]) -> [Event] {
        guard bytes.count == 3 else { return [] }
        if let wheel = wheel(button: Int(bytes[0]) - 32) { return [wheel] }
        guard bytes[0] == 32 else { return [] }
        return click(column: Int(bytes[1]) - 33, row: Int(bytes[2]) - 33)
    }

    /// The wheel is reported as buttons 64 and 65.
    private static func wheel(button: Int) -> Event? {
        button == 64 ? .key(.wheelUp) : button == 65 ? .key(.wheelDown) : nil
    }

    private static func click(column: Int, row: Int) -> [Event] {
        guard (0...Int(UInt16.max)).contains(column), (0...Int(UInt16.max)).contains(row) else { return [] }
        return [.click(CellPoint(column: column, row: row))]
    }
}

extension EscapeSequence {
    /// The key that it stands for on current terminals; `nil` if it means nothing here.
    fileprivate var key: Key? {
        guard !hasAlt else { return nil }
        if kind == .singleShift { return final == "P" ? .help : keypadKey ?? letterKey(modifiers: numbers.first ?? 1) }
        switch final {
        case "~" where numbers.first == 27 && numbers.count == 3:
            return Self.key(code: numbers[2], modifiers: numbers[1])
        case "~": return modified(tildeKey)
        // `:3` reports that the key was released.
        case "u" where numbers.count <= 2 && !parameters.hasSuffix(":3"):
            return numbers.first.flatMap { Self.key(code: $0, modifiers: numbers.count > 1 ? numbers[1] : 1) }
        case "Z": return .backTab
        default: return parameters.allSatisfy { "0123456789;".contains($0) } ? letterKey(modifiers: modifiers) : nil
        }
    }

    private var modifiers: Int { numbers.count > 1 ? numbers[1] : 1 }

    /// The key, with or without Shift. With other modifiers it means nothing here.
    private func modified(_ key: Key?) -> Key? { modifiers <= 2 ? key : nil }

    private var tildeKey: Key? {
        switch numbers.first {
        case 1, 7: .home
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11: .help
        default: nil
        }
    }

    private func letterKey(modifiers: Int) -> Key? {
        // Control or Alt alone moves by words.
        if modifiers == 3 || modifiers == 5 { return final == "C" ? .wordRight : final == "D" ? .wordLeft : nil }
        guard modifiers <= 2 else { return nil }
        return switch final {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        default: nil
        }
    }

    /// A key of the numeric keypad in application mode.
    private var keypadKey: Key? {
        guard parameters.isEmpty, let code = final.asciiValue else { return nil }
        if final == "M" { return .enter }
        // `j` to `y` stand for `*` to `9`, in ASCII order.
        return (UInt8(ascii: "j")...UInt8(ascii: "y")).contains(code)
            ? .character(Character(Unicode.Scalar(code - 0x40))) : nil
    }

    /// A key as kitty's protocol and xterm's modifyOtherKeys report it: its character, and 1 plus a bit for each of
    /// Shift, Alt, Control and others.
    private static func key(code: Int, modifiers: Int) -> Key? {
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
        // The bits of Caps Lock and Num Lock are ignored.
        switch (max(modifiers, 1) - 1) & 0b0011_1111 {
        case 0, 1:
            if scalar == "\t", modifiers == 2 { return .backTab }
            if scalar.properties.generalCategory == .control { return KeyDecoder.key(of: scalar) }
            // Keys without a character have codes in the private use area.
            return scalar.properties.generalCategory == .privateUse ? nil : .character(Character(scalar))
        case 2, 3: return KeyDecoder.altKey(of: scalar)
        case 4:
            let letter = Character(scalar).lowercased()
            return ("a"..."z").contains(letter) ? .control(Character(letter)) : nil
        default: return nil
        }
    }
}

/// Collects a paste up to its end mark.
private struct PasteBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var last: UInt8 = 0
    /// The number of bytes of the end mark that were received last.
    private var matched = 0
    private static let end = Array("\u{1B}[201~".utf8)

    /// - Returns: whether the paste is over.
    mutating func consume(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // The mark contains no second Escape, so only this byte can begin another match.
        for held in Self.end[..<matched] { append(held) }
        matched = 0
        if byte == Self.end[0] { matched = 1 } else { append(byte) }
        return false
    }

    private mutating func append(_ byte: UInt8) {
        defer { last = byte }
        // CR and LF together are one line ending.
        guard byte != 0x0A || last != 0x0D, bytes.count < KeyDecoder.longestPaste else { return }
        bytes.append(byte == 0x0D ? 0x0A : byte)
    }

    var text: String {
        // Drops a character that the limit may have cut in two.
        var whole = bytes[...]
        if whole.count == KeyDecoder.longestPaste {
            while let last = whole.last, last & 0xC0 == 0x80 { whole.removeLast() }
            if let last = whole.last, last >= 0xC0 { whole.removeLast() }
        }
        return String(decoding: whole, as: UTF8.self)
    }
}
