/// Finds where the values and names of a JSON text begin and end, and checks their order. The text may come in pieces.
///
/// The order is all that is checked on the way: whether a number, a word or an escape is valid is left to Foundation's
/// decoder. It reports which value it rejects, but not its line, and for malformed text only that it is malformed. So
/// rejected text is scanned again, for the line that people want to go to.
struct JSONScanner {
    /// The byte at the current position: the first byte of a value or a name, or the byte after it.
    enum Event: Hashable {
        case begins(isName: Bool)
        case ends(isName: Bool)
    }

    /// A syntax error.
    struct Mistake: Error, Hashable {
        let line: Int
        let kind: HikeFileError.JSONMistake
    }

    private enum State {
        case value, name
        /// The position after an opening bracket.
        case valueOrEnd, nameOrEnd
        case colon, afterValue
        /// The first byte of a value or a name.
        case first
        case string
        /// The inside of a number, or of a word such as `true`.
        case word
        case end
    }

    private(set) var line = 1
    private var state = State.value
    private var isInName = false
    private var isEscaped = false
    /// The closing brackets to expect, outermost first.
    private var closing: [UInt8] = []
    private let limit: Int

    /// Maximum number of lists and objects around a value, the same as that of Foundation's decoder.
    static let deepest = 512

    /// - Parameter outer: the number of lists and objects around the values that are decoded.
    init(outer: Int = 0) {
        limit = Self.deepest + outer
    }

    /// The number of lists and objects around the current position.
    var depth: Int { closing.count }

    /// The error of a text that ends here; `nil` if it is complete.
    var mistakeAtEnd: Mistake? {
        switch state {
        case .end: nil
        // A single number or word ends only with the text.
        case .word where closing.isEmpty: nil
        case .string: mistake(.endsInString)
        default: mistake(.endsEarly)
        }
    }

    /// Moves to the next event; `nil` at the end of the bytes.
    ///
    /// - Parameter depth: the number of lists and objects around the innermost events to report.
    /// - Throws: the mistake at the position.
    mutating func next(
        in bytes: [UInt8], at position: inout Int, upTo depth: Int = .max
    ) throws(Mistake) -> Event? {
        while position < bytes.count {
            switch state {
            case .string:
                position = try endOfString(in: bytes, from: position)
                if state != .string, closing.count <= depth { return .ends(isName: isInName) }
            case .word:
                while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
                guard position < bytes.count else { return nil }
                endValue()
                if closing.count <= depth { return .ends(isName: false) }
            case .first:
                try open(bytes[position])
                position += 1
            default:
                position = skipSpace(in: bytes, from: position)
                guard position < bytes.count else { return nil }
                let isEnd = try follow(bytes[position])
                let isReported = closing.count <= depth
                if isEnd {
                    position += 1
                    endValue()
                    if isReported { return .ends(isName: false) }
                } else if state == .first {
                    if isReported { return .begins(isName: isInName) }
                } else {
                    position += 1
                }
            }
        }
        return nil
    }

    /// Checks and follows what stands between values.
    ///
    /// - Returns: whether the byte ends a list or an object.
    private mutating func follow(_ byte: UInt8) throws(Mistake) -> Bool {
        switch state {
        case .valueOrEnd where byte == UInt8(ascii: "]"), .nameOrEnd where byte == UInt8(ascii: "}"),
            .afterValue where byte == closing.last:
            closing.removeLast()
            return true
        case .value, .valueOrEnd:
            guard Self.canBegin(byte) else { throw mistake(.invalidValue) }
            (state, isInName) = (.first, false)
        case .name, .nameOrEnd:
            guard byte == UInt8(ascii: "\"") else { throw mistake(.missingName) }
            (state, isInName) = (.first, true)
        case .colon:
            guard byte == UInt8(ascii: ":") else { throw mistake(.missingColon) }
            state = .value
        case .afterValue:
            guard byte == UInt8(ascii: ",") else { throw mistake(.missingComma) }
            state = closing.last == UInt8(ascii: "}") ? .name : .value
        case .end: throw mistake(.textAfterEnd)
        case .first, .string, .word: break
        }
        return false
    }

