import ProfileModel
import TestSupport

/// Walks near 47° N, 11° E, given by corners in metres east and north.
enum SampleWays {
    static let loop = [(0.0, 0.0), (2000, 0), (2500, 1500), (800, 2200), (0, 0)]
    static let valley = [(0.0, 0.0), (1000, 300), (2500, 200), (4000, 1200)]

    /// A walk along the corners, a point every 10 m and 8 s, each off by up to some metres.
    static func walk(
        _ corners: [(Double, Double)], seconds: Double = 8, noise: Double = 0, start: Double = 1_777_000_000,
        source: inout SeededSource
    ) -> Recording {
        var points: [TrackPoint] = []
        var time = start
        for (from, to) in zip(corners, corners.dropFirst()) {
            let length = ((to.0 - from.0) * (to.0 - from.0) + (to.1 - from.1) * (to.1 - from.1)).squareRoot()
            for step in 0..<Int(length / 10) {
                let share = Double(step) * 10 / length
                let east = from.0 + (to.0 - from.0) * share + .random(in: -noise...noise, using: &source)
                let north = from.1 + (to.1 - from.1) * share + .random(in: -noise...noise, using: &source)
                if let point = TrackPoint(
                    latitude: 47 + north / 111_195, longitude: 11 + east / 75_834,
                    time: Timestamp(secondsSince1970: time))
                {
                    points.append(point)
                }
                time += seconds
            }
        }
        return Recording(segments: [points])
    }
}
