extension Character {
    /// The number of terminal cells that the character takes: 2 for wide ones and emoji, 0 for a lone combining mark.
    ///
    /// It is the sum over its ``parts``: the members of a family emoji count separately, and a spacing vowel sign takes
    /// a cell beside its letter.
    public var cells: Int {
        if let first = unicodeScalars.first, unicodeScalars.count == 1 {
            return first.isASCII ? 1 : first.width(before: nil)
        }
        return parts.reduce(0) { $0 + $1.cells }
    }

    /// The pieces that take up separate cells, each with its combining marks.
    ///
    /// Terminals differ in which emoji they join, so joined emoji are split here, to take the same cells everywhere.
    /// Skin tone modifiers are left to the terminal.
    public var parts: [(text: String.UnicodeScalarView, cells: Int)] {
        let scalars = Array(unicodeScalars)
        var parts: [(text: String.UnicodeScalarView, cells: Int)] = []
        for (index, scalar) in scalars.enumerated() {
            let width = scalar.width(before: index + 1 < scalars.count ? scalars[index + 1] : nil)
            if parts.isEmpty || width > 0 && !scalar.properties.isEmojiModifier {
                // Not made of a list, whose generic types each process would create again.
                var text = String.UnicodeScalarView()
                text.append(scalar)
                parts.append((text, width))
            } else if scalar != "\u{200D}" || !Self.joinsEmoji(at: index, in: scalars) {
                parts[parts.count - 1].text.append(scalar)
            }
        }
        return parts
    }

    /// Whether a joiner is between emoji; elsewhere, it shapes letters.
    private static func joinsEmoji(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        index + 1 < scalars.count && scalars[index + 1].properties.isEmoji
    }
}

extension StringProtocol {
    /// The number of terminal cells that the text takes.
    public var cells: Int {
        // In most text, each byte is a character of one cell.
        if isPrintableASCII { return utf8.count }
        return reduce(0) { $0 + $1.cells }
    }

    /// Whether each byte is a visible character of ASCII, or a space.
    var isPrintableASCII: Bool {
        let bytes = utf8
        // Where the bytes are in one place, they are looked at there: this is asked of all text that is printed.
        return bytes.withContiguousStorageIfAvailable { $0.allSatisfy(\.isPrintable) }
            ?? bytes.allSatisfy(\.isPrintable)
    }

    /// The text truncated or padded with spaces to a number of cells; truncated text ends in "…".
    public func fitted(to width: Int) -> String {
        guard width > 0 else { return "" }
        let cells = self.cells
        if cells <= width { return self + String(repeating: " ", count: width - cells) }
        var kept = ""
        var used = 0
        for character in self {
            // Nothing follows a character that doesn't fit, however narrow.
            guard used + character.cells < width else { break }
            kept.append(character)
            used += character.cells
        }
        return kept + "…" + String(repeating: " ", count: Swift.max(0, width - used - 1))
    }
}

extension UInt8 {
    fileprivate var isPrintable: Bool { self >= 0x20 && self < 0x7F }
}

extension Unicode.Scalar {
    /// The number of cells it takes, given the following scalar.
    fileprivate func width(before next: Unicode.Scalar?) -> Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        // Hangul vowels and finals share the cells of their initial.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        // Two regional indicators form a flag; a single one is shown as a boxed letter.
        case 0x1F1E6...0x1F1FF: return 1
        default: break
        }
        // The variation selector requests the emoji's picture, which is wide.
        if properties.isEmojiPresentation || properties.isEmoji && next == "\u{FE0F}" { return 2 }
        return isEastAsianWide ? 2 : 1
    }

    /// The blocks listed as W or F in Unicode's EastAsianWidth.txt, merged across unassigned ranges.
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

extension String {
    /// The text on lines of at most `width` cells, broken at spaces; a longer word is split.
    ///
    /// - Parameter indent: the indent of all lines but the first, in cells. The first line isn't broken before that
    ///   column, so that a label stays in front of its text.
    public func wordWrapped(to width: Int, indent: Int = 0) -> [String] {
        let indent = Swift.min(indent, Swift.max(width - 8, 0))
        var lines: [String] = []
        var rest = self[...]
        var lead = ""
        while lead.cells + rest.cells > Swift.max(width, 1) {
            var used = lead.cells
            var end = rest.startIndex
            var space: Substring.Index?
            while end < rest.endIndex, used + rest[end].cells <= width || end == rest.startIndex {
                if rest[end] == " ", used >= indent, end > rest.startIndex { space = end }
                used += rest[end].cells
                end = rest.index(after: end)
            }
            if end < rest.endIndex, rest[end] == " " { space = end }
            lines.append((lead + rest[..<(space ?? end)]).trimmedRight)
            rest = rest[(space ?? end)...].drop { $0 == " " }
            lead = String(repeating: " ", count: indent)
        }
        return rest.isEmpty && !lines.isEmpty ? lines : lines + [lead + rest]
    }
}
