public import ProfileModel

/// A moment on the clock of this machine's zone.
public struct LocalTime: Hashable, Sendable {
    public let day: Day
    private let hour: Int
    private let minute: Int

    public init(secondsSince1970 seconds: Int) {
        let civil = CivilTime(localSecondsSince1970: seconds)
        (day, hour, minute) = (Day(civil), civil.hour, civil.minute)
    }

    /// "15:42".
    public var clockTime: String { Self.twoDigits(hour) + ":" + Self.twoDigits(minute) }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
