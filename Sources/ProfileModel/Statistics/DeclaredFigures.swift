/// What the recording device says of the whole outing, beside its points: figures that were measured with more than the
/// points tell, such as a barometer or a sensor at the foot.
public struct DeclaredFigures: Hashable, Sendable {
    /// Kilometres.
    public var distance: Double?
    /// Metres up and down.
    public var ascent: Double?
    public var descent: Double?
    /// Seconds from the start to the end.
    public var duration: Double?
    /// Seconds in motion.
    public var movingTime: Double?
    /// Seconds that the device's timer ran: all but the pauses that were made at the device.
    public var timer: Double?
    public var heartRate: HeartRate?

    public init() {}

    /// The figures without those that no device can have measured.
    public var possible: DeclaredFigures {
        var possible = self
        func keep(_ figure: WritableKeyPath<DeclaredFigures, Double?>, _ range: ClosedRange<Double>) {
            possible[keyPath: figure] = self[keyPath: figure].flatMap { range.contains($0) ? $0 : nil }
        }
        keep(\.distance, HikeHeader.distances)
        for climb in [\.ascent, \.descent] as [WritableKeyPath<DeclaredFigures, Double?>] { keep(climb, 0...1e6) }
        for time in [\.duration, \.movingTime, \.timer] as [WritableKeyPath<DeclaredFigures, Double?>] {
            keep(time, 0...1e9)
        }
        if let rate = heartRate {
            let isPossible = [rate.min, rate.average, rate.max].allSatisfy(TrackPoint.heartRates.contains)
            possible.heartRate = isPossible && rate.min <= rate.max ? rate : nil
        }
        return possible
    }

    public var isEmpty: Bool { self == DeclaredFigures() }
}

/// A figure of a hike that its device declared; what a list of them leaves out was worked out from the points.
public enum DeclaredFigure: String, CaseIterable, Codable, Hashable, Sendable {
    case distance, ascent, descent, duration, movingTime
    /// The moving time is the time that the device's timer ran.
    case timer
    case heartRate
}
