/// A moment on the app's clock.
struct Moment: Hashable, Comparable, Sendable {
    let sinceStart: Duration

    /// The app's start.
    static let zero = Moment(sinceStart: .zero)

    static func < (first: Moment, second: Moment) -> Bool { first.sinceStart < second.sinceStart }

    static func + (moment: Moment, length: Duration) -> Moment {
        Moment(sinceStart: moment.sinceStart + length)
    }

    static func += (moment: inout Moment, length: Duration) { moment = moment + length }

    static func - (moment: Moment, length: Duration) -> Moment {
        Moment(sinceStart: moment.sinceStart - length)
    }

    /// The time between two moments.
    static func - (later: Moment, earlier: Moment) -> Duration { later.sinceStart - earlier.sinceStart }
}
