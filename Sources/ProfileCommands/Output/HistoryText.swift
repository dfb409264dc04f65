internal import ProfileKit
internal import ProfileRendering

/// The history with one line per commit: "4  2026-11-21 15:42  season winter → spring". The oldest entry lists no
/// changes: it created the profile, or is where a limited history begins.
struct HistoryText {
    let lines: [String]

    /// - Parameter columns: the width of a line in cells; longer lists of changes are wrapped.
    init(_ history: [ProfileHistoryEntry], width columns: Int = 80) {
        let width = history.map { String($0.revision).count }.max() ?? 0
        lines = history.flatMap { entry in
            let number = String(entry.revision)
            let at = LocalTime(entry.at)
            let space = String(repeating: " ", count: width - number.count)
            let head = "\(space)\(number)  \(at.day) \(at.clockTime)  "
            return "\(head)\(entry.text().terminalSafe)".wordWrapped(to: columns, indent: head.cells)
        }
    }
}
