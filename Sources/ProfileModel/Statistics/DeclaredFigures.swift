/// The recording device's own figures for the whole outing. They may be measured with more than the points contain,
/// such as a barometer or a foot pod.
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
    /// Seconds that the device's timer ran: everything except the pauses made on the device.
    public var timer: Double?
    public var heartRate: HeartRate?

    public init() {}

    /// The figures without the physically impossible ones.
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

/// A figure that was declared by the device or entered by the owner. Figures not listed were computed from the points.
public enum DeclaredFigure: String, CaseIterable, Codable, Hashable, Sendable {
    case distance, ascent, descent, duration, movingTime
    /// The moving time, taken from the time that the device's timer ran.
    case timer
    case heartRate
    /// The distance, as its owner entered it.
    case enteredDistance
}
