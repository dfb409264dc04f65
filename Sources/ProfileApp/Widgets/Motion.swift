internal import ProfileRendering

/// Whether things move.
enum Motion: Hashable, Sendable {
    case full
    /// Everything stands where it ends at once, and nothing ticks for the sake of looks.
    case reduced

    /// How long a picture of an animation stands: 30 a second.
    static let frame: Duration = .milliseconds(33)
}

/// Something that moves from a moment on for a while.
struct Movement: Hashable, Sendable {
    let start: Moment
    let length: Duration

    /// How much of it is over, from 0 to 1.
    func progress(at now: Moment) -> Double {
        guard length > .zero else { return 1 }
        return min(max((now - start) / length, 0), 1)
    }

    /// The same, fast at first and slow at the end.
    func easedProgress(at now: Moment) -> Double {
        let left = 1 - progress(at: now)
        return 1 - left * left
    }

    /// How many cells of a way are behind it.
    func cells(of way: Int, at now: Moment) -> Int {
        Int((Double(way) * easedProgress(at: now)).rounded())
    }

    func isOver(at now: Moment) -> Bool { now >= start + length }

    /// The next frame; `nil` when it is over.
    func nextTick(after now: Moment) -> Moment? {
        isOver(at: now) ? nil : min(max(now, start) + Motion.frame, start + length)
    }
}

/// A sheet that slides up over a screen, and down again when it is closed.
struct SheetMotion: Hashable, Sendable {
    /// How long it slides either way.
    static let length: Duration = .milliseconds(250)

    private let motion: Motion
    private let opening: Movement
    private var closing: Movement?

    init(at now: Moment, _ motion: Motion) {
        self.motion = motion
        opening = Movement(start: now, length: Self.length)
    }

    var isClosing: Bool { closing != nil }

    /// Begins to slide down.
    mutating func close(at now: Moment) {
        if closing == nil { closing = Movement(start: now, length: Self.length) }
    }

    /// Whether it has left.
    func hasLeft(at now: Moment) -> Bool {
        closing.map { motion == .reduced || $0.isOver(at: now) } ?? false
    }

    /// By how many of a screen's rows the sheet stands below its place.
    func offset(rows: Int, at now: Moment) -> Int {
        if motion == .reduced { return isClosing ? rows : 0 }
        return closing?.cells(of: rows, at: now) ?? rows - opening.cells(of: rows, at: now)
    }

    /// The next moment at which the picture differs, as ``Screen/nextTick(after:)`` gives it.
    func nextTick(after now: Moment) -> Moment? {
        // It has left, and nobody was told yet: another screen may have been shown at that moment.
        if hasLeft(at: now) { return now }
        return motion == .reduced ? nil : (closing ?? opening).nextTick(after: now)
    }
}

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
