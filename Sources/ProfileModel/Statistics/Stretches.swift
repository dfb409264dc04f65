/// A track divided into stretches of equal length, like the hikes of Landmarks.
struct Stretches {
    private let track: WalkedTrack
    private let profile: ElevationProfile
    private let steps: [ClockedStep]
    /// The length in metres.
    private let length: Double
    private let count: Int

    /// Maximum number of stretches. Graphs are no wider.
    static let most = 200
    /// The number of parts whose paces give a stretch's range of paces.
    private static let parts = 4

    init(of track: WalkedTrack, _ profile: ElevationProfile, _ steps: [ClockedStep]) {
        (self.track, self.profile, self.steps) = (track, profile, steps)
        // 100 m, 200 m, 500 m, 1 km and so on: the shortest length that doesn't exceed the maximum number of stretches.
        var (length, factors) = (100.0, [2, 2.5, 2])
        while track.length / length > Double(Self.most) {
            length *= factors[0]
            factors = [factors[1], factors[2], factors[0]]
        }
        self.length = length
        // A remainder below a hundredth of a stretch is added to the last one.
        count = max(1, Int((track.length / length - 0.01).rounded(.up)))
    }

    /// The stretches with at least one known value.
    var observations: [HikeObservation] {
        var elevations = [ClosedRange<Double>?](repeating: nil, count: count)
        var (heartRates, cadences, temperatures) = (elevations, elevations, elevations)
        for (index, point) in track.points.enumerated() {
            let stretch = cell(at: track.distances[index], of: count, length)
            elevations[stretch].include(profile.elevations[index])
            heartRates[stretch].include(point.heartRate)
            guard !point.channels.isEmpty else { continue }
            cadences[stretch].include(point.cadence)
            temperatures[stretch].include(point.temperature)
        }
        fill(&elevations)
        let paces = self.paces
        return (0..<count).compactMap { stretch in
            let observation = HikeObservation(
                distanceFromStart: (Double(stretch) * length).rounded() / 1000,
                elevation: elevations[stretch]?.rounded, pace: paces[stretch]?.rounded,
                heartRate: heartRates[stretch]?.rounded, cadence: cadences[stretch],
                temperature: temperatures[stretch])
            return observation.isEmpty ? nil : observation
        }
    }

    /// Gives each stretch that was walked without a point the elevations on a straight line between the points around
    /// it.
    private func fill(_ elevations: inout [ClosedRange<Double>?]) {
        let gaps = Set(steps.lazy.filter { $0.kind == .gap }.flatMap { $0.from..<$0.to })
        for point in track.segments.joined().dropLast() where !gaps.contains(point) {
            let (start, end) = (track.distances[point], track.distances[point + 1])
            guard end - start > length, let first = profile.elevations[point],
                let last = profile.elevations[point + 1]
            else { continue }
            for stretch in cell(at: start, of: count, length)..<cell(at: end, of: count, length)
            where elevations[stretch] == nil {
                for distance in [Double(stretch) * length, Double(stretch + 1) * length] {
                    elevations[stretch].include(first + (last - first) * (distance - start) / (end - start))
                }
            }
        }
    }

    /// The slowest and fastest quarter of each stretch, in seconds per kilometre while moving.
    private var paces: [ClosedRange<Double>?] {
        let (parts, partLength) = (count * Self.parts, length / Double(Self.parts))
        var seconds = [Double](repeating: 0, count: parts)
        var metres = seconds
        // A repeated position is skipped: its time belongs to the step to the next one.
        var waiting = 0.0
        for step in steps {
            guard step.kind == .moving else {
                waiting = 0
                continue
            }
            let (start, end) = (track.distances[step.from], track.distances[step.to])
            let spent = Double(step.milliseconds) / 1000 + waiting
            waiting = end > start ? 0 : spent
            guard end > start else { continue }
            let first = cell(at: start, of: parts, partLength)
            for part in first...max(first, cell(at: end, of: parts, partLength)) {
                let from = max(start, Double(part) * partLength)
                let share = min(end, part == parts - 1 ? end : Double(part + 1) * partLength) - from
                guard share > 0 else { continue }
                metres[part] += share
                seconds[part] += spent * share / (end - start)
            }
        }
        var paces = [ClosedRange<Double>?](repeating: nil, count: count)
        for part in 0..<parts where metres[part] >= partLength / 2 {
            paces[part / Self.parts].include(seconds[part] / metres[part] * 1000)
        }
        return paces
    }

    private func cell(at distance: Double, of count: Int, _ length: Double) -> Int {
        min(count - 1, Int(distance / length))
    }
}

extension ClosedRange<Double>? {
    fileprivate mutating func include(_ value: Double?) {
        guard let value else { return }
        self = Swift.min(self?.lowerBound ?? value, value)...Swift.max(self?.upperBound ?? value, value)
    }
}

extension ClosedRange<Double> {
    /// The range rounded to a tenth, which is finer than any measurement.
    fileprivate var rounded: ClosedRange<Double> { lowerBound.rounded(toPlaces: 1)...upperBound.rounded(toPlaces: 1) }
}

extension Double {
    /// The number rounded to a number of decimals.
    func rounded(toPlaces places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}
