extension Character {
    /// How many cells a terminal gives the character: 2 for wide ones and emoji, 0 for a lone combining mark.
    ///
    /// It is the sum over its ``parts``: the members of a family stand side by side, and a vowel sign that has a width
    /// takes a cell beside its letter.
    public var cells: Int {
        if let first = unicodeScalars.first, unicodeScalars.count == 1 {
            return first.isASCII ? 1 : first.width(before: nil)
        }
        return parts.reduce(0) { $0 + $1.cells }
    }

    /// The pieces that take cells of their own, each with the marks on it.
    ///
    /// Terminals differ in what they join: emoji that are joined are taken apart here, so that every terminal gives
    /// them the same cells. A skin's colour is left to the terminal.
    public var parts: [(text: String.UnicodeScalarView, cells: Int)] {
        let scalars = Array(unicodeScalars)
        var parts: [(text: String.UnicodeScalarView, cells: Int)] = []
        for (index, scalar) in scalars.enumerated() {
            let width = scalar.width(before: index + 1 < scalars.count ? scalars[index + 1] : nil)
            if parts.isEmpty || width > 0 && !scalar.properties.isEmojiModifier {
                parts.append((String.UnicodeScalarView([scalar]), width))
            } else if scalar != "\u{200D}" || !Self.joinsEmoji(at: index, in: scalars) {
                parts[parts.count - 1].text.append(scalar)
            }
        }
        return parts
    }

    /// Whether a joiner stands between emoji: elsewhere, it shapes letters.
    private static func joinsEmoji(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        index + 1 < scalars.count && scalars[index + 1].properties.isEmoji
    }
}

extension StringProtocol {
    /// How many cells a terminal gives the text.
    public var cells: Int {
        // Most texts are plain ASCII, of which each byte is a character of one cell.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
        return reduce(0) { $0 + $1.cells }
    }

    /// The text cut or filled with spaces to a number of cells; a cut text ends in "…".
    public func fitted(to width: Int) -> String {
        guard width > 0 else { return "" }
        let cells = self.cells
        if cells <= width { return self + String(repeating: " ", count: width - cells) }
        var kept = ""
        var used = 0
        for character in self {
            // What comes after a character that doesn't fit is left out as well, however narrow.
            guard used + character.cells < width else { break }
            kept.append(character)
            used += character.cells
        }
        return kept + "…" + String(repeating: " ", count: Swift.max(0, width - used - 1))
    }
}

extension Unicode.Scalar {
    /// How many cells it takes, given what follows it.
    fileprivate func width(before next: Unicode.Scalar?) -> Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        // Vowels and finals of Hangul stand in the cells of their initial.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        // Two regional indicators are a flag; one alone is a letter in a box.
        case 0x1F1E6...0x1F1FF: return 1
        default: break
        }
        // A variation selector asks for the emoji's picture, which is wide.
        if properties.isEmojiPresentation || properties.isEmoji && next == "\u{FE0F}" { return 2 }
        return isEastAsianWide ? 2 : 1
    }

    /// The blocks that Unicode's EastAsianWidth.txt lists as W or F, merged where what lies between is unassigned.
    fileprivate var isEastAsianWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
