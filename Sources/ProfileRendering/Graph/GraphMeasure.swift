internal import ProfileModel

/// The measures that a hike's graph can show: those of Landmarks, with its names, and those of further sensors.
public enum GraphMeasure: String, CaseIterable, Sendable {
    case elevation
    case heartRate = "heart-rate"
    case pace
    case cadence
    case temperature

    /// The measures of Landmarks, which are offered for every hike; the others only where they were recorded.
    public static let common: [GraphMeasure] = [.elevation, .heartRate, .pace]

    public var title: String {
        switch self {
        case .elevation: "Elevation"
        case .heartRate: "Heart Rate"
        case .pace: "Pace"
        case .cadence: "Cadence"
        case .temperature: "Temperature"
        }
    }

    /// The colours of its capsules, from the graph's lower edge to the upper one.
    public var colors: (low: Color, high: Color) {
        switch self {
        case .elevation: (Color(0x2F8F83), Color(0x7FD6A8))
        case .heartRate: (Color(0xC23A5B), Color(0xFF8A72))
        case .pace: (Color(0x6A55C9), Color(0xB79BFF))
        case .cadence: (Color(0x9A6A14), Color(0xF0C25A))
        case .temperature: (Color(0x2B74B8), Color(0x8CC8FF))
        }
    }

    /// The sentence for a hike without recorded values of this measure.
    public var nothingRecorded: String { "No \(title.lowercased()) was recorded." }

    /// The range of values that are drawn. Others are cut off, since they would flatten the rest of the graph.
    ///
    /// Elevations in metres from the shore of the Dead Sea to above Everest, heart rates in beats per minute, and paces
    /// from 1 to 60 minutes per kilometre: anything slower is standing still. Cadences and temperatures are those that
    /// recordings keep.
    var plausible: ClosedRange<Double> {
        switch self {
        case .elevation: -500...9000
        case .heartRate: 20...250
        case .pace: 60...3600
        case .cadence: Channel.cadence.plausible
        case .temperature: Channel.temperature.plausible
        }
    }

    /// The smallest range for the graph's height, so that flat terrain looks flat.
    var leastSpan: Double {
        switch self {
        case .elevation: 10
        case .heartRate, .cadence: 10
        case .temperature: 5
        case .pace: 60
        }
    }

    /// Whether small values are drawn above large ones: a faster pace takes fewer minutes.
    public var isInverted: Bool { self == .pace }

    /// The plausible part of an observation's range.
    func range(of observation: HikeObservation) -> ClosedRange<Double>? {
        let range =
            switch self {
            case .elevation: observation.elevation
            case .heartRate: observation.heartRate
            case .pace: observation.pace
            case .cadence: observation.cadence
            case .temperature: observation.temperature
            }
        guard let range, range.overlaps(plausible) else { return nil }
        return range.clamped(to: plausible)
    }

    /// The value with its unit: "412 m", "98 bpm", "13:02 min/km".
    public func label(_ value: Double, units: Units) -> String {
        "\(number(value, units: units)) \(unit(units))"
    }

    /// The value in short form, for a reading at a cursor: "312 m", "121 bpm", "14:20 /km".
    public func reading(_ value: Double, units: Units) -> String {
        self == .pace ? "\(number(value, units: units)) /\(units == .metric ? "km" : "mi")" : label(value, units: units)
    }

    /// The range with its unit: "405 to 412 m".
    public func label(_ range: ClosedRange<Double>, units: Units) -> String {
        let (from, to) = (number(range.lowerBound, units: units), number(range.upperBound, units: units))
        return "\(from == to ? from : "\(from) to \(to)") \(unit(units))"
    }

    func unit(_ units: Units) -> String {
        switch self {
        case .elevation: units.heightUnit
        case .heartRate: "bpm"
        case .pace: units.paceUnit
        case .cadence: "/min"
        case .temperature: units.temperatureUnit
        }
    }

    func number(_ value: Double, units: Units) -> String {
        switch self {
        case .elevation: units.heightFigure(metres: value)
        case .heartRate, .cadence: value.decimal(0)
        case .temperature: units.temperatureFigure(celsius: value)
        case .pace: units.paceFigure(secondsPerKilometre: value)
        }
    }
}
