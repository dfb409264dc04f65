/// A measurement beside heart rate that some recorders make at each point.
public enum Channel: Int, CaseIterable, Hashable, Sendable {
    /// Steps or turns of the crank per minute; of a runner, those of one foot in most sources.
    case cadence = 1
    /// Degrees Celsius.
    case temperature = 2
    /// Watts.
    case power = 3

    /// The plausible values; others count as not measured. Standing still has a cadence and a power of 0.
    public var plausible: ClosedRange<Double> {
        switch self {
        case .cadence: 0...500
        case .temperature: -90...90
        case .power: 0...3000
        }
    }
}

/// The channels of a point, each in tenths of its unit, which is finer than any measurement.
///
/// Each takes two bytes, so that a point with them takes up no more memory than one without.
public struct ChannelValues: Hashable, Sendable {
    private var cadence = Self.unknown
    private var temperature = Self.unknown
    private var power = Self.unknown

    private static let unknown = Int16.min
    /// Units per unit of a channel.
    static let units = 10.0

    /// Creates the values of a point at which nothing was measured.
    public init() {}

    /// The value of a channel; `nil` where not measured. A value that isn't plausible becomes `nil`.
    public subscript(channel: Channel) -> Double? {
        get {
            let tenths =
                switch channel {
                case .cadence: cadence
                case .temperature: temperature
                case .power: power
                }
            return tenths == Self.unknown ? nil : Double(tenths) / Self.units
        }
        set {
            let value = newValue.flatMap { channel.plausible.contains($0) ? $0 : nil }
            let tenths = value.map { Int16(($0 * Self.units).rounded()) } ?? Self.unknown
            switch channel {
            case .cadence: cadence = tenths
            case .temperature: temperature = tenths
            case .power: power = tenths
            }
        }
    }

    /// Whether nothing was measured.
    public var isEmpty: Bool { self == ChannelValues() }
}

extension TrackPoint {
    /// Steps or turns of the crank per minute; `nil` where not measured.
    public var cadence: Double? { channels[.cadence] }
    /// Degrees Celsius; `nil` where not measured.
    public var temperature: Double? { channels[.temperature] }
    /// Watts; `nil` where not measured.
    public var power: Double? { channels[.power] }
}

extension Recording {
    /// The channels that at least one point has, in their order.
    public var channels: [Channel] { segments.lazy.joined().channels }
}

extension Sequence<TrackPoint> {
    /// The channels that at least one point has, in their order.
    var channels: [Channel] {
        guard contains(where: { !$0.channels.isEmpty }) else { return [] }
        return Channel.allCases.filter { channel in contains { $0.channels[channel] != nil } }
    }
}
