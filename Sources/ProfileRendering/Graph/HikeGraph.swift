public import ProfileModel

/// A measure of a hike along the track, drawn as in Landmarks: a capsule for each stretch, from the
/// lowest to the highest value.
///
/// It has no size: ``draw(on:in:depth:)`` draws it into terminal cells.
public struct HikeGraph: Hashable, Sendable {
    public struct Capsule: Hashable, Sendable {
        /// Kilometres from the start of the hike; a count of stretches when ``HikeGraph/distance`` is `nil`.
        public let start: Double
        public let end: Double
        /// The range in the measure's own unit: metres, beats per minute, seconds per kilometre.
        public let range: ClosedRange<Double>
    }

    public let measure: GraphMeasure
    public let units: Units
    /// The hike's name.
    public let name: String
    /// The stretches for which the measure is known.
    public let capsules: [Capsule]
    /// The number of all stretches, including those for which it is unknown.
    public let stretches: Int
    /// The distance that the graph's width covers, in kilometres; `nil` when the stretches have no distances.
    public let distance: Double?
    /// The range of values that the graph's height covers; `nil` when nothing was recorded.
    public let values: ClosedRange<Double>?

    public init(_ hike: Hike, measure: GraphMeasure, units: Units) {
        (self.measure, self.units, name) = (measure, units, hike.name)
        let observations = hike.observations.filter { $0.distanceFromStart.isFinite }
            .sorted { $0.distanceFromStart < $1.distanceFromStart }
        // The stretches are those of the recording, whatever distance the owner has entered since.
        let isEntered = hike.declared.contains(.enteredDistance)
        let edges = Self.edges(of: observations, distance: isEntered ? 0 : hike.distance)
        (stretches, distance) = (observations.count, edges.distance)
        capsules = observations.enumerated().compactMap { index, observation in
            measure.range(of: observation).map {
                Capsule(start: edges.starts[index], end: edges.starts[index + 1], range: $0)
            }
        }
        values = Self.axis(over: capsules, of: measure)
    }

    /// The lowest and highest values: "405 to 412 m over 9.6 km"; without any, the sentence that says so.
    public var summary: String {
        guard let lowest = capsules.map(\.range.lowerBound).min(), let highest = capsules.map(\.range.upperBound).max()
        else { return measure.nothingRecorded }
        let over = distance.map { " over \(units.distance(kilometres: $0))" } ?? ""
        return measure.label(lowest...highest, units: units) + over
    }

    /// The start of each stretch, followed by the end of the last one.
    private static func edges(
        of observations: [HikeObservation], distance: Double
    ) -> (starts: [Double], distance: Double?) {
        let starts = observations.map { max($0.distanceFromStart, 0) }
        guard let last = starts.last else { return ([0], nil) }
        // Without a length of the hike, the last stretch is taken to be as long as the one before it.
        let step = starts.count > 1 ? last - starts[starts.count - 2] : 0
        let end = max(last + step, distance.isFinite ? distance : 0)
        guard end > 0, end.isFinite else { return ((0...starts.count).map(Double.init), nil) }
        return (starts + [distance > last ? distance : end], distance > last ? distance : end)
    }

    /// The range of values that the height covers: of a pace without the fastest and the slowest twentieth, since rests
    /// would leave little of the height for the walking.
    private static func axis(over capsules: [Capsule], of measure: GraphMeasure) -> ClosedRange<Double>? {
        guard !capsules.isEmpty else { return nil }
        let left = measure == .pace ? (capsules.count - 1) / 20 : 0
        let lowest = capsules.map(\.range.lowerBound).sorted()[left]
        let highest = capsules.map(\.range.upperBound).sorted()[capsules.count - 1 - left]
        let missing = max(measure.leastSpan - (highest - lowest), 0) / 2
        return lowest - missing...highest + missing
    }

    /// The relative height of a value in the graph: 0 at the lower edge, 1 at the upper one, also beyond them.
    func height(of value: Double) -> Double {
        guard let values else { return 0 }
        let part = min(max((value - values.lowerBound) / (values.upperBound - values.lowerBound), 0), 1)
        return measure.isInverted ? 1 - part : part
    }

    /// The relative heights between which a range is drawn.
    func heights(of range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (first, second) = (height(of: range.lowerBound), height(of: range.upperBound))
        return min(first, second)...max(first, second)
    }

    /// The extent of the graph's width, in the unit of the capsules' starts.
    var length: Double { distance ?? Double(stretches) }
}
