internal import ProfileKit
internal import ProfileRendering

/// The way into the editor from a screen: the draft is read, and then shown. It is asked for once, however often a key
/// is pressed.
struct EditorOpening: Hashable, Sendable {
    private var isUnderWay = false

    mutating func open() -> [Effect] {
        guard !isUnderWay else { return [] }
        isUnderWay = true
        return [.request(.readDraft)]
    }

    /// - Returns: `nil` for a reply that is none to this.
    mutating func take(_ reply: Reply, today: Day, size: CellSize) -> [Effect]? {
        guard isUnderWay else { return nil }
        switch reply {
        case .draft(let draft, let committed):
            isUnderWay = false
            return [.show(EditorScreen(draft: draft, committed: committed, today: today, size: size))]
        case .failed:
            isUnderWay = false
            return nil
        default: return nil
        }
    }
}
