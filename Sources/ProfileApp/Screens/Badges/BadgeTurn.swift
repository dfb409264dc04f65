internal import ProfileKit
internal import ProfileRendering

/// The animation of a badge's picture, which grows from its middle while it turns over once.
struct BadgeTurn: Hashable, Sendable {
    private let movement: Movement?
    static let length = Duration.milliseconds(700)

    init(at now: Moment, _ motion: Motion) {
        movement = motion == .reduced ? nil : Movement(start: now, length: Self.length)
    }

    func nextTick(after now: Moment) -> Moment? { movement?.nextTick(after: now) }

    /// Draws a frame: a full-size picture, scaled down.
    func draw(_ picture: Canvas, on canvas: inout Canvas, in area: CellRectangle, at now: Moment) {
        let progress = movement?.easedProgress(at: now) ?? 1
        guard progress < 1 else { return canvas.draw(picture, column: area.origin.column, row: area.origin.row) }
        let grown = 0.35 + 0.65 * progress
        let size = CellSize(
            columns: max(1, Int((Double(picture.size.columns) * grown * Self.width(at: progress)).rounded())),
            rows: max(1, Int((Double(picture.size.rows) * grown).rounded())))
        let left = area.origin.column + (picture.size.columns - size.columns) / 2
        let top = area.origin.row + (picture.size.rows - size.rows) / 2
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let source = CellPoint(
                    column: (column * 2 + 1) * picture.size.columns / (size.columns * 2),
                    row: (row * 2 + 1) * picture.size.rows / (size.rows * 2))
                canvas[CellPoint(column: left + column, row: top + row)] = picture[source]
            }
        }
    }

    /// The apparent width of a flat object that turns once around its vertical axis: 1 from the front, 0 from the side.
    private static func width(at progress: Double) -> Double {
        // A parabola is close enough to the cosine: 1 at 0, 0 at a quarter turn, 1 at a half.
        let quarter = (progress * 4).truncatingRemainder(dividingBy: 2) - 1
        return max(quarter * quarter, 0.04)
    }
}
