/// The units of text output. JSON is always metric.
public enum Units: String, CaseIterable, Sendable {
    case metric, imperial

    public static let kilometresPerMile = 1.609344
    static let metresPerFoot = 0.3048

    /// The distance, such as "4.5 km" or "2.8 mi".
    public func distance(kilometres: Double) -> String {
        "\(distanceFigure(kilometres: kilometres)) \(distanceUnit)"
    }

    /// The distance without its unit: "4.5" kilometres, or "2.8" miles.
    func distanceFigure(kilometres: Double) -> String { lengthInUnits(kilometres: kilometres).decimal(1) }

    /// A distance in kilometres or miles.
    func lengthInUnits(kilometres: Double) -> Double {
        self == .metric ? kilometres : kilometres / Self.kilometresPerMile
    }

    var distanceUnit: String { self == .metric ? "km" : "mi" }

    /// The height, such as "1,234 m" or "4,049 ft".
    public func height(metres: Double) -> String {
        "\(heightFigure(metres: metres)) \(heightUnit)"
    }

    /// The height with one decimal, such as "2.5 m" or "8.2 ft".
    func fineHeight(metres: Double) -> String {
        "\((self == .metric ? metres : metres / Self.metresPerFoot).decimal(1)) \(heightUnit)"
    }

    /// The height without its unit: "1,234" metres or "4,049" feet.
    func heightFigure(metres: Double) -> String { (self == .metric ? metres : metres / Self.metresPerFoot).decimal(0) }

    var heightUnit: String { self == .metric ? "m" : "ft" }

    /// The temperature without its unit, in whole degrees.
    func temperatureFigure(celsius: Double) -> String { (self == .metric ? celsius : celsius * 1.8 + 32).decimal(0) }

    var temperatureUnit: String { self == .metric ? "°C" : "°F" }
}

/// A duration, rounded: "1 h 30 min", "45 min" or "20 s".
public func spelledDuration(seconds: Double) -> String {
    if seconds < 59.5 { return "\(seconds.decimal(0)) s" }
    let minutes = Int(Swift.min((seconds / 60).rounded(), 1e15))
    if minutes < 60 { return "\(minutes) min" }
    let hours = "\(Double(minutes / 60).decimal(0)) h"
    return minutes % 60 == 0 ? hours : "\(hours) \(minutes % 60) min"
}

extension Double {
    /// The number with a fixed number of decimals and a comma between thousands. Numbers from 10¹⁵ are written
    /// unformatted.
    public func decimal(_ places: Int) -> String {
        guard abs(self) < 1e15 else { return "\(self)" }
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((abs(self) * Double(scale)).rounded())
        var whole = String(scaled / scale)
        var grouped = ""
        while whole.count > 3 {
            grouped = "," + String(whole.suffix(3)) + grouped
            whole.removeLast(3)
        }
        let fraction = String(scaled % scale)
        let sign = self < 0 && scaled > 0 ? "-" : ""
        let decimals = places == 0 ? "" : "." + String(repeating: "0", count: places - fraction.count) + fraction
        return sign + whole + grouped + decimals
    }
}

extension Int {
    /// The number with its noun: "1 hike", "1,200 hikes".
    public func counted(_ noun: String) -> String {
        "\(Double(self).decimal(0)) \(noun)\(self == 1 ? "" : "s")"
    }
}

extension Units {
    /// The pace, such as "11:42 min/km" or "18:50 min/mi".
    public func pace(secondsPerKilometre: Double) -> String {
        "\(paceFigure(secondsPerKilometre: secondsPerKilometre)) \(paceUnit)"
    }

    /// The pace without its unit: "11:42" minutes for a kilometre, or "18:50" for a mile.
    func paceFigure(secondsPerKilometre: Double) -> String {
        let seconds = self == .metric ? secondsPerKilometre : secondsPerKilometre * Self.kilometresPerMile
        let whole = Int(max(0, min(seconds.rounded(), 1e15)))
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }

    var paceUnit: String { self == .metric ? "min/km" : "min/mi" }

    /// The speed, such as "4.5 km/h" or "2.8 mph"; with two decimals below a tenth.
    public func speed(kilometresPerHour: Double) -> String {
        let (speed, unit) =
            self == .metric ? (kilometresPerHour, "km/h") : (kilometresPerHour / Self.kilometresPerMile, "mph")
        return "\(speed.decimal(speed < 0.1 ? 2 : 1)) \(unit)"
    }
}

extension Duration {
    /// The duration rounded up to seconds, such as "59 s", "4 min 2 s" or "3 h 59 min".
    public var inWords: String {
        let seconds = wholeSecondsUp
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3600: return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
        default:
            let minutes = seconds % 3600 / 60
            return minutes == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(minutes) min"
        }
    }

    /// The duration in seconds, rounded up.
    public var wholeSecondsUp: Int {
        let (sum, overflows) = components.seconds.addingReportingOverflow(components.attoseconds > 0 ? 1 : 0)
        return Int(overflows ? .max : sum)
    }
}
