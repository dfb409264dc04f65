internal import ProfileKit
internal import ProfileRendering

/// Opens the editor from a screen: reads the draft, then shows it. The draft is requested once, however often the key
/// is pressed.
struct EditorOpening: Hashable, Sendable {
    private var isUnderWay = false

    mutating func open() -> [Effect] {
        guard !isUnderWay else { return [] }
        isUnderWay = true
        return [.request(.draft(.read))]
    }

    /// - Returns: `nil` for replies to other requests.
    mutating func handle(_ reply: Reply, today: Day) -> [Effect]? {
        guard isUnderWay else { return nil }
        switch reply {
        case .draft(let draft, let committed):
            isUnderWay = false
            return [.show(EditorScreen(draft: draft, committed: committed, today: today))]
        case .failed:
            isUnderWay = false
            return nil
        default: return nil
        }
    }
}
