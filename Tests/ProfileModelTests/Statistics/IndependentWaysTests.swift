import ProfileModel
import TestSupport
import Testing

/// Routes with a known ascent that no parameter was chosen on: smoothing and hysteresis were tuned with the rolling
/// country, the flat route and the tower of ``ClimbTests``.
///
/// The noise is that of receivers, whose errors of elevation last for half a minute, or that of a barometer. The page
/// `Figures` of the documentation lists the resulting errors.
@Suite struct `The figures of routes that were not used for tuning` {
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        /// The route's length in metres, walked at 1.3 m/s.
        let length: Double
        /// The standard deviation of the elevations in metres, and the seconds that an error lasts.
        let noise: (metres: Double, seconds: Double)
        /// Seconds between points.
        let step: Double
        /// The permitted error as a fraction of the true ascent.
        let tolerance: Double
        /// The elevation at a distance along the route.
        let height: @Sendable (Double) -> Double

        var testDescription: String { name }

        /// The true ascent of the route, in metres.
        var climb: Double {
            stride(from: 0, to: length, by: 1).reduce(0) { $0 + max(0, height($1 + 1) - height($1)) }
        }

        /// The ascent computed from a recording of the route, in metres.
        func recordedClimb(seed: UInt64) -> Double? {
            var source = SeededSource(seed: seed)
            var error = 0.0
            var walk = SampleWalk()
            let kept = max(0, 1 - step / noise.seconds)
            walk.go(Int(length / 1.3 / step), metres: 1.3 * step, seconds: step) { place in
                let fresh = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &source) }
                error = kept * error + (1 - kept * kept).squareRoot() * fresh * noise.metres
                return height(place) + error
            }
            return HikeStatistics(of: Recording(segments: [walk.points])).ascent
        }
    }

    private static let receiver = (metres: 2.0, seconds: 30.0)
    private static let barometer = (metres: 0.4, seconds: 120.0)

    /// A climb to a summit and back down.
    @Sendable private static func mountain(_ place: Double) -> Double { 900 - abs(place - 5000) / 5000 * 800 }

    /// Superimposed hills of three sizes.
    @Sendable private static func hills(_ place: Double) -> Double {
        400 + 60 * SampleWalk.sine(place / 640) + 18 * SampleWalk.sine(place / 170 + 1)
            + 5 * SampleWalk.sine(place / 61 + 2)
    }

    /// A flight of stairs of 12 m every 200 m, on flat ground.
    @Sendable private static func steps(_ place: Double) -> Double {
        let flights = (place / 200).rounded(.down)
        return 100 + 12 * (flights + min(1, (place - flights * 200) / 30))
    }

    static let ways = [
        Way(name: "mountain, receiver", length: 10_000, noise: receiver, step: 1, tolerance: 0.02, height: mountain),
        Way(
            name: "mountain, receiver, 10 s", length: 10_000, noise: receiver, step: 10, tolerance: 0.02,
            height: mountain),
        Way(name: "mountain, barometer", length: 10_000, noise: barometer, step: 1, tolerance: 0.02, height: mountain),
        Way(name: "hills, receiver", length: 12_000, noise: receiver, step: 1, tolerance: 0.08, height: hills),
        Way(name: "hills, receiver, 5 s", length: 12_000, noise: receiver, step: 5, tolerance: 0.08, height: hills),
        Way(name: "hills, barometer", length: 12_000, noise: barometer, step: 1, tolerance: 0.08, height: hills),
        Way(name: "steps, barometer", length: 6000, noise: barometer, step: 1, tolerance: 0.02, height: steps),
    ]

    @Test(arguments: ways) func `have an ascent close to the true one`(way: Way) throws {
        let found = try (1...5).map { try #require(way.recordedClimb(seed: $0)) }
        let mean = found.reduce(0, +) / 5
        #expect(abs(mean / way.climb - 1) < way.tolerance, "\(found) of \(way.climb)")
    }
}
