internal import ProfileRendering

/// A drawn padlock, closed or opening: it turns green, its shackle lifts out of the body, and rays spread from it.
struct Padlock: Hashable, Sendable {
    /// The dots of a drawing in one size. A cell has two, one above the other.
    struct Drawing: Hashable, Sendable {
        fileprivate let shackle: [[Bool]]
        fileprivate let body: [[Bool]]
        /// How many dots the shackle lifts. While it is closed, as many above it are empty.
        fileprivate let lift: Int

        private init(lift: Int, shackle: String, body: String) {
            func dots(_ text: String) -> [[Bool]] {
                text.split(separator: "\n").map { line in line.map { $0 == "#" } }
            }
            (self.lift, self.shackle, self.body) = (lift, dots(shackle), dots(body))
        }

        /// The size in cells, including the space for the lifted shackle.
        var size: CellSize {
            CellSize(columns: body.first?.count ?? 0, rows: (lift + shackle.count + body.count) / 2)
        }

        static let small = Drawing(
            lift: 2,
            shackle: """
                ...#####...
                ..##...##..
                ..#.....#..
                ..#.....#..
                """,
            body: """
                .#########.
                .####.####.
                .####.####.
                .#########.
                """)

        static let large = Drawing(
            lift: 4,
            shackle: """
                ......#######......
                ....###########....
                ...####.....####...
                ...###.......###...
                ...###.......###...
                ...###.......###...
                """,
            body: """
                .#################.
                ###################
                ########...########
                ########...########
                #########.#########
                #########.#########
                ###################
                .#################.
                """)

        /// Whether a dot is set, of the shackle or of the body.
        ///
        /// - Parameter lifted: how many dots the shackle is lifted. Its left leg stays in the body.
        fileprivate func isSet(_ x: Int, _ y: Int, lifted: Int) -> Bool {
            let seam = lift + shackle.count
            if y >= seam { return body[y - seam][x] }
            let row = y - lift + lifted
            guard row >= shackle.count else { return row >= 0 && shackle[row][x] }
            return x < shackle[0].count / 2 && shackle[shackle.count - 1][x]
        }
    }

    /// `nil` while it is closed.
    private let movement: Movement?
    static let length: Duration = .milliseconds(700)
    static let closed = Padlock(movement: nil)
    /// Replaces the drawing if there is no room for it.
    static let icon = "🔒"

    init(openingAt now: Moment) {
        movement = Movement(start: now, length: Self.length)
    }

    private init(movement: Movement?) { self.movement = movement }

    /// Draws it centred in an area's width.
    func draw(_ drawing: Drawing, on canvas: inout Canvas, row top: Int, in area: CellRectangle, at now: Moment) {
        let progress = movement?.progress(at: now) ?? 0
        // While the circles turn green it stays closed; then the shackle lifts, and then the rays appear.
        let lifted = Int((Double(drawing.lift) * min(max((progress - 0.3) / 0.4, 0), 1)).rounded())
        let style = CellStyle(foreground: progress < 0.3 ? Palette.accent : Palette.good)
        let left = area.origin.column + (area.size.columns - drawing.size.columns) / 2
        for row in 0..<drawing.size.rows {
            for column in 0..<drawing.size.columns {
                let upper = drawing.isSet(column, 2 * row, lifted: lifted)
                let lower = drawing.isSet(column, 2 * row + 1, lifted: lifted)
                guard upper || lower else { continue }
                canvas.write(upper ? lower ? "█" : "▀" : "▄", column: left + column, row: top + row, style: style)
            }
        }
        let rays = String(repeating: "· ", count: max(Int((progress - 0.7) * 10) + 1, 0))
        let row = top + drawing.size.rows / 2
        canvas.write(String(rays.reversed()), column: left - 1 - rays.cells, row: row, style: style)
        canvas.write(rays, column: left + drawing.size.columns + 1, row: row, style: style)
    }

    func isOver(at now: Moment) -> Bool { movement?.isOver(at: now) ?? true }
    func nextTick(after now: Moment) -> Moment? { movement?.nextTick(after: now) }
}
