internal import ProfileKit
internal import ProfileRendering

/// What is said of a saved draft that waits: "A draft from Tuesday is waiting: season winter → spring".
///
/// There is nothing to say of a draft that changes nothing.
struct DraftNotice: Hashable, Sendable {
    let text: String

    init?(_ draft: Draft?, today: Day) {
        guard let draft, !draft.changes.isEmpty else { return nil }
        let day = draft.savedAt.map { Day(localTo: $0).spelled(from: today) } ?? "an unknown day"
        text = "A draft from \(day) is waiting: " + draft.changes.map(\.text).joined(separator: ", ")
    }
}
