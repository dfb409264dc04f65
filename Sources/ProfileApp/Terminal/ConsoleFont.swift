/// Substitutes for the characters that the Linux console's font lacks: it has a few hundred, and no emoji, Braille or
/// rounded corners.
///
/// Where a substitute is narrower than its character, ``TerminalScreen`` fills the second cell with a space.
struct ConsoleFont {
    /// `nil` unless the terminal is the Linux console.
    init?(_ environment: [String: String]) {
        guard environment["TERM"]?.hasPrefix("linux") == true else { return nil }
    }

    func shown(_ character: Character) -> Character {
        guard let scalar = character.unicodeScalars.first else { return character }
        if let substitute = Self.substitutes[character] { return substitute }
        switch scalar.value {
        case 0x2800...0x28FF: return Self.block(ofBraille: UInt8(scalar.value & 0xFF))
        // Emoji, dingbats and other symbols.
        case 0x1F000...0x1FFFF, 0x2600...0x27BF, 0x2B00...0x2BFF: return "*"
        default: return character
        }
    }

    /// The block or half block that is nearest to a Braille pattern. Its upper two rows of dots are bits 0, 1, 3 and 4.
    private static func block(ofBraille dots: UInt8) -> Character {
        let (upper, lower) = (dots & 0b0001_1011 != 0, dots & 0b1110_0100 != 0)
        return upper ? lower ? "█" : "▀" : lower ? "▄" : " "
    }

    // The font has the characters that are mapped to themselves: the ranges above would replace some of them.
    private static let substitutes: [Character: Character] = [
        "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "…": "~", "‹": "<", "›": ">", "▸": "►", "▾": "▼", "●": "•", "○": "o",
        "⬢": "♦", "⬡": "o", "♥": "♥", "♦": "♦", "✓": "√", "⌫": "<", "⇧": "^", "−": "-", "–": "-", "▐": "▐", "┃": "│",
        "━": "─", "╴": "─", "╶": "─", "╵": "│", "╷": "│", "⏎": "<", "◆": "♦", "◇": "o",
        "▁": "▄", "▂": "▄", "▃": "▄", "▅": "▄", "▆": "█", "▇": "█",
        "▏": "·", "▎": "▌", "▍": "▌", "▋": "▌", "▊": "█", "▉": "█",
        "✗": "x", "×": "x", "“": "\"", "”": "\"", "’": "'",
    ]
}
