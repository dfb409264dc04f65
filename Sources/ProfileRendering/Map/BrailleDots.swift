/// A grid of dots, shown as Braille characters with two dots across and four down in each terminal cell.
struct BrailleDots {
    let columns: Int
    let rows: Int
    private var cells: [UInt8]
    /// The number of tracks with dots in each cell, and the last of them.
    private var counts: [(tracks: Int, last: Int)]
    private var track = 0

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 0), max(rows, 0))
        cells = Array(repeating: 0, count: self.columns * self.rows)
        counts = Array(repeating: (0, 0), count: cells.count)
    }

    var width: Int { columns * 2 }
    var height: Int { rows * 4 }

    /// Sets a dot, counted from the left and top edges; outside the grid, it does nothing.
    mutating func set(_ x: Int, _ y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        // The lowest two dots of a cell were added to Unicode's Braille later, and have the highest bits.
        let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        let cell = y / 4 * columns + x / 2
        cells[cell] |= bits[y % 4][x % 2]
        if counts[cell].last != track { counts[cell] = (counts[cell].tracks + 1, track) }
    }

    /// Counts the dots that are set next as those of another track.
    mutating func beginTrack() { track += 1 }

    /// The number of tracks with dots in a cell.
    func tracks(column: Int, row: Int) -> Int { counts[row * columns + column].tracks }

    /// Sets the dots of a straight line, using Bresenham's algorithm.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        let (width, height) = (abs(end.x - start.x), -abs(end.y - start.y))
        let step = (x: start.x < end.x ? 1 : -1, y: start.y < end.y ? 1 : -1)
        var (x, y, error) = (start.x, start.y, width + height)
        while true {
            set(x, y)
            guard x != end.x || y != end.y else { return }
            let twice = 2 * error
            if twice >= height { (error, x) = (error + height, x + step.x) }
            if twice <= width { (error, y) = (error + width, y + step.y) }
        }
    }

    /// The character of a cell, combined with the dots of another grid of the same size; `nil` without dots.
    func merged(with other: BrailleDots, column: Int, row: Int) -> Character? {
        let index = row * columns + column
        let cell = cells[index] | (other.cells.indices.contains(index) ? other.cells[index] : 0)
        return cell == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(cell)).map { Character($0) }
    }

    /// The character of a cell; `nil` without dots.
    func character(column: Int, row: Int) -> Character? {
        let cell = cells[row * columns + column]
        return cell == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(cell)).map { Character($0) }
    }
}
