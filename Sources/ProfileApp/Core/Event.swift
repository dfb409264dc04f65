internal import ProfileRendering

/// Something that happens to a screen from outside.
enum Event: Hashable, Sendable {
    case key(Key)
    /// Text that was pasted in one go.
    case paste(String)
    /// The mouse's first button went down on a cell.
    case click(CellPoint)
    /// The terminal has another size now. Screens are drawn at any size, so most have nothing to do.
    case resized(CellSize)
    /// A moment that the screen asked for by ``Screen/nextTick(after:)`` has come.
    case tick
}

extension Event {
    /// Whether it is text for a field.
    var isInsertion: Bool {
        switch self {
        case .key(.character): true
        case .paste(let text): !text.isEmpty
        default: false
        }
    }

    /// Whether it is a person's, who doesn't wait for an animation.
    var isSkipping: Bool {
        switch self {
        case .key, .click, .paste: true
        case .tick, .resized: false
        }
    }
}
