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
