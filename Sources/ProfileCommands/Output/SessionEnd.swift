internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// The end of a session on the wall clock, computed from the time left, since session deadlines are on the boot clock.
struct SessionEnd {
    private let seconds: Int

    init(_ session: GateSession, clock: any MachineClock) {
        let left = Int(session.timeLeft(at: clock.bootInstant).components.seconds)
        let (sum, overflows) = clock.wallTime.secondsSince1970.addingReportingOverflow(left)
        seconds = overflows ? .max : sum
    }

    /// The time as "2026-11-21T15:42:00Z".
    var iso8601: String? { Timestamp(secondsSince1970: Double(seconds))?.description }

    /// The time in this machine's zone, as "15:42"; with the day if it isn't today: "00:42 tomorrow", "00:42 on 2026-11-25".
    func short(from today: Day) -> String {
        let time = LocalTime(secondsSince1970: seconds)
        switch today.days(until: time.day) {
        case 0: return time.clockTime
        case 1: return "\(time.clockTime) tomorrow"
        default: return "\(time.clockTime) on \(time.day)"
        }
    }

    /// The time in this machine's zone, as "15:42"; with the day if it isn't today: "00:42 tomorrow, Sunday 22 November
    /// 2026".
    func spelled(from today: Day) -> String {
        let time = LocalTime(secondsSince1970: seconds)
        guard time.day != today else { return time.clockTime }
        let tomorrow = today.days(until: time.day) == 1 ? "tomorrow, " : ""
        return "\(time.clockTime) \(tomorrow)\(time.day.weekdayName) \(time.day.spelled)"
    }
}
