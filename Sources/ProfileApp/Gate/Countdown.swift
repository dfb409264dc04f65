internal import ProfileRendering

/// The remaining time of a wait: shown in seconds within the last hour, in minutes before.
struct Countdown: Hashable, Sendable {
    let end: Moment

    func text(at now: Moment) -> String {
        max(end - now, .zero).inWords
    }

    /// When the text changes next, or the wait ends.
    func nextTick(after now: Moment) -> Moment {
        let seconds = max(end - now, .zero).wholeSecondsUp
        guard seconds > 0 else { return end }
        // From an hour on, ``Duration/inWords`` shows no seconds.
        let step = seconds > 3600 ? seconds % 60 + 1 : 1
        return end - .seconds(seconds - step)
    }
}
