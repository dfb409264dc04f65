internal import ProfileRendering

/// The limits of the open store's session, as they were when it was read: others may prolong it, or end it.
struct SessionView: Hashable, Sendable {
    private let end: Moment
    private let idleLimit: Duration
    /// When the end is to be announced; `nil` if it was, or if the session begins with little time left.
    var warning: Moment?

    /// How long before the end it is announced.
    private static let notice = Duration.seconds(60)

    init(_ facts: SessionStatus, at now: Moment) {
        (end, idleLimit) = (now + facts.left, facts.idleLimit)
        warning = facts.left > Self.notice ? end - Self.notice : nil
    }

    /// Why a session is over, as far as its limits tell.
    ///
    /// - Parameter lastUse: when it was used here for the last time.
    static func reason(of session: SessionView?, lastUse: Moment, at now: Moment) -> String {
        guard let session else { return "The session has ended, or was locked elsewhere." }
        // The limits were read a moment before.
        let now = now + .seconds(1)
        if now >= session.end { return "The session's time is over, or it was locked elsewhere." }
        // A use moves the end only if that gains a tenth of the limit.
        guard now >= lastUse + session.idleLimit - session.idleLimit / 10 else {
            return "The session was ended elsewhere."
        }
        return "The session ended after \(session.idleLimit.inWords) without use, or was locked elsewhere."
    }
}
