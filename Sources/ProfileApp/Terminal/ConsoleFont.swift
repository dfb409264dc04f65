internal import ProfileRendering

/// The characters of the Linux console's font: a few hundred, without emoji, Braille and rounded corners.
///
/// What it lacks is shown by what is nearest, in as many cells.
struct ConsoleFont {
    /// `nil` for terminals that find every character in some font.
    init?(_ environment: [String: String]) {
        guard environment["TERM"]?.hasPrefix("linux") == true else { return nil }
    }

    func shown(_ character: Character) -> Character {
        guard let scalar = character.unicodeScalars.first else { return character }
        if let near = Self.near[character] { return near }
        switch scalar.value {
        case 0x2800...0x28FF: return Self.block(ofBraille: UInt8(scalar.value & 0xFF))
        // What a number of scalars make is an emoji, or a letter with marks.
        case 0x1F000...0x1FFFF, 0x2600...0x27BF, 0x2B00...0x2BFF: return "*"
        default: return character
        }
    }

    /// Half blocks where the dots are, which are two across and four down.
    private static func block(ofBraille dots: UInt8) -> Character {
        let (upper, lower) = (dots & 0b0001_1011 != 0, dots & 0b1110_0100 != 0)
        return upper ? lower ? "█" : "▀" : lower ? "▄" : " "
    }

    private static let near: [Character: Character] = [
        "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "…": "~", "‹": "<", "›": ">", "▸": "►", "▾": "▼", "●": "•", "○": "o",
        "⬢": "♦", "⬡": "o", "♥": "♥", "♦": "♦", "✓": "√", "⌫": "<", "⇧": "^", "−": "-", "–": "-", "▐": "▐", "┃": "│",
        "━": "─", "╴": "─", "╶": "─", "╵": "│", "╷": "│", "⏎": "<", "◆": "♦", "◇": "o",
        "▁": "▄", "▂": "▄", "▃": "▄", "▅": "▄", "▆": "█", "▇": "█",
        // The pictures of the seasons stand before their names.
        "🌷": " ", "🌞": " ", "🍂": " ", "☃️": " ", "☀️": " ", "🍁": " ", "❄️": " ",
    ]
}
