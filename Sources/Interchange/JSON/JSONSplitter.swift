internal import FoundationEssentials

/// Splits a JSON text into values that are decoded one at a time, so that a text may be of any length.
///
/// The values are the elements of a list, and the other members of the object that contains it; or the list is the
/// whole text. The syntax between the values is checked here. Within the values, only their ends are found, with regard
/// to strings and escapes; the rest is checked when they are decoded.
struct JSONSplitter {
    /// A value from the text.
    struct Part {
        /// The path from the whole text to the value. Empty if the text isn't of the expected form, and this is all of
        /// it.
        let path: [HikeFileError.Step]
        /// The line on which the value begins.
        let line: Int
        let bytes: [UInt8]
    }

    /// The values to extract from a text.
    enum Layout: Hashable {
        /// The text is a list; extracts its elements.
        case list
        /// The text is an object; extracts the elements of its member `list`, and its members `others`. Further members
        /// are skipped.
        case members(list: String, others: Set<String>)
    }

    private enum State {
        /// At the start of the text, after this many bytes of a byte order mark.
        case mark(Int)
        case start
        /// After an opening bracket or a comma, before an element of the list.
        case element(mayEnd: Bool)
        case afterElement
        case name(mayEnd: Bool)
        /// Within a member's name; `colon` is the state after it.
        case inName
        case colon
        case member
        case afterMember
        case inValue
        case end
    }

    private let layout: Layout
    private var state = State.mark(0)
    private var line = 1
    private var index = 0
    private var name = ""
    /// The names of the extracted members so far.
    private(set) var names: Set<String> = []
    /// Whether there was only white space so far.
    private(set) var isEmpty = true
    private var failure: HikeFileError?

    // The value, or the name, being scanned.
    private var path: [HikeFileError.Step] = []
    private var firstLine = 1
    private var value: [UInt8] = []
    private var isKept = true
    private var isInString = false
    private var isEscaped = false
    /// The closing brackets to expect, outermost first.
    private var closing: [UInt8] = []

    /// Maximum length of a value, in bytes.
    private let longestValue: Int

    init(_ layout: Layout, longestValue: Int = 64 << 20) {
        (self.layout, self.longestValue) = (layout, longestValue)
    }

    /// Reads the next piece of the text.
    ///
    /// - Returns: the values that end in this piece, before any syntax error.
    /// - Throws: ``HikeFileError`` for a syntax error in an earlier piece.
    mutating func read(_ bytes: [UInt8]) throws(HikeFileError) -> [Part] {
        if let failure { throw failure }
        var parts: [Part] = []
        do throws(HikeFileError) {
            try read(bytes, into: &parts)
        } catch {
            // The values before the error are decoded first, so that the first problem in the text is the one reported.
            failure = error
        }
        return parts
    }

    private mutating func read(_ bytes: [UInt8], into parts: inout [Part]) throws(HikeFileError) {
        var position = 0
        while position < bytes.count {
            switch state {
            case .inValue, .inName:
                let end = try follow(bytes, from: position)
                position = end.position
                if end.isEnd, let part = try take() { parts.append(part) }
            case .mark(let length) where bytes[position] == Self.byteOrderMark[length]:
                state = length + 1 == Self.byteOrderMark.count ? .start : .mark(length + 1)
                position += 1
            case .mark:
                guard bytes[position] < 0xFE else {
                    isEmpty = false
                    throw HikeFileError(.utf16)
                }
                state = .start
            default:
                let byte = bytes[position]
                if byte == UInt8(ascii: "\n") { line += 1 }
                if !LandmarksFormat.whiteSpace.contains(byte) {
                    isEmpty = false
                    // The first byte of a value or a name is processed again as a part of it.
                    if try enter(byte) { continue }
                }
                position += 1
            }
        }
    }

    /// Ends the text.
    ///
    /// - Returns: the last value, if it could only end with the text, which then isn't of the expected form.
    /// - Throws: ``HikeFileError`` for a text that is cut short, or has a syntax error.
    mutating func finish() throws(HikeFileError) -> Part? {
        if let failure { throw failure }
        switch state {
        case .end: return nil
        // A single number or word ends only with the text.
        case .inValue where path.isEmpty && closing.isEmpty && !isInString: return try take()
        case .inValue, .inName: throw broken(including: [], or: .endsEarly)
        default: throw mistake(.endsEarly)
        }
    }

