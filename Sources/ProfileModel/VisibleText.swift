extension Unicode.Scalar {
    /// Whether the scalar steers how text is shown instead of being shown: control characters, line and paragraph
    /// separators, bidi controls and other formats.
    ///
    /// The joiners are formats too, but emoji and several scripts are spelled with them.
    public var isInvisibleControl: Bool {
        // Nearly all text is this, and the tables of Unicode are slow to ask.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        case .format: self != "\u{200C}" && self != "\u{200D}" && !isEmojiTag
        default: false
        }
    }

    /// Whether the scalar shows something by itself: no space, no mark that needs a letter under it, nothing that
    /// Unicode lets a font leave out.
    package var isVisibleAlone: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: false
        default: !isInvisibleControl && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        }
    }

    /// The tag characters spell flags such as Scotland's.
    private var isEmojiTag: Bool { (0xE0020...0xE007F).contains(value) }
}
