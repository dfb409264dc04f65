extension Unicode.Scalar {
    /// Whether the scalar controls how text is shown rather than being shown itself: control characters, line and
    /// paragraph separators, bidi controls, tags and other format characters.
    ///
    /// Joiners are format characters as well, but emoji and several scripts need them. Three flags need tags, and emoji
    /// and ideographs need variation selectors, both of which hide any text elsewhere: see
    /// ``Swift/StringProtocol/hasInvisibleControls``.
    public var isInvisibleControl: Bool {
        // Nearly all text is ASCII, and Unicode property lookups are slow.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        case .format: self != "\u{200C}" && self != "\u{200D}"
        default: false
        }
    }

    /// Whether the scalar is an invisible control after another one in the same character.
    ///
    /// A variation selector is one unless it follows what it varies. What fonts may ignore, such as another selector,
    /// has no variants.
    fileprivate func isInvisibleControl(after previous: Unicode.Scalar?) -> Bool {
        guard isVariationSelector else { return isInvisibleControl }
        return previous.map { $0.isInvisibleControl || $0.properties.isDefaultIgnorableCodePoint } ?? true
    }

    /// U+180B is the first of them, so most text needn't be looked up.
    fileprivate var isVariationSelector: Bool { value >= 0x180B && properties.isVariationSelector }

    /// Whether the scalar is visible by itself: not a space, not a combining mark, not a braille pattern without dots,
    /// and not a character that Unicode allows fonts to ignore.
    package var isVisibleAlone: Bool {
        if isASCII { return value > 0x20 && value != 0x7F }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: false
        // The empty braille cell is a symbol that looks like a space.
        default:
            !isInvisibleControl && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
                && value != 0x2800
        }
    }
}

extension StringProtocol {
    /// Whether the text has invisible controls, other than the tags of the flags of England, Scotland and Wales. A
    /// variation selector is one unless it follows what it varies.
    public var hasInvisibleControls: Bool {
        unicodeScalars.contains { $0.isInvisibleControl || $0.isVariationSelector }
            && contains { !$0.isFlagOfTags && $0.hasInvisibleControls }
    }

    /// The text with each of these replaced.
    public func replacingInvisibleControls(_ replacement: (Unicode.Scalar) -> String) -> String {
        guard hasInvisibleControls else { return String(self) }
        return reduce(into: "") { text, character in
            if character.isFlagOfTags { return text.append(character) }
            var previous: Unicode.Scalar?
            for scalar in character.unicodeScalars {
                if scalar.isInvisibleControl(after: previous) {
                    text += replacement(scalar)
                } else {
                    text.unicodeScalars.append(scalar)
                }
                previous = scalar
            }
        }
    }
}

extension Character {
    /// The flags that Unicode recommends of all that tags can spell. Others are shown as a black flag, whatever their
    /// tags say.
    private static let flagsOfTags: Set<Character> = [
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
    ]

    fileprivate var hasInvisibleControls: Bool {
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.isInvisibleControl(after: previous) { return true }
            previous = scalar
        }
        return false
    }

    fileprivate var isFlagOfTags: Bool {
        unicodeScalars.first == "\u{1F3F4}" && Self.flagsOfTags.contains(self)
    }
}
