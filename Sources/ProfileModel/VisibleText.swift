extension Unicode.Scalar {
    /// Whether the scalar controls how text is shown rather than being shown itself: control characters, line and
    /// paragraph separators, bidi controls and other format characters.
    ///
    /// Joiners are format characters as well, but emoji and several scripts need them.
    public var isInvisibleControl: Bool {
        // Nearly all text is ASCII, and Unicode property lookups are slow.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        case .format: self != "\u{200C}" && self != "\u{200D}" && !isEmojiTag
        default: false
        }
    }

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

    /// Tag characters spell flags such as Scotland's.
    private var isEmojiTag: Bool { (0xE0020...0xE007F).contains(value) }
}
