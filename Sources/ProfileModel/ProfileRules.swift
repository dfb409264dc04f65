/// A value that is out of its rules. It names the field and the rule, never the value.
public struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The field or option, as the command line names it.
    public let name: String
    /// What the value has to be.
    public let rule: String

    public init(_ name: String, _ rule: String) {
        self.name = name
        self.rule = rule
    }

    public var description: String { "\(name) \(rule)" }
}

extension Profile {
    /// The days a goal date can be set to: from a year before the earlier to a year after the later of the committed
    /// date and today.
    ///
    /// The Landmarks picker allows a year either way of the date being edited. Anchoring it in the committed date too
    /// means that the range doesn't slide with each edit, and that an old date is never outside of its own range.
    public static func goalDates(committed: Day, today: Day) -> ClosedRange<Day> {
        min(committed, today).adding(years: -1)...max(committed, today).adding(years: 1)
    }

    /// The rule that a username breaks, or `nil`.
    ///
    /// Counted in characters as people see them; the bound on bytes keeps one "character" from being a pile of
    /// a thousand accents.
    public static func brokenRule(ofUsername name: String) -> String? {
        let rule = "is 1 to 64 visible characters"
        if !(1...64).contains(name.count) { return rule }
        if name.utf8.count > 512 { return rule + ", in at most 512 bytes" }
        // What stands in for bytes that were no UTF-8: the name that was typed is lost already.
        if name.unicodeScalars.contains("\u{FFFD}") { return rule + ", in valid UTF-8" }
        if name.unicodeScalars.contains(where: \.isInvisibleControl) {
            return rule + ", without control characters"
        }
        if !name.unicodeScalars.contains(where: \.isVisibleAlone) { return rule + ", not only blank ones" }
        return nil
    }
}

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
