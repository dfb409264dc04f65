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
