import TestSupport
import Testing

@testable import ProfileModel

/// Walks with a rest at which the receiver goes on recording.
@Suite struct `What a receiver records at rest` {
    /// Ten minutes of walking on flat ground, a rest, and ten more minutes.
    ///
    /// - Parameters:
    ///   - rest: seconds.
    ///   - position: the metres by which the position wanders from second to second.
    ///   - elevation: the same for the elevation, which stays within some four times as many metres for half a minute.
    private func walk(rest: Int, position: Double, elevation: Double, seed: UInt64 = 3) -> HikeStatistics {
        var source = SeededSource(seed: seed)
        func noise(_ deviation: Double) -> Double {
            (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &source) } * deviation
        }
        var (north, offPlace, offHeight) = (0.0, 0.0, 0.0)
        let points = (0..<1200 + rest).map { second in
            if second < 600 || second >= 600 + rest { north += 1.3 }
            offPlace = 0.95 * offPlace + noise(position)
            offHeight = 0.97 * offHeight + noise(elevation)
            return TrackPoint.sample(north + offPlace, seconds: Double(second), elevation: 500 + offHeight)
        }
        return HikeStatistics(of: Recording(segments: [points]))
    }

    @Test(arguments: [(0.0, 1.0), (0.3, 1.0), (0.3, 0.5), (0.5, 0.7)], 0..<4)
    func `adds no climb`(noise: (position: Double, elevation: Double), seed: UInt64) throws {
        let without = walk(rest: 0, position: noise.position, elevation: noise.elevation, seed: seed)
        let rested = walk(rest: 3600, position: noise.position, elevation: noise.elevation, seed: seed)
        let (climb, restedClimb) = (try #require(without.ascent), try #require(rested.ascent))
        // A quarter of an hour's wandering, which adds more than 80 m, would be seen.
        #expect(abs(restedClimb - climb) < 35, "\(climb) without the rest, \(restedClimb) with it")
    }

    @Test func `doesn't make the pace faster`() throws {
        let (without, rested) = (
            walk(rest: 0, position: 0.3, elevation: 0), walk(rest: 7200, position: 0.3, elevation: 0)
        )
        #expect(try #require(rested.time?.stopped) > .seconds(7000))
        let (pace, restedPace) = (try #require(without.pace), try #require(rested.pace))
        #expect(abs(restedPace / pace - 1) < 0.05, "\(pace) s/km without the rest, \(restedPace) with it")
        // The distance is that of all points, as other programs measure it.
        #expect(rested.distance > without.distance + 0.5)
    }

    @Test func `has no part in the pace of the hike`() throws {
        var walk = SampleWalk()
        walk.go(61)
        for second in 1...200 {
            walk.points.append(.sample(600 + (second % 2 == 0 ? 0 : 4), seconds: 600 + Double(second) * 10))
        }
        for step in 1...60 { walk.points.append(.sample(600 + Double(step) * 10, seconds: 2600 + Double(step) * 10)) }
        let hike = ImportedHike(name: "A", source: "GPX", recording: Recording(segments: [walk.points])).hike
        let (covered, pace) = (try #require(hike.movingDistance), try #require(hike.header.pace))
        #expect(hike.distance > 1.9 && abs(covered - 1.2) < 0.05)
        #expect(abs(pace - 1000) < 20)
        // A device's moving time belongs to its distance.
        var declared = DeclaredFigures()
        declared.timer = 1300
        let timed = Recording(segments: [walk.points], declared: declared)
        let byDevice = ImportedHike(name: "A", source: "GPX", recording: timed).hike
        #expect(byDevice.movingDistance == nil && byDevice.header.pace == 1300 / byDevice.distance)
    }

    @Test func `is the whole distance where no one rested`() {
        var walk = SampleWalk()
        walk.go(101)
        let hike = ImportedHike(name: "A", source: "GPX", recording: Recording(segments: [walk.points])).hike
        #expect(hike.movingDistance == nil && hike.header.pace == 1000)
    }

    @Test func `keeps the difference in elevation between its ends`() throws {
        var walk = SampleWalk()
        walk.go(400, metres: 1.3, seconds: 1) { _ in 500 }
        // A lift of 15 m, slower than a leap.
        var height = 500.0
        walk.go(300, metres: 0, seconds: 1) { _ in
            height += 0.05
            return height
        }
        walk.go(400, metres: 1.3, seconds: 1) { _ in 515 }
        let found = HikeStatistics(of: Recording(segments: [walk.points]))
        let ascent = try #require(found.ascent)
        #expect(abs(ascent - 15) < 1 && found.descent == 0)
    }
}
