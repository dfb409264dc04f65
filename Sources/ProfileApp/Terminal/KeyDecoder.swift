internal import ProfileRendering

/// Turns the bytes that a terminal sends into events.
///
/// Characters that arrive together are put together as people see them, so that an emoji of several scalars is one key.
/// Sequences that mean nothing here are nothing: focus, answers, keys that the app hasn't.
struct KeyDecoder: Sendable {
    /// More bytes than any field takes; what is pasted beyond is dropped.
    static let longestPaste = 64 << 10
    /// How long the rest of a sequence is waited for, after which an Escape is the key.
    static let patience = Duration.milliseconds(100)
    /// How long a paste may be silent before its end is taken to be lost.
    static let pastePatience = Duration.seconds(1)

    /// What the terminal's description says of its keys, for those that differ from all others.
    private let described: [EscapeSequence: Key]
    private var parser: InputParser
    private var typed = String.UnicodeScalarView()
    private var paste: PasteBuffer?
    private var lastByte = Moment.zero
    /// The colour behind the text, once the terminal has told it: see ``TerminalGround``.
    private(set) var ground: Color?

    /// - Parameters:
    ///   - described: the sequences that the terminal's description names, with their keys.
    ///   - hasLegacyMouse: whether the terminal tells of the mouse in three bytes.
    init(described: [String: Key] = [:], hasLegacyMouse: Bool = false) {
        parser = InputParser(hasLegacyMouse: hasLegacyMouse)
        self.described = described.reduce(into: [:]) { table, entry in
            var parser = InputParser()
            let tokens = entry.key.utf8.flatMap { parser.take($0) }
            if case .sequence(let sequence)? = tokens.first, tokens.count == 1 { table[sequence] = entry.value }
        }
    }

    /// When ``expire(at:)`` is to be called; `nil` while nothing is waited for.
    var deadline: Moment? {
        if paste != nil { return lastByte + Self.pastePatience }
        return parser.isPending ? lastByte + Self.patience : nil
    }

    /// Takes in bytes that arrived together.
    ///
    /// - Returns: the events that are complete by them.
    mutating func decode(_ bytes: some Sequence<UInt8>, at now: Moment) -> [Event] {
        var events = expire(at: now)
        for byte in bytes {
            lastByte = now
            if paste != nil {
                if paste?.take(byte) == true { events += endPaste() }
            } else {
                for token in parser.take(byte) { events += event(of: token) }
            }
        }
        return events + flush()
    }

    /// Ends what was waited for until now, when that is over.
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
            ground = TerminalGround.color(inAnswer: text) ?? ground
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

    /// Alt with Backspace deletes a word, as it does everywhere; other control characters mean nothing with Alt.
    static func altKey(of scalar: Unicode.Scalar) -> Key? {
        if scalar.value == 0x7F || scalar.value == 0x08 { return .control("w") }
        return scalar.properties.generalCategory == .control ? nil : .alt(Character(scalar))
    }

    // MARK: The mouse

    /// xterm's newer form: `CSI < button ; column ; row M`, from 1.
    private static func click(_ sequence: EscapeSequence) -> [Event] {
        let numbers = sequence.numbers
        guard sequence.parameters.dropFirst().allSatisfy({ "0123456789;".contains($0) }) else { return [] }
        guard sequence.final == "M", numbers.count == 3 else { return [] }
        if let wheel = wheel(button: numbers[0]) { return [wheel] }
        return numbers[0] == 0 ? click(column: numbers[1] - 1, row: numbers[2] - 1) : []
    }

    /// The older one: each number in a byte, from 33 for places.
    private static func click(legacy bytes: [UInt8]) -> [Event] {
        guard bytes.count == 3 else { return [] }
        if let wheel = wheel(button: Int(bytes[0]) - 32) { return [wheel] }
        guard bytes[0] == 32 else { return [] }
        return click(column: Int(bytes[1]) - 33, row: Int(bytes[2]) - 33)
    }

