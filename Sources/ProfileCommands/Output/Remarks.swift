internal import ProfileKit
internal import ProfileRendering

/// "A draft from Tuesday is waiting: season winter → spring. (profile diff)"
struct DraftRemark {
    let text: String

    init(_ draft: Draft, today: Day) {
        let day = draft.savedAt.map { Day(localTo: $0).spelled(from: today) } ?? "an unknown day"
        let changes = draft.changes.map(\.text).joined(separator: ", ")
        text = "A draft from \(day) is waiting: \(changes.isEmpty ? "no changes" : changes). (profile diff)"
    }
}

/// "2 attempts failed before this one, the last on Tuesday at 15:42."
struct FailureRemark {
    let text: String

    init(_ failures: PastFailures, today: Day) {
        let last = LocalTime(secondsSince1970: failures.lastAt)
        let count = failures.count == 1 ? "1 attempt" : "\(failures.count) attempts"
        text = "\(count) failed before this one, the last \(last.day.spelled(from: today)) at \(last.clockTime)."
    }
}
