/// Which lines of something long are seen: the first of them, kept so that the window is full when it can be.
struct ScrollPosition: Hashable, Sendable {
    private(set) var top = 0

    /// Moves by lines.
    mutating func move(by lines: Int, height: Int, of total: Int) {
        top = Self.clamped(top + lines, height: height, of: total)
    }

    /// Moves as little as it takes to show some lines; their first ones where they are more than fit.
    mutating func show(_ lines: Range<Int>, height: Int, of total: Int) {
        top = max(top, lines.upperBound - height)
        top = min(top, lines.lowerBound)
        top = Self.clamped(top, height: height, of: total)
    }

    /// The first line seen through a window of a height.
    func top(height: Int, of total: Int) -> Int { Self.clamped(top, height: height, of: total) }

    private static func clamped(_ top: Int, height: Int, of total: Int) -> Int {
        max(0, min(top, total - height))
    }
}
