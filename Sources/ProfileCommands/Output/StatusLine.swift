internal import ProfileKit
internal import ProfileRendering

/// The status of a store's accounts as one short line for a status bar: "unlocked until 15:42, draft", "locked, wait
/// 5 min", "1 of 3 unlocked", "no store". Failed attempts beside a session show by their wait too.
struct StatusLine {
    let text: String

    /// - Parameter statuses: those of all accounts; none without a store.
    init(_ statuses: [GateStatus], clock: any MachineClock) {
        let draft = statuses.contains(where: \.hasDraft) ? ", draft" : ""
        switch statuses.count {
        case 0: text = "no store"
        case 1: text = Self.text(of: statuses[0], clock: clock) + draft
        default: text = "\(statuses.count { $0.session != nil }) of \(statuses.count) unlocked" + draft
        }
    }

    private static func text(of status: GateStatus, clock: any MachineClock) -> String {
        let wait = status.retryAfter > .zero ? ", wait \(status.retryAfter.inWords)" : ""
        if let session = status.session {
            let end = SessionEnd(session, clock: clock).short(from: Day(localTo: clock.wallTime))
            return "unlocked until \(end)\(wait)"
        }
        return status.problem != nil ? "locked, no attempt possible" : "locked" + wait
    }
}
