internal import CCurses
internal import ProfileRendering

/// A character as ncurses can place it: one scalar of a known width, and marks of none.
struct CursesGlyph: Hashable {
    /// Never empty, and no more than ncurses keeps in a cell.
    let scalars: [Int32]
    /// How many cells ncurses and the C library take it for.
    let cells: Int

    /// ncurses' CCHARW_MAX.
    private static let most = 5

    /// - Parameter cells: how many the canvas has reserved.
    ///
    /// Where the C library knows another width than the canvas, the terminal may go with either. So the variation
    /// selector that makes an emoji of a narrow sign is left out, and of emoji that are joined the first is shown.
    init(_ character: Character, cells: Int) {
        var scalars: [Int32] = []
        var width = 0
        for scalar in character.unicodeScalars {
            let own = Int(wcwidth(Int32(bitPattern: scalar.value)))
            if scalars.isEmpty {
                guard own > 0, own <= cells else { break }
                width = own
            } else if own != 0 || scalar == "\u{FE0F}" || scalar == "\u{200D}" {
                continue
            } else if scalars.count == Self.most {
                break
            }
            scalars.append(Int32(bitPattern: scalar.value))
        }
        self.scalars = scalars.isEmpty ? [0x3F] : scalars
        self.cells = max(width, 1)
    }
}

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
        "▏": "·", "▎": "▌", "▍": "▌", "▋": "▌", "▊": "█", "▉": "█",
        "✗": "x", "×": "x", "“": "\"", "”": "\"", "’": "'",
        // The pictures of the seasons stand before their names.
        "🌷": " ", "🌞": " ", "🍂": " ", "☃️": " ", "☀️": " ", "🍁": " ", "❄️": " ",
    ]
}
