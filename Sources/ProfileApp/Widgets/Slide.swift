internal import ProfileRendering

/// One screen making way for another: to the left on the way forward, to the right on the way back.
///
/// Both are drawn as they stand, from the first frame on, and only moved.
struct Slide: Hashable, Sendable {
    enum Direction: Hashable, Sendable { case forward, back }

    let direction: Direction
    private let movement: Movement
    /// How long it takes.
    static let length: Duration = .milliseconds(300)

    init(_ direction: Direction, at now: Moment) {
        self.direction = direction
        movement = Movement(start: now, length: Self.length)
    }

    func isOver(at now: Moment) -> Bool { movement.isOver(at: now) }
    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }

    /// Draws the picture between the old screen and the new one.
    func draw(from old: Canvas, to new: Canvas, on canvas: inout Canvas, at now: Moment) {
        let columns = canvas.size.columns
        let moved = movement.cells(of: columns, at: now)
        switch direction {
        case .forward:
            canvas.drawMoved(old, columns: -moved, rows: 0)
            canvas.drawMoved(new, columns: columns - moved, rows: 0)
        case .back:
            canvas.drawMoved(old, columns: moved, rows: 0)
            canvas.drawMoved(new, columns: moved - columns, rows: 0)
        }
        canvas.cursor = nil
    }
}
