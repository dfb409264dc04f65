internal import ProfileKit
internal import ProfileRendering

/// "4  2026-11-21 15:42  season winter → spring", a line a commit. The oldest has no changes to tell: it made the profile,
/// or is where a bounded history begins.
struct HistoryText {
    let lines: [String]

    /// - Parameter columns: how many cells a line has; changes that need more go on below.
    init(_ history: [ProfileHistoryEntry], width columns: Int = 80) {
        let width = history.map { String($0.revision).count }.max() ?? 0
        lines = history.flatMap { entry in
            let number = String(entry.revision)
            let at = LocalTime(secondsSince1970: entry.at)
            let beginning = entry.revision == 1 ? "made" : "older ones are not kept"
            let changes = entry.changes.isEmpty ? beginning : entry.changes.map(\.text).joined(separator: ", ")
            let space = String(repeating: " ", count: width - number.count)
            let head = "\(space)\(number)  \(at.day) \(at.clockTime)  "
            return "\(head)\(changes.terminalSafe)".wordWrapped(to: columns, indent: head.cells)
        }
    }
}
