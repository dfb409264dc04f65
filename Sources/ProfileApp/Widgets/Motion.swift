internal import ProfileRendering

/// Whether changes are animated.
enum Motion: Hashable, Sendable {
    case full
    /// Everything is in its final place at once, and no ticks are wanted for looks alone.
    case reduced

    /// The duration of one frame of an animation: 30 per second.
    static let frame: Duration = .milliseconds(33)
}

/// The progress of an animation over its time.
struct Movement: Hashable, Sendable {
    let start: Moment
    let length: Duration

    /// The part of the time that is over, from 0 to 1.
    func progress(at now: Moment) -> Double {
        guard length > .zero else { return 1 }
        return min(max((now - start) / length, 0), 1)
    }

    /// The progress, fast at first and slow at the end.
    func easedProgress(at now: Moment) -> Double {
        let left = 1 - progress(at: now)
        return 1 - left * left
    }

    /// How many cells of a way have been covered.
    func cells(of way: Int, at now: Moment) -> Int {
        Int((Double(way) * easedProgress(at: now)).rounded())
    }

    func isOver(at now: Moment) -> Bool { now >= start + length }

    /// The next frame; `nil` when it is over.
    func nextTick(after now: Moment) -> Moment? {
        isOver(at: now) ? nil : min(max(now, start) + Motion.frame, start + length)
    }
}

/// The animation of a sheet that slides up over a screen, and down again when it is closed.
struct SheetMotion: Hashable, Sendable {
    /// The duration in either direction.
    static let length: Duration = .milliseconds(250)

    private let motion: Motion
    private let opening: Movement
    private var closing: Movement?

    init(at now: Moment, _ motion: Motion) {
        self.motion = motion
        opening = Movement(start: now, length: Self.length)
    }

    var isClosing: Bool { closing != nil }

    /// Starts to slide down.
    mutating func close(at now: Moment) {
        if closing == nil { closing = Movement(start: now, length: Self.length) }
    }

    /// Whether it has slid out of sight.
    func hasLeft(at now: Moment) -> Bool {
        closing.map { motion == .reduced || $0.isOver(at: now) } ?? false
    }

    /// How many rows the sheet is below its final place.
    ///
    /// - Parameter rows: the height of the screen.
    func offset(rows: Int, at now: Moment) -> Int {
        if motion == .reduced { return isClosing ? rows : 0 }
        return closing?.cells(of: rows, at: now) ?? rows - opening.cells(of: rows, at: now)
    }

    /// The next frame, or the tick at which the screen is to close; `nil` if nothing moves.
    func nextTick(after now: Moment) -> Moment? {
        // The screen still has to close: another one may have been on top at the end.
        if hasLeft(at: now) { return now }
        return motion == .reduced ? nil : (closing ?? opening).nextTick(after: now)
    }
}

/// The transition from one screen to another: to the left on the way forward, to the right on the way back.
///
/// Both are drawn in full from the first frame on, and only moved.
struct Slide: Hashable, Sendable {
    enum Direction: Hashable, Sendable { case forward, back }

    let direction: Direction
    private let movement: Movement
    static let length: Duration = .milliseconds(300)

    init(_ direction: Direction, at now: Moment) {
        self.direction = direction
        movement = Movement(start: now, length: Self.length)
    }

    func isOver(at now: Moment) -> Bool { movement.isOver(at: now) }
    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }

    /// Draws a frame between the old screen and the new one.
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
        canvas.cursor = new.cursor
    }
}
