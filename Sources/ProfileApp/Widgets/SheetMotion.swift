internal import ProfileRendering

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