    /// The wheel is told of as buttons 64 and 65.
    private static func wheel(button: Int) -> Event? {
        button == 64 ? .key(.wheelUp) : button == 65 ? .key(.wheelDown) : nil
    }

    private static func click(column: Int, row: Int) -> [Event] {
        guard (0...Int(UInt16.max)).contains(column), (0...Int(UInt16.max)).contains(row) else { return [] }
        return [.click(CellPoint(column: column, row: row))]
    }
}

extension EscapeSequence {
    /// The key that it stands for on the terminals of today; `nil` for what means nothing here.
    fileprivate var key: Key? {
        guard !hasAlt else { return nil }
        if kind == .singleShift { return final == "P" ? .help : keypadKey ?? letterKey(modifiers: numbers.first ?? 1) }
        switch final {
        case "~" where numbers.first == 27 && numbers.count == 3:
            return Self.key(code: numbers[2], modifiers: numbers[1])
        case "~": return modified(tildeKey)
        // 3 says that the key was let go.
        case "u" where numbers.count <= 2 && !parameters.hasSuffix(":3"):
            return numbers.first.flatMap { Self.key(code: $0, modifiers: numbers.count > 1 ? numbers[1] : 1) }
        case "Z": return .backTab
        default: return parameters.allSatisfy { "0123456789;".contains($0) } ? letterKey(modifiers: modifiers) : nil
        }
    }

    private var modifiers: Int { numbers.count > 1 ? numbers[1] : 1 }

    /// Shift alone changes no key of these; with others it is another one, which the app hasn't.
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
        // Control and Alt jump over words, each by itself.
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

    /// The number pad in its application mode.
    private var keypadKey: Key? {
        guard parameters.isEmpty, let code = final.asciiValue else { return nil }
        if final == "M" { return .enter }
        // From `*` to `9`, in ASCII's order.
        return (UInt8(ascii: "j")...UInt8(ascii: "y")).contains(code)
            ? .character(Character(Unicode.Scalar(code - 0x40))) : nil
    }

    /// A key as kitty's protocol and xterm's modifyOtherKeys tell of it: its character, and 1 plus a bit each for
    /// Shift, Alt, Control and others.
    private static func key(code: Int, modifiers: Int) -> Key? {
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
        // Caps and Num Lock change nothing.
        switch (max(modifiers, 1) - 1) & 0b0011_1111 {
        case 0, 1:
            if scalar == "\t", modifiers == 2 { return .backTab }
            if scalar.properties.generalCategory == .control { return KeyDecoder.key(of: scalar) }
            // Keys without characters have codes of the private use area.
            return scalar.properties.generalCategory == .privateUse ? nil : .character(Character(scalar))
        case 2, 3: return KeyDecoder.altKey(of: scalar)
        case 4:
            let letter = Character(scalar).lowercased()
            return ("a"..."z").contains(letter) ? .control(Character(letter)) : nil
        default: return nil
        }
    }
}

/// What is pasted, between its marks.
private struct PasteBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// How much of the end mark came last.
    private var matched = 0
    private static let end = Array("\u{1B}[201~".utf8)

    /// - Returns: whether the paste is over.
    mutating func take(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // The mark has its Escape only at its beginning.
        for held in Self.end[..<matched] { append(held) }
        matched = 0
        if byte == Self.end[0] { matched = 1 } else { append(byte) }
        return false
    }

    private mutating func append(_ byte: UInt8) {
        if bytes.count < KeyDecoder.longestPaste { bytes.append(byte == 0x0D ? 0x0A : byte) }
    }

    var text: String {
        // A character that the limit cut in two is left out.
        var whole = bytes[...]
        if whole.count == KeyDecoder.longestPaste {
            while let last = whole.last, last & 0xC0 == 0x80 { whole.removeLast() }
            if let last = whole.last, last >= 0xC0 { whole.removeLast() }
        }
        return String(decoding: whole, as: UTF8.self)
    }
}
