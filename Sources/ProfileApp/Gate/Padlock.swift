internal import ProfileRendering

/// The padlock that opens: 🔒 → 🔓, and rays that spread from it.
struct Padlock: Hashable, Sendable {
    private let movement: Movement
    static let length: Duration = .milliseconds(700)
    static let closed = "🔒"
    static let open = "🔓"

    init(openingAt now: Moment) {
        movement = Movement(start: now, length: Self.length)
    }

    /// What is seen at a moment.
    func picture(at now: Moment) -> String {
        let progress = movement.progress(at: now)
        guard progress >= 0.25 else { return Self.closed }
        let count = Int((progress - 0.25) * 4)
        let ray = String(repeating: "·", count: count).map(String.init).joined(separator: " ")
        return count == 0 ? Self.open : "\(ray) \(Self.open) \(ray)"
    }

    func isOver(at now: Moment) -> Bool { movement.isOver(at: now) }
    func nextTick(after now: Moment) -> Moment? { movement.nextTick(after: now) }
}
