/// A lap: a part of an outing that its recording device, or the hiker, ended by itself.
public struct Lap: Hashable, Sendable {
    /// When it began.
    public var startTime: Timestamp?
    /// Kilometres.
    public var distance: Double?
    /// Seconds.
    public var duration: Double?
    /// Metres up.
    public var ascent: Double?
    /// Beats per minute, on average.
    public var heartRate: Double?
    /// The lap's name; empty if it has none.
    public var name: String

    public init(
        startTime: Timestamp? = nil, distance: Double? = nil, duration: Double? = nil, ascent: Double? = nil,
        heartRate: Double? = nil, name: String = ""
    ) {
        (self.startTime, self.distance, self.duration) = (startTime, distance, duration)
        (self.ascent, self.heartRate, self.name) = (ascent, heartRate, name)
    }

    /// The lap's numbers, of which none is negative.
    package var figures: [Double?] { [distance, duration, ascent, heartRate] }
}
