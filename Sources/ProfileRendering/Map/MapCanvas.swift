extension TrackMap {
    public static let wayColor = Color(0x3FA66B)
    /// Where five tracks or more run together.
    static let busyColor = Color(0xE8B23A)
    static let startColor = Color(0x6FA8F5)
    static let endColor = Color(0xF0766C)

    /// The text colours used on a map.
    public static let textColors = [startColor, endColor]

    /// The map in cells: the track in Braille dots, its start (S) and end (E), and a scale below.
    public func canvas(size: CellSize) -> Canvas {
        var canvas = Canvas(size: size)
        draw(on: &canvas, in: CellRectangle(origin: CellPoint(column: 0, row: 0), size: size))
        return canvas
    }

    /// Draws the map into a rectangle of a canvas; in a small one, without the scale.
    ///
    /// - Parameter cursor: the fraction of the distance to mark, from 0 at the start to 1 at the end.
    public func draw(on canvas: inout Canvas, in part: CellRectangle, cursor: Double? = nil) {
        guard part.size.columns > 0, part.size.rows > 0 else { return }
        guard !isEmpty else {
            let text = nothing.fitted(to: part.size.columns).trimmedRight
            let column = part.origin.column + max(part.size.columns - text.cells, 0) / 2
            canvas.write(text, column: column, row: part.origin.row + part.size.rows / 2, style: .dim)
            return
        }
        let hasScale = part.size.rows >= 5 && part.size.columns >= 12
        var dots = BrailleDots(columns: part.size.columns, rows: part.size.rows - (hasScale ? 1 : 0))
        // A cell is twice as high as wide, which makes its dots square.
        let metresPerDot = max(extent.width / Double(dots.width), extent.height / Double(dots.height))
        func dot(_ point: PlanePoint) -> (x: Int, y: Int) {
            func place(_ metres: Double, _ count: Int) -> Int {
                min(max(Int((metres / metresPerDot + Double(count) / 2).rounded(.down)), 0), count - 1)
            }
            return (place(point.east, dots.width), place(-point.north, dots.height))
        }
        for track in tracks {
            dots.beginTrack()
            for line in track {
                guard var last = line.first.map(dot) else { continue }
                dots.set(last.x, last.y)
                for point in line.dropFirst().lazy.map(dot) where point != last {
                    dots.line(from: last, to: point)
                    last = point
                }
            }
        }
        for row in 0..<dots.rows {
            for column in 0..<dots.columns {
                guard let character = dots.character(column: column, row: row) else { continue }
                canvas[CellPoint(column: part.origin.column + column, row: part.origin.row + row)] = Canvas.Cell(
                    character, style: style(ofTracks: dots.tracks(column: column, row: row)))
            }
        }
        for (point, mark, color) in isOfMany
            ? [] : [(lines.last?.last, "E", Self.endColor), (lines.first?.first, "S", Self.startColor)]
        {
            guard let dot = point.map(dot) else { continue }
            canvas.write(
                mark, column: part.origin.column + dot.x / 2, row: part.origin.row + dot.y / 4,
                style: CellStyle(foreground: color, isBold: true))
        }
        if let dot = cursor.flatMap(point).map(dot) {
            canvas.write(
                "●", column: part.origin.column + dot.x / 2, row: part.origin.row + dot.y / 4,
                style: CellStyle(isBold: true))
        }
        guard hasScale, let scale = scale(atMost: metresPerDot * Double(dots.width) / 3) else { return }
        let cells = max(Int((scale.metres / metresPerDot / 2).rounded()), 1)
        let bar = "├" + String(repeating: "─", count: max(cells - 2, 0)) + "┤ " + scale.label
        canvas.write(
            bar, column: part.origin.column, row: part.origin.row + part.size.rows - 1, style: .dim)
    }
}

extension TrackMap {
    /// The style of a cell through which a number of tracks run.
    private func style(ofTracks count: Int) -> CellStyle {
        guard isOfMany else { return CellStyle(foreground: Self.wayColor) }
        return switch count {
        case ...1: CellStyle(foreground: Self.wayColor, isDim: true)
        case 2...4: CellStyle(foreground: Self.wayColor)
        default: CellStyle(foreground: Self.busyColor, isBold: true)
        }
    }

    /// The position at a fraction of the track's length; gaps between segments don't count.
    private func point(at part: Double) -> PlanePoint? {
        func length(_ from: PlanePoint, _ to: PlanePoint) -> Double {
            let (east, north) = (to.east - from.east, to.north - from.north)
            return (east * east + north * north).squareRoot()
        }
        let whole = lines.reduce(0) { sum, line in
            sum + zip(line, line.dropFirst()).reduce(0) { $0 + length($1.0, $1.1) }
        }
        var left = min(max(part, 0), 1) * whole
        for line in lines {
            for (from, to) in zip(line, line.dropFirst()) {
                let step = length(from, to)
                guard left > step else {
                    let way = step > 0 ? left / step : 0
                    return PlanePoint(
                        east: from.east + (to.east - from.east) * way, north: from.north + (to.north - from.north) * way
                    )
                }
                left -= step
            }
        }
        return lines.last?.last
    }
}

/// A map as lines of text below a heading, within a terminal's width.
public struct MapText {
    public let map: TrackMap
    public let columns: Int

    /// Rows per column. Cells are twice as high as wide, so the map is half as high as wide, like a printed landscape
    /// map.
    private static let shape = 0.25
    private static let rows = 8...30
    /// A wider map would be taller than a screen.
    private static let mostColumns = 120

    /// - Parameter columns: the available width in cells.
    public init(_ map: TrackMap, columns: Int) {
        (self.map, self.columns) = (map, columns)
    }

    public func lines(depth: ColorDepth) -> [String] {
        guard !map.isEmpty else { return [map.nothing] }
        let width = min(max(columns, 1), Self.mostColumns)
        let rows = min(max(Int(Double(width) * Self.shape), Self.rows.lowerBound), Self.rows.upperBound)
        var lines = map.canvas(size: CellSize(columns: width, rows: rows)).lines(depth: depth)
        // A track that mostly runs from west to east leaves many rows empty.
        let isDrawn = lines.dropLast().map { !$0.isEmpty }
        guard let first = isDrawn.firstIndex(of: true), let last = isDrawn.lastIndex(of: true) else { return lines }
        lines.removeSubrange(last + 1..<lines.count - 1)
        lines.removeSubrange(..<first)
        return [StyledLine("Map", .bold).text(depth: depth)] + lines
    }
}
