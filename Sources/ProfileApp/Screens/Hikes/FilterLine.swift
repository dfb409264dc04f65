internal import ProfileKit
internal import ProfileRendering

/// A filter as it is typed on one line: words, and conditions such as `year:2025`, `tag:"two words"`, `#wet`,
/// `id:7-12` and `favourite:`.
struct FilterLine: Hashable, Sendable {
    let text: String
    private(set) var filter = HikeFilter()
    /// What is wrong with a condition, which is left out.
    private(set) var problem: String?

    init(_ text: String = "") {
        self.text = text
        var words: [String] = []
        for part in Self.parts(of: text) {
            do throws(FieldRule) {
                if try !readCondition(part) { words.append(part) }
            } catch {
                problem = "\(part.prefix { $0 != ":" }) \(error.requirement)"
            }
        }
        if !words.isEmpty { filter.words = words }
    }

    /// - Returns: whether a part is a condition, and not a word to search for.
    private mutating func readCondition(_ part: String) throws(FieldRule) -> Bool {
        if part.hasPrefix("#"), part.count > 1 {
            try filter.set(.tag, to: String(part.dropFirst()))
            return true
        }
        guard let colon = part.firstIndex(of: ":") else { return false }
        let (name, value) = (part[..<colon].lowercased(), String(part[part.index(after: colon)...]))
        guard name != "id" else {
            // A condition that is only begun leaves nothing out.
            if !value.isEmpty { try filter.add(ids: value) }
            return true
        }
        guard let key = HikeFilter.Key(rawValue: name) else { return false }
        if key.isFlag || !value.isEmpty { try filter.set(key, to: value) }
        return true
    }

    /// The parts between spaces, of which quoted ones don't separate.
    private static func parts(of text: String) -> [String] {
        var (parts, part, isQuoted): ([String], String, Bool) = ([], "", false)
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        return (parts + [part]).filter { !$0.isEmpty }
    }

    /// The conditions that only the store can decide, without the ids, which headers decide.
    var question: HikeFilter? {
        guard !filter.evidence.isEmpty else { return nil }
        var question = filter
        question.ids = []
        return question
    }
}
