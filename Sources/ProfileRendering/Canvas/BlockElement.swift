/// The part of a cell that a Unicode block element (U+2580 to U+259F) fills.
///
/// Pictures draw these as rectangles, since font glyphs leave seams.
struct BlockElement: Hashable {
    /// A part of a cell, in eighths of its width and height, measured from the upper left.
    struct Part: Hashable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    let parts: [Part]
    /// The opacity of the parts, below 1 for the shade characters.
    let coverage: Double

    /// Fails for any other character.
    init?(_ character: Character) {
        guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return nil }
        guard (0x2580...0x259F).contains(scalar.value) else { return nil }
        let number = Int(scalar.value) - 0x2580
        switch number {
        case 0x11...0x13: coverage = Double(number - 0x10) / 4
        default: coverage = 1
        }
        switch number {
        case 0x00: parts = [Part(x: 0, y: 0, width: 8, height: 4)]
        case 0x01...0x08: parts = [Part(x: 0, y: 8 - number, width: 8, height: number)]
        case 0x09...0x0F: parts = [Part(x: 0, y: 0, width: 0x10 - number, height: 8)]
        case 0x10: parts = [Part(x: 4, y: 0, width: 4, height: 8)]
        case 0x11...0x13: parts = [Part(x: 0, y: 0, width: 8, height: 8)]
        case 0x14: parts = [Part(x: 0, y: 0, width: 8, height: 1)]
        case 0x15: parts = [Part(x: 7, y: 0, width: 1, height: 8)]
        default: parts = Self.quarters[number - 0x16].map { Part(x: $0 % 2 * 4, y: $0 / 2 * 4, width: 4, height: 4) }
        }
    }

    /// The quadrants of U+2596 to U+259F: 0 upper left, 1 upper right, 2 lower left, 3 lower right.
    private static let quarters = [
        [2], [3], [0], [0, 2, 3], [0, 3], [0, 1, 2], [0, 1, 3], [1], [1, 2], [1, 2, 3],
    ]
}
