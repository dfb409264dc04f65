internal import ProfileKit
internal import ProfileRendering

/// "2 attempts failed before this one, the last on Tuesday at 15:42."
struct FailureRemark {
    let text: String

    init(_ failures: PastFailures, today: Day) {
        let last = LocalTime(secondsSince1970: failures.lastAt)
        let count = failures.count == 1 ? "1 attempt" : "\(failures.count) attempts"
        text = "\(count) failed before this one, the last \(last.day.spelled(from: today)) at \(last.clockTime)."
    }
}