    private mutating func open(_ byte: UInt8) throws(Mistake) {
        switch byte {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // In ASCII, the closing bracket is two after the opening one.
            closing.append(byte + 2)
            guard closing.count <= limit else { throw mistake(.tooDeep(Self.deepest)) }
            state = byte == UInt8(ascii: "{") ? .nameOrEnd : .valueOrEnd
        default: state = .word
        }
    }

    private mutating func endValue() { state = closing.isEmpty ? .end : .afterValue }

    /// - Returns: the position after the closing quote, or the end of the bytes.
    private mutating func endOfString(in bytes: [UInt8], from start: Int) throws(Mistake) -> Int {
        for position in start..<bytes.count {
            let byte = bytes[position]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                if isInName { state = .colon } else { endValue() }
                return position + 1
            } else if byte < 0x20 {
                // The end of such a string can't be found: the rest of the text would appear to belong to it.
                throw mistake(.controlCharacter)
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        return bytes.count
    }

    private mutating func skipSpace(in bytes: [UInt8], from start: Int) -> Int {
        for position in start..<bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return position
            }
        }
        return bytes.count
    }

    private func mistake(_ kind: HikeFileError.JSONMistake) -> Mistake {
        Mistake(line: line, kind: kind)
    }
}

// MARK: Rejected text

extension JSONScanner {
    /// The first syntax error; `nil` when the text is one complete JSON value.
    static func mistake(in bytes: [UInt8]) -> Mistake? {
        var scanner = JSONScanner()
        var position = 0
        var token: Int?
        do throws(Mistake) {
            while let event = try scanner.next(in: bytes, at: &position) {
                if case .ends = event {
                    if let token { try scanner.check(bytes[token..<position]) }
                    token = nil
                } else {
                    token = isOpening(bytes[position]) ? nil : position
                }
            }
            if let token, case .word = scanner.state { try scanner.check(bytes[token...]) }
        } catch {
            return error
        }
        return scanner.mistakeAtEnd
    }

    /// The line of the value at a path, or of the last value along the path that exists.
    static func line(of path: [HikeFileError.Step], in bytes: [UInt8]) -> Int {
        var scanner = JSONScanner()
        var (position, start, line) = (0, 0, 1)
        // The path of the current value, and how much of the wanted one was found.
        var steps: [HikeFileError.Step] = []
        var found = -1
        while found < path.count, let event = try? scanner.next(in: bytes, at: &position) {
            let depth = scanner.depth
            switch event {
            case .begins(isName: true): start = position
            case .ends(isName: true):
                // Escapes are left as they are: the names to be found contain none.
                steps.replaceSubrange(
                    (depth - 1)...,
                    with: [.member(String(decoding: bytes[start..<position].dropFirst().dropLast(), as: UTF8.self))])
            case .begins(isName: false):
                steps.removeLast(max(steps.count - depth, 0))
                if scanner.closing.last == UInt8(ascii: "]") {
                    if case .element(let index)? = steps.dropFirst(depth - 1).first {
                        steps[depth - 1] = .element(index + 1)
                    } else {
                        steps.append(.element(0))
                    }
                }
                if depth == found + 1, steps[...] == path.prefix(depth) { (found, line) = (depth, scanner.line) }
            case .ends(isName: false): break
            }
        }
        return line
    }

    /// Checks a string, a number or a word.
    private func check(_ token: ArraySlice<UInt8>) throws(Mistake) {
        guard token.first == UInt8(ascii: "\"") else {
            let word = String(decoding: token, as: UTF8.self)
            if ["true", "false", "null"].contains(word) { return }
            guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else {
                throw mistake(.invalidValue)
            }
            guard Double(word)?.isFinite == true else { throw mistake(.numberTooLarge) }
            return
        }
        guard String(validating: token, as: UTF8.self) != nil else { throw mistake(.notUTF8) }
        var rest = token.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst(), !"\"\\/bfnrt".utf8.contains(kind) else {
                continue
            }
            let digits = rest.prefix(4).filter { Character(Unicode.Scalar($0)).isHexDigit }
            guard kind == UInt8(ascii: "u"), digits.count == 4 else { throw mistake(.unknownEscape) }
        }
    }

    private static func canBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"):
            true
        default: isOpening(byte)
        }
    }

    private static func isOpening(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
