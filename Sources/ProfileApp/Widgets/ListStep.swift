/// A move through a list, by the keys that lists have: arrows, `j` and `k`, pages, ends, the wheel.
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

    /// The place that it leads to in a list of some length; 0 in an empty one.
    func moved(from place: Int, of count: Int) -> Int {
        switch target {
        case .by(let steps): max(0, min(place + steps, count - 1))
        case .first: 0
        case .last: max(0, count - 1)
        }
    }
}
