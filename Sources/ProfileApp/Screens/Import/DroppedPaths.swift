/// The paths in a text that was typed, or that a terminal pasted for files dropped on it: one on each line, or several
/// on a line, escaped for a shell.
///
/// A name may have spaces and quotes in it. A line is therefore read as a shell does only if what comes of it are
/// certainly paths; otherwise all of it is one path.
struct DroppedPaths: Hashable, Sendable {
    let paths: [String]
    /// Whether a shell's quotes or backslashes were removed.
    let isEscaped: Bool

    init(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map { Self.read($0) }
        paths = lines.flatMap(\.paths).filter { !$0.isEmpty }
        isEscaped = lines.contains(where: \.isEscaped)
    }

    private static func read(_ line: Substring) -> (paths: [String], isEscaped: Bool) {
        var line = line.drop(while: \.isWhitespace)
        let whole = String(line.reversed().drop(while: \.isWhitespace).reversed())
        let beginsQuoted = line.first.map(isQuote) ?? false
        var (words, isEscaped): ([String], Bool) = ([], false)
        while !line.isEmpty {
            guard let (word, wasEscaped) = nextWord(of: &line) else { return ([whole], false) }
            words.append(word)
            isEscaped = isEscaped || wasEscaped
            line = line.drop(while: \.isWhitespace)
        }
        let areAbsolute = words.allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("~/") }
        return words.count == 1 || beginsQuoted || areAbsolute ? (words, isEscaped) : ([whole], false)
    }

    /// Removes the first word from a line.
    ///
    /// - Returns: the word, and whether anything in it was escaped; `nil` if a quote has no end.
    private static func nextWord(of line: inout Substring) -> (text: String, isEscaped: Bool)? {
        var (text, isEscaped) = ("", false)
        while let character = line.first, !character.isWhitespace {
            line.removeFirst()
            // A shell that quotes a name begins with that; a quote within a name is an apostrophe.
            if isQuote(character), text.isEmpty || isEscaped {
                guard let end = line.firstIndex(of: character) else { return nil }
                text += line[..<end]
                line = line[line.index(after: end)...]
                isEscaped = true
            } else if character == "\\", let next = line.first, !next.isLetter, !next.isNumber {
                text.append(line.removeFirst())
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return (text, isEscaped)
    }

    private static func isQuote(_ character: Character) -> Bool { character == "'" || character == "\"" }
}
