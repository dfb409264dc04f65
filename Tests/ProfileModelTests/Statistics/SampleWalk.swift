import ProfileModel

/// A walk due north from 47° north, with only the values that a test is about.
struct SampleWalk {
    /// The length of a degree of latitude there in metres, on the WGS 84 ellipsoid.
    static let degree = 111_170.0
    static let start = 1_777_000_000.0

    var points: [TrackPoint] = []
    private var metres = 0.0
    private var seconds = 0.0

    /// Continues for a number of steps of the given metres and seconds; the elevation is a function of the distance.
    mutating func go(
        _ steps: Int, metres step: Double = 10, seconds each: Double? = 10, heartRate: Double? = nil,
        elevation: (Double) -> Double? = { _ in nil }
    ) {
        for _ in 0..<steps {
            if !points.isEmpty {
                metres += step
                seconds += each ?? 0
            }
            points.append(
                .sample(metres, seconds: each == nil ? nil : seconds, elevation: elevation(metres), heartRate))
        }
    }

    /// Lets time pass without a point.
    mutating func wait(_ seconds: Double) {
        self.seconds += seconds
    }

    /// A walk over rolling hills, 10 km long, with noise on every elevation.
    static func hills(spacing: Double, noise: () -> Double) -> Recording {
        var walk = SampleWalk()
        walk.go(Int(10_000 / spacing), metres: spacing, seconds: spacing) { way in
            600 + 150 * sine(way / 1500) + noise()
        }
        return Recording(segments: [walk.points])
    }

    /// The sine by its series, so that the model's tests need no C library.
    static func sine(_ angle: Double) -> Double {
        let turn = 2 * Double.pi
        let reduced = angle - (angle / turn).rounded() * turn
        var (term, sum) = (reduced, reduced)
        for power in stride(from: 3.0, to: 30, by: 2) {
            term *= -reduced * reduced / (power * (power - 1))
            sum += term
        }
        return sum
    }
}

extension TrackPoint {
    static func sample(
        _ metresNorth: Double, seconds: Double? = nil, elevation: Double? = nil, _ heartRate: Double? = nil
    ) -> TrackPoint {
        let time = seconds.flatMap { Timestamp(secondsSince1970: SampleWalk.start + $0) }
        // The coordinates are valid as long as no walk reaches the pole.
        return TrackPoint(
            latitude: 47 + metresNorth / SampleWalk.degree, longitude: 11, elevation: elevation, heartRate: heartRate,
            time: time)!
    }
}

extension HikeStatistics {
    /// Seconds per kilometre while moving; `nil` without times or distance.
    var pace: Double? {
        guard let moving = time?.moving, let movingDistance, movingDistance > 0 else { return nil }
        return moving / .seconds(1) / movingDistance
    }
}
