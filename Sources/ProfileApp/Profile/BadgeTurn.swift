internal import ProfileRendering

/// A badge's picture growing from its middle while it turns over once.
struct BadgeTurn: Hashable, Sendable {
    private let movement: Movement?
    /// How long it takes.
    static let length = Duration.milliseconds(700)

    init(at now: Moment, _ motion: Motion) {
        movement = motion == .reduced ? nil : Movement(start: now, length: Self.length)
    }

    func nextTick(after now: Moment) -> Moment? { movement?.nextTick(after: now) }

    /// Draws a picture that was drawn at full size, squeezed as it stands at a moment.
    func draw(_ picture: Canvas, on canvas: inout Canvas, in part: CellRectangle, at now: Moment) {
        let progress = movement?.easedProgress(at: now) ?? 1
        guard progress < 1 else { return canvas.draw(picture, column: part.origin.column, row: part.origin.row) }
        let grown = 0.35 + 0.65 * progress
        let size = CellSize(
            columns: max(1, Int((Double(picture.size.columns) * grown * Self.width(at: progress)).rounded())),
            rows: max(1, Int((Double(picture.size.rows) * grown).rounded())))
        let left = part.origin.column + (picture.size.columns - size.columns) / 2
        let top = part.origin.row + (picture.size.rows - size.rows) / 2
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let source = CellPoint(
                    column: (column * 2 + 1) * picture.size.columns / (size.columns * 2),
                    row: (row * 2 + 1) * picture.size.rows / (size.rows * 2))
                canvas[CellPoint(column: left + column, row: top + row)] = picture[source]
            }
        }
    }

    /// How wide something flat looks that turns once around its height: 1 at the beginning, 0 from the side.
    private static func width(at progress: Double) -> Double {
        // A parabola is near enough to the cosine: 1 at 0, 0 at a quarter, 1 at a half.
        let quarter = (progress * 4).truncatingRemainder(dividingBy: 2) - 1
        return max(quarter * quarter, 0.04)
    }
}
