/// The part of a screen that has the focus. Tab and the arrow keys move it around the ring.
struct FocusRing<Part: Hashable & Sendable>: Hashable, Sendable {
    private let parts: [Part]
    private(set) var current: Part
    /// The parts that can't get the focus by keys now, such as disabled buttons.
    var disabled: Set<Part> = []

    /// - Parameter first: the part that has the focus at first.
    init(_ first: Part, _ others: Part...) {
        parts = [first] + others
        current = first
    }

    /// - Parameters:
    ///   - parts: all parts except the last; may be empty.
    ///   - last: the last part, so that the ring is never empty.
    init(_ parts: [Part], last: Part) {
        self.parts = parts + [last]
        current = parts.first ?? last
    }

    /// Moves the focus to a part, if it is in the ring.
    mutating func focus(_ part: Part) {
        if parts.contains(part) { current = part }
    }

    /// Handles Tab and Down, Shift-Tab and Up.
    ///
    /// - Returns: whether the key moved the focus.
    mutating func update(_ event: Event) -> Bool {
        switch event {
        case .key(.tab), .key(.down): move(by: 1)
        case .key(.backTab), .key(.up): move(by: parts.count - 1)
        default: return false
        }
        return true
    }

    private mutating func move(by step: Int) {
        guard var index = parts.firstIndex(of: current) else { return }
        for _ in parts {
            index = (index + step) % parts.count
            guard disabled.contains(parts[index]) else { break }
        }
        if !disabled.contains(parts[index]) { current = parts[index] }
    }
}
