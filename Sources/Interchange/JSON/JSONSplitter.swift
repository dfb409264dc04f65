internal import FoundationEssentials

/// Splits a JSON text into values that are decoded one at a time, so that a text may be of any length.
///
/// The values are the elements of lists, and the other members of the object that contains them; or a list is the whole
/// text. Their order is checked here; their strings, numbers and words are checked when they are decoded.
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
        /// The text is an object; extracts the elements of its members `lists`, and its members `others`. Further members
        /// are skipped.
        case members(lists: Set<String>, others: Set<String>)
    }

    /// The value, or the name, being read.
    private struct Reading {
        /// The path to the value; empty for a name.
        var path: [HikeFileError.Step] = []
        var isName = false
        var isKept = true
        let depth: Int
        let line: Int
        var bytes: [UInt8] = []
    }

    private let layout: Layout
    /// Maximum length of a value, in bytes.
    private let longestValue: Int
    private var scanner: JSONScanner
    private var reading: Reading?
    /// How much of a byte order mark was read; `nil` after it.
    private var mark: Int? = 0
    private var index = 0
    private var name = ""
    /// The member whose elements are being read.
    private var list = ""
    /// The names of the extracted members so far.
    private(set) var names: Set<String> = []
    /// Whether there was only white space so far.
    private(set) var isEmpty = true
    private var failure: HikeFileError?

    init(_ layout: Layout, longestValue: Int = 64 << 20) {
        (self.layout, self.longestValue) = (layout, longestValue)
        scanner = JSONScanner(outer: layout == .list ? 1 : 2)
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

    /// Ends the text.
    ///
    /// - Returns: the last value, if it could only end with the text, which then isn't of the expected form.
    /// - Throws: ``HikeFileError`` for a text that is cut short, or has a syntax error.
    mutating func finish() throws(HikeFileError) -> Part? {
        if let failure { throw failure }
        if let mistake = scanner.mistakeAtEnd { throw error(mistake, after: []) }
        return try take()
    }

    private mutating func read(_ bytes: [UInt8], into parts: inout [Part]) throws(HikeFileError) {
        var position = try readMark(bytes)
        // The part of the bytes that belongs to the value being read begins here.
        var start = position
        while let event = try next(in: bytes, at: &position, from: start) {
            switch event {
            case .begins(let isName) where reading == nil:
                begin(isName: isName, with: bytes[position])
                start = position
            case .ends where reading?.depth == scanner.depth:
                try keep(bytes[start..<position])
                if let part = try take() { parts.append(part) }
            default: break
            }
        }
        if reading != nil { try keep(bytes[start...]) }
    }

    /// - Returns: the position after the bytes that belong to the byte order mark.
    private mutating func readMark(_ bytes: [UInt8]) throws(HikeFileError) -> Int {
        let expected: [UInt8] = [0xEF, 0xBB, 0xBF]
        var position = 0
        while let length = mark, position < bytes.count {
            if bytes[position] == expected[length] {
                mark = length + 1 == expected.count ? nil : length + 1
                position += 1
            } else {
                mark = nil
                guard bytes[position] < 0xFE else {
                    isEmpty = false
                    throw HikeFileError(.utf16)
                }
            }
        }
        return position
    }

    private mutating func next(
        in bytes: [UInt8], at position: inout Int, from start: Int
    ) throws(HikeFileError) -> JSONScanner.Event? {
        do throws(JSONScanner.Mistake) {
            let event = try scanner.next(in: bytes, at: &position, upTo: reading?.depth ?? .max)
            if event != nil { isEmpty = false }
            return event
        } catch {
            isEmpty = false
            throw self.error(error, after: bytes[start...])
        }
    }

    /// Begins a value or a name, unless it is the list of the values, or the object that contains it.
    private mutating func begin(isName: Bool, with first: UInt8) {
        var new = Reading(isName: isName, depth: scanner.depth, line: scanner.line)
        switch (layout, scanner.depth) {
        case _ where isName: break
        case (.list, 0) where first == UInt8(ascii: "["), (.members, 0) where first == UInt8(ascii: "{"): return
        case (_, 0): break
        case (.members(let lists, let others), 1):
            if lists.contains(name), first == UInt8(ascii: "[") {
                (list, index) = (name, 0)
                return
            }
            new.path = [.member(name)]
            new.isKept = lists.contains(name) || others.contains(name)
        case (.list, _):
            new.path = [.element(index)]
            index += 1
        case (.members, _):
            new.path = [.member(list), .element(index)]
            index += 1
        }
        reading = new
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(HikeFileError) {
        guard let reading, reading.isKept else { return }
        guard reading.bytes.count + bytes.count <= longestValue else {
            throw reading.isName
                ? HikeFileError(.exceeds(.nameSize(longestValue)), line: reading.line)
                : HikeFileError(.exceeds(.valueSize(longestValue)), at: .init(line: reading.line, path: reading.path))
        }
        self.reading?.bytes += bytes
    }

    /// Ends the value, or the name, being read.
    private mutating func take() throws(HikeFileError) -> Part? {
        guard let ended = reading else { return nil }
        reading = nil
        guard ended.isName else {
            return ended.isKept ? Part(path: ended.path, line: ended.line, bytes: ended.bytes) : nil
        }
        // A name may contain escapes.
        guard let decoded = try? JSONDecoder().decode(String.self, from: Data(ended.bytes)) else {
            throw HikeFileError(.notJSON(JSONScanner.mistake(in: ended.bytes)?.kind ?? .unreadable), line: ended.line)
        }
        name = decoded
        if case .members(let lists, let others) = layout, lists.contains(name) || others.contains(name),
            !names.insert(name).inserted
        {
            throw HikeFileError(.duplicateMember, at: .init(line: ended.line, path: [.member(name)]))
        }
        return nil
    }

    /// The error for a mistake. A value that is read was not checked, so the first mistake may be an earlier one.
    private func error(_ mistake: JSONScanner.Mistake, after bytes: ArraySlice<UInt8>) -> HikeFileError {
        guard let reading, reading.isKept, let first = JSONScanner.mistake(in: reading.bytes + bytes) else {
            return HikeFileError(.notJSON(mistake.kind), line: mistake.line)
        }
        return HikeFileError(.notJSON(first.kind), line: reading.line + first.line - 1)
    }
}
