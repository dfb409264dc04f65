/// Finds the line of a value in a JSON text, or of the first syntax error.
///
/// Foundation's decoder reports which value it rejects, but not its line, and for malformed text only that it is
/// malformed. So this scans rejected text again, for the line that people want to go to.
struct JSONLocator {
    /// The first syntax error.
    struct Mistake: Error, Hashable {
        let line: Int
        let kind: HikeFileError.JSONMistake
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// Maximum nesting depth, the same as that of Foundation's decoder.
    static let deepest = 512

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The first syntax error; `nil` when the text is one complete JSON value.
    static func mistake(in bytes: [UInt8]) -> Mistake? {
        var locator = JSONLocator(bytes)
        do throws(Mistake) {
            try locator.skipValue(depth: 0)
            guard locator.peek() == nil else { throw locator.mistake(.textAfterEnd) }
            return nil
        } catch {
            return error
        }
    }

    /// The line of the value at a path, or of the last value along the path that exists.
    static func line(of path: [HikeFileError.Step], in bytes: [UInt8]) -> Int {
        var locator = JSONLocator(bytes)
        for step in path {
            var attempt = locator
            guard (try? attempt.enter(step)) == true else { break }
            locator = attempt
        }
        _ = locator.peek()
        return locator.line
    }

    /// Moves to the start of a part of the value at the current position.
    ///
    /// - Returns: whether that part exists.
    private mutating func enter(_ step: HikeFileError.Step) throws(Mistake) -> Bool {
        let opening = next()
        var index = 0
        while let byte = peek(), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") {
            var here = HikeFileError.Step.element(index)
            if opening == UInt8(ascii: "{") {
                here = .member(try string())
                try expect(UInt8(ascii: ":"), .missingColon)
            }
            if here == step { return true }
            try skipValue(depth: 0)
            if peek() == UInt8(ascii: ",") { next() }
            index += 1
        }
        return false
    }

    private mutating func skipValue(depth: Int) throws(Mistake) {
        guard depth <= Self.deepest else { throw mistake(.tooDeep(Self.deepest)) }
        switch peek() {
        case nil: throw mistake(.endsEarly)
        case UInt8(ascii: "{"): try skipList(closing: UInt8(ascii: "}"), depth: depth, named: true)
        case UInt8(ascii: "["): try skipList(closing: UInt8(ascii: "]"), depth: depth, named: false)
        case UInt8(ascii: "\""): _ = try string()
        default: try skipWord()
        }
    }

    private mutating func skipList(closing: UInt8, depth: Int, named: Bool) throws(Mistake) {
        next()
        if peek() == closing {
            next()
            return
        }
        while true {
            if named {
                guard peek() == UInt8(ascii: "\"") else { throw mistake(peek() == nil ? .endsEarly : .missingName) }
                _ = try string()
                try expect(UInt8(ascii: ":"), .missingColon)
            }
            try skipValue(depth: depth + 1)
            if peek() == closing {
                next()
                return
            }
            try expect(UInt8(ascii: ","), .missingComma)
        }
    }

    /// Reads a string without its quotes; escapes are left as they are, since the names to be found contain none.
    private mutating func string() throws(Mistake) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw mistake(.missingString) }
        next()
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] >= 0x20 else { throw mistake(.controlCharacter) }
            position += bytes[position] == UInt8(ascii: "\\") ? try escapeLength() : 1
        }
        guard position < bytes.count else { throw mistake(.endsInString) }
        guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
            throw mistake(.notUTF8)
        }
        position += 1
        return text
    }

    /// The length of the escape at the current position, such as `\n` or `\u00e5`.
    private func escapeLength() throws(Mistake) -> Int {
        let letters = bytes[position...].prefix(6).dropFirst()
        guard let kind = letters.first else { return 1 }
        if "\"\\/bfnrt".utf8.contains(kind) { return 2 }
        let digits = letters.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard kind == UInt8(ascii: "u"), digits.count == 4 else { throw mistake(.unknownEscape) }
        return 6
    }

    private mutating func skipWord() throws(Mistake) {
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        if ["true", "false", "null"].contains(word) { return }
        guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else {
            throw mistake(.invalidValue)
        }
        guard Double(word)?.isFinite == true else { throw mistake(.numberTooLarge) }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private mutating func expect(_ byte: UInt8, _ missing: HikeFileError.JSONMistake) throws(Mistake) {
        guard let found = peek() else { throw mistake(.endsEarly) }
        guard found == byte else { throw mistake(missing) }
        next()
    }

    /// The next byte that isn't white space.
    private mutating func peek() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return bytes[position]
            }
            position += 1
        }
        return nil
    }

    @discardableResult
    private mutating func next() -> UInt8? {
        let byte = peek()
        position += byte == nil ? 0 : 1
        return byte
    }

    private func mistake(_ kind: HikeFileError.JSONMistake) -> Mistake {
        Mistake(line: line, kind: kind)
    }
}
