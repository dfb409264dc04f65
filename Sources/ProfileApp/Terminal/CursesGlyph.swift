internal import CCurses
internal import ProfileRendering

/// A character in the form that ncurses can place in a cell: one scalar of known width, and zero-width marks.
struct CursesGlyph: Hashable {
    /// Never empty, and at most as many as ncurses stores in a cell.
    let scalars: [Int32]
    /// The width according to the C library, which ncurses goes by.
    let cells: Int

    /// CCHARW_MAX of ncurses.
    private static let maximumCount = 5

    private static let wideTwins: [Character: Character] = ["⛰️": "🗻", "☃️": "⛄"]

    /// Where the C library's width of a character differs from the canvas's, a terminal may follow either. So the
    /// variation selector that turns a narrow symbol into an emoji is dropped, and of joined emoji only the first is
    /// kept. Without it, many fonts have no picture of the symbol: the app's own are replaced by wide ones.
    ///
    /// - Parameter cells: the number of cells that the canvas reserved.
    init(_ character: Character, cells: Int) {
        var scalars: [Int32] = []
        var width = 0
        let character = cells == 2 ? Self.wideTwins[character] ?? character : character
        for scalar in character.unicodeScalars {
            let own = Int(wcwidth(Int32(bitPattern: scalar.value)))
            if scalars.isEmpty {
                guard own > 0, own <= cells else { break }
                width = own
            } else if own != 0 || scalar == "\u{FE0F}" || scalar == "\u{200D}" {
                continue
            } else if scalars.count == Self.maximumCount {
                break
            }
            scalars.append(Int32(bitPattern: scalar.value))
        }
        self.scalars = scalars.isEmpty ? [0x3F] : scalars
        self.cells = max(width, 1)
    }
}
