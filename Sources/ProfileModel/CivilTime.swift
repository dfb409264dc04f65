internal import Glibc

/// The C library's broken-down time as a value: the only place where days and seconds are converted.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour = 0
    package var minute = 0
    package var second = 0
    /// 0 for Sunday; set when created from seconds, ignored when converted to seconds.
    package private(set) var weekday = 0
    /// Seconds east of Greenwich; set when created from seconds, ignored when converted to seconds.
    package private(set) var utcOffset = 0

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// The time in UTC.
    package init(secondsSince1970 seconds: Int) {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        self.init(parts)
    }

    /// The time in the machine's own zone, as set by `TZ` or `/etc/localtime`.
    package init(localSecondsSince1970 seconds: Int) {
        var moment = time_t(seconds)
        var parts = tm()
        tzset()
        localtime_r(&moment, &parts)
        self.init(parts)
    }

    private init(_ parts: tm) {
        self.init(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
        weekday = Int(parts.tm_wday)
        utcOffset = Int(parts.tm_gmtoff)
    }

    /// The instant at which a UTC clock shows this time; out-of-range components carry over.
    package var secondsSince1970: Int {
        var parts = tm()
        parts.tm_year = Int32(clamping: year - 1900)
        parts.tm_mon = Int32(clamping: month - 1)
        parts.tm_mday = Int32(clamping: day)
        parts.tm_hour = Int32(clamping: hour)
        parts.tm_min = Int32(clamping: minute)
        parts.tm_sec = Int32(clamping: second)
        return Int(timegm(&parts))
    }
}

extension Day {
    /// The day of a civil time; 1 January 1970 when its year is outside 1 to 9999.
    package init(_ time: CivilTime) {
        self = Day(checkedYear: time.year, month: time.month, day: time.day) ?? Day(year: 1970, month: 1, day: 1)
    }

    /// The day on this machine's clock at an instant, in seconds since 1970.
    public init(localTo secondsSince1970: Int) {
        self.init(CivilTime(localSecondsSince1970: secondsSince1970))
    }
}

/// A day and a time of day, usually in this machine's zone.
public struct LocalTime: Hashable, Sendable {
    public let day: Day
    private let hour: Int
    private let minute: Int

    /// Creates the local time of an instant.
    public init(secondsSince1970 seconds: Int) {
        self.init(CivilTime(localSecondsSince1970: seconds))
    }

    init(_ civil: CivilTime) {
        (day, hour, minute) = (Day(civil), civil.hour, civil.minute)
    }

    /// The time as "15:42".
    public var clockTime: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }
}
