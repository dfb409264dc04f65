internal import ProfileModel

/// What a hike's graph shows, with Landmarks' three names.
public enum GraphMeasure: String, CaseIterable, Sendable {
    case elevation
    case heartRate = "heart-rate"
    case pace

    public var title: String {
        switch self {
        case .elevation: "Elevation"
        case .heartRate: "Heart Rate"
        case .pace: "Pace"
        }
    }

    /// The colours of its capsules, from the graph's lower edge to the upper one.
    public var colors: (low: Color, high: Color) {
        switch self {
        case .elevation: (Color(0x2F8F83), Color(0x7FD6A8))
        case .heartRate: (Color(0xC23A5B), Color(0xFF8A72))
        case .pace: (Color(0x6A55C9), Color(0xB79BFF))
        }
    }

    /// A sentence for a hike of which this was not recorded.
    public var nothingRecorded: String { "No \(title.lowercased()) was recorded." }

    /// The values that are drawn; what lies beyond is cut off, since it would press all others flat.
    ///
    /// Elevations from the Dead Sea's shore to above Everest in metres, heart rates as hearts beat, and paces
    /// from 1 to 60 minutes a kilometre: who is slower than that stands still.
    var plausible: ClosedRange<Double> {
        switch self {
        case .elevation: -500...9000
        case .heartRate: 20...250
        case .pace: 60...3600
        }
    }

    /// The least that the graph's height stands for, so that what is flat looks flat.
    var leastSpan: Double {
        switch self {
        case .elevation: 10
        case .heartRate: 10
        case .pace: 60
        }
    }

    /// Whether small values stand above large ones: whoever is faster takes fewer minutes.
    public var isInverted: Bool { self == .pace }

    /// The plausible part of what a stretch measured.
    func range(of observation: HikeObservation) -> ClosedRange<Double>? {
        let range =
            switch self {
            case .elevation: observation.elevation
            case .heartRate: observation.heartRate
            case .pace: observation.pace
            }
        guard let range, range.overlaps(plausible) else { return nil }
        return range.clamped(to: plausible)
    }

    /// "412 m", "98 bpm", "13:02 min/km".
    public func label(_ value: Double, units: Units) -> String {
        "\(number(value, units: units)) \(unit(units))"
    }

    /// The same as short as it is read at a cursor: "312 m", "121 bpm", "14:20 /km".
    public func reading(_ value: Double, units: Units) -> String {
        self == .pace ? "\(number(value, units: units)) /\(units == .metric ? "km" : "mi")" : label(value, units: units)
    }

    /// "405 to 412 m".
    public func label(_ range: ClosedRange<Double>, units: Units) -> String {
        let (from, to) = (number(range.lowerBound, units: units), number(range.upperBound, units: units))
        return "\(from == to ? from : "\(from) to \(to)") \(unit(units))"
    }

    private func unit(_ units: Units) -> String {
        switch self {
        case .elevation: units.heightUnit
        case .heartRate: "bpm"
        case .pace: units.paceUnit
        }
    }

    private func number(_ value: Double, units: Units) -> String {
        switch self {
        case .elevation: units.heightFigure(metres: value)
        case .heartRate: value.decimal(0)
        case .pace: units.paceFigure(secondsPerKilometre: value)
        }
    }
}
