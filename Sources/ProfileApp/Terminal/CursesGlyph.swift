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