    /// The bytes that a value can begin with.
    private static let beginnings = Set(#"{["-0123456789tfn"#.utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    // MARK: Between values

    /// Processes a byte that isn't white space.
    ///
    /// - Returns: whether it begins a value or a name.
    private mutating func enter(_ byte: UInt8) throws(HikeFileError) -> Bool {
        switch (state, byte) {
        case (.start, UInt8(ascii: "[")) where layout == .list:
            state = .element(mayEnd: true)
        case (.start, UInt8(ascii: "{")) where layout != .list:
            state = .name(mayEnd: true)
        case (.start, _):
            guard Self.beginnings.contains(byte) else { throw mistake(.invalidValue) }
            return begin([])
        case (.element(mayEnd: true), UInt8(ascii: "]")):
            endList()
        case (.element, _):
            // Without this, a comma before the end would begin a value, which then ended too early.
            guard Self.beginnings.contains(byte) else { throw mistake(.invalidValue) }
            index += 1
            return begin(listPath + [.element(index - 1)])
        case (.afterElement, UInt8(ascii: ",")):
            state = .element(mayEnd: false)
        case (.afterElement, UInt8(ascii: "]")):
            endList()
        case (.name(mayEnd: true), UInt8(ascii: "}")), (.afterMember, UInt8(ascii: "}")):
            state = .end
        case (.name, UInt8(ascii: "\"")):
            begin([])
            state = .inName
            return true
        case (.name, _):
            throw mistake(.missingName)
        case (.colon, UInt8(ascii: ":")):
            state = .member
        case (.colon, _):
            throw mistake(.missingColon)
        case (.member, UInt8(ascii: "[")) where isList(name):
            state = .element(mayEnd: true)
        case (.member, _):
            guard Self.beginnings.contains(byte) else { throw mistake(.invalidValue) }
            begin([.member(name)])
            isKept = isList(name) || isWanted(name)
            return true
        case (.afterMember, UInt8(ascii: ",")):
            state = .name(mayEnd: false)
        case (.afterElement, _), (.afterMember, _):
            throw mistake(.missingComma)
        case (.end, _):
            throw mistake(.textAfterEnd)
        case (.mark, _), (.inValue, _), (.inName, _):
            return true
        }
        return false
    }

    private var listPath: [HikeFileError.Step] {
        if case .members(let list, _) = layout { [.member(list)] } else { [] }
    }

    private func isList(_ name: String) -> Bool {
        if case .members(let list, _) = layout { list == name } else { false }
    }

    private func isWanted(_ name: String) -> Bool {
        if case .members(_, let others) = layout { others.contains(name) } else { false }
    }

    private mutating func endList() {
        state = layout == .list ? .end : .afterMember
    }

    @discardableResult
    private mutating func begin(_ path: [HikeFileError.Step]) -> Bool {
        (self.path, firstLine, state) = (path, line, .inValue)
        (value, closing) = ([], [])
        (isKept, isInString, isEscaped) = (true, false, false)
        return true
    }

    // MARK: In a value

    /// Scans the value to its end, or to the end of the bytes.
    ///
    /// - Returns: the position after the scanned bytes, and whether the value ends there.
    private mutating func follow(
        _ bytes: [UInt8], from start: Int
    ) throws(HikeFileError) -> (position: Int, isEnd: Bool) {
        var position = start
        var isEnd = false
        var (isInString, isEscaped) = (isInString, isEscaped)
        scan: while position < bytes.count, !isEnd {
            let byte = bytes[position]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    isEnd = closing.isEmpty
                } else if byte < 0x20 {
                    // The end of such a string can't be found: the rest of the text would appear to belong to it.
                    throw broken(including: bytes[start...position])
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    // In ASCII, the closing bracket is two after the opening one.
                    closing.append(byte + 2)
                    guard closing.count <= JSONLocator.deepest else {
                        throw mistake(.tooDeep(JSONLocator.deepest))
                    }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // The closing bracket of the list ends a number or a word, and isn't part of it.
                    guard let due = closing.popLast() else {
                        isEnd = true
                        break scan
                    }
                    guard due == byte else { throw broken(including: bytes[start...position]) }
                    isEnd = closing.isEmpty
                case UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                    if closing.isEmpty {
                        isEnd = true
                        break scan
                    }
                    if byte == UInt8(ascii: "\n") { line += 1 }
                default: break
                }
            }
            position += 1
        }
        (self.isInString, self.isEscaped) = (isInString, isEscaped)
        if isKept {
            value += bytes[start..<position]
            guard value.count <= longestValue else {
                throw tooLong
            }
        }
        return (position, isEnd)
    }

    /// Ends the value, or the name, being scanned.
    private mutating func take() throws(HikeFileError) -> Part? {
        if case .inName = state {
            // A name may contain escapes.
            guard let decoded = try? JSONDecoder().decode(String.self, from: Data(value)) else {
                throw broken(including: [])
            }
            name = decoded
            guard !isList(name) && !isWanted(name) || names.insert(name).inserted else {
                throw HikeFileError(.duplicateMember, at: .init(line: firstLine, path: [.member(name)]))
            }
            state = .colon
            return nil
        }
        switch path.last {
        case nil: state = .end
        case .element: state = .afterElement
        case .member: state = .afterMember
        }
        return isKept ? Part(path: path, line: firstLine, bytes: value) : nil
    }

    /// The error for a value, or a name, that is longer than accepted.
    private var tooLong: HikeFileError {
        if case .inName = state { return HikeFileError(.exceeds(.nameSize(longestValue)), line: firstLine) }
        return HikeFileError(.exceeds(.valueSize(longestValue)), at: .init(line: firstLine, path: path))
    }

    // MARK: Mistakes

    private func mistake(_ mistake: HikeFileError.JSONMistake) -> HikeFileError {
        HikeFileError(.notJSON(mistake), line: line)
    }

    /// The error for a value that can't be scanned any further.
    private func broken(
        including bytes: ArraySlice<UInt8>, or other: HikeFileError.JSONMistake = .unreadable
    ) -> HikeFileError {
        guard isKept, let found = JSONLocator.mistake(in: value + bytes) else { return mistake(other) }
        return HikeFileError(.notJSON(found.kind), line: firstLine + found.line - 1)
    }
}
