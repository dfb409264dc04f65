internal import ProfileRendering

/// A move through a list, by the keys of pagers and of vi, or by the wheel.
struct ListStep: Hashable, Sendable {
    private enum Target: Hashable {
        case by(Int)
        case first, last
    }

    private let target: Target

    /// - Parameter page: the lines that PgUp and PgDn move by.
    /// - Returns: `nil` for every other key.
    init?(_ key: Key, page: Int) {
        switch key {
        case .up, .character("k"): target = .by(-1)
        case .down, .character("j"): target = .by(1)
        case .wheelUp: target = .by(-3)
        case .wheelDown: target = .by(3)
        case .pageUp, .control("b"): target = .by(-page)
        case .pageDown, .control("f"): target = .by(page)
        case .control("u"): target = .by(-max(page / 2, 1))
        case .control("d"): target = .by(max(page / 2, 1))
        case .home, .character("g"): target = .first
        case .end, .character("G"): target = .last
        default: return nil
        }
    }

    /// The index after the move; 0 in an empty list.
    func moved(from index: Int, of count: Int) -> Int {
        switch target {
        case .by(let steps): max(0, min(index + steps, count - 1))
        case .first: 0
        case .last: max(0, count - 1)
        }
    }
}

/// The first visible line of a text or list, limited so that the window is filled if possible.
struct ScrollPosition: Hashable, Sendable {
    private(set) var top = 0

    /// Moves by lines.
    mutating func move(by lines: Int, height: Int, of total: Int) {
        top = Self.clamped(top + lines, height: height, of: total)
    }

    /// Handles a key.
    ///
    /// - Returns: whether it is one that scrolls.
    mutating func press(_ key: Key, height: Int, of total: Int) -> Bool {
        guard let step = ListStep(key, page: height) else { return false }
        let top = top(height: height, of: total)
        move(by: step.moved(from: top, of: total) - top, height: height, of: total)
        return true
    }

    /// Scrolls as little as needed to show some lines; the first of them if not all fit.
    mutating func show(_ lines: Range<Int>, height: Int, of total: Int) {
        top = max(top, lines.upperBound - height)
        top = min(top, lines.lowerBound)
        top = Self.clamped(top, height: height, of: total)
    }

    /// The first visible line in a window of a height.
    func top(height: Int, of total: Int) -> Int { Self.clamped(top, height: height, of: total) }

    private static func clamped(_ top: Int, height: Int, of total: Int) -> Int {
        max(0, min(top, total - height))
    }
}

/// A mark on the right edge that shows the position of the visible lines; nothing if all are visible.
struct ScrollBar {
    let top: Int
    let height: Int
    let total: Int

    func draw(on canvas: inout Canvas, row: Int, column: Int? = nil) {
        guard total > height, height > 0 else { return }
        let length = max(1, height * height / total)
        let first = top * (height - length) / (total - height)
        for line in first..<first + length {
            canvas.write("▐", column: column ?? canvas.size.columns - 1, row: row + line, style: .faint)
        }
    }
}
