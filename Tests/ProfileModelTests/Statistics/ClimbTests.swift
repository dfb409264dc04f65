import ProfileModel
import TestSupport
import Testing

@testable import struct ProfileModel.Climb

@Suite struct `The ascent of a recording` {
    private func statistics(_ points: [TrackPoint]) -> HikeStatistics {
        HikeStatistics(of: Recording(segments: [points]))
    }

    @Test(
        arguments: [
            ([100, 150], 50.0, 0.0), ([100, 104.9, 100, 104.9], 0, 0), ([100, 105, 100, 105], 10, 5),
            ([100, 103, 101, 106, 102, 110], 10, 0), ([100, 50, 53, 0], 0, 100), ([7], 0, 0), ([], 0, 0),
            ([0, 4, -3, 20, 16, 40], 43, 7), ([5, 0, 4, 1, 3], 0, 5),
        ] as [([Double], Double, Double)])
    func `counts rises and falls above the hysteresis`(elevations: [Double], ascent: Double, descent: Double) {
        let climb = Climb(over: elevations, hysteresis: 5)
        #expect(climb.ascent == ascent && climb.descent == descent, "\(climb)")
    }

    @Test func `includes all of a steady slope, up to its ends`() throws {
        var walk = SampleWalk()
        walk.go(201) { 500 + $0 * 0.2 }
        let ascent = try #require(statistics(walk.points).ascent)
        #expect(abs(ascent - 400) < 0.5)
        #expect(statistics(walk.points).descent == 0)
    }

    @Test(arguments: [1.4, 5, 10, 25], [1.0, 3])
    func `differs by less than a tenth between recordings that differ in noise`(spacing: Double, noise: Double) throws {
        var source = SeededSource(seed: 7)
        func gauss() -> Double {
            // The sum of twelve uniform numbers is close enough to a normal one.
            (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &source) } * noise
        }
        let clean = try #require(HikeStatistics(of: SampleWalk.hills(spacing: spacing) { 0 }).ascent)
        #expect(clean > 300)
        for _ in 0..<4 {
            let noisy = try #require(HikeStatistics(of: SampleWalk.hills(spacing: spacing, noise: gauss)).ascent)
            #expect(abs(noisy - clean) < clean / 10, "\(noisy) for \(clean)")
        }
    }

    @Test func `ignores missing elevations`() throws {
        var (walk, known) = (SampleWalk(), SampleWalk())
        walk.go(400) { $0.truncatingRemainder(dividingBy: 80) < 5 ? 800 + $0 / 20 : nil }
        known.go(400) { 800 + $0 / 20 }
        let (ascent, whole) = (
            try #require(statistics(walk.points).ascent), try #require(statistics(known.points).ascent)
        )
        #expect(abs(ascent - whole) < 10)
    }

    @Test(arguments: [1, 5]) func `ignores zeros before the receiver had an elevation`(zeros: Int) throws {
        var walk = SampleWalk()
        walk.go(100) { 850 + $0 / 20 }
        let right = try #require(statistics(walk.points).ascent)
        var points = walk.points
        for index in 0..<zeros {
            points[index] = .sample(Double(index) * 10, seconds: Double(index) * 10, elevation: 0)
        }
        let ascent = try #require(statistics(points).ascent)
        #expect(ascent <= right && right - ascent < 5)
        let observed = HikeStatistics(of: Recording(segments: [points, points])).observations
        #expect(observed.allSatisfy { $0.elevation?.lowerBound != 0 })
    }

    @Test(arguments: [30..<31, 30..<40, 30..<60, 95..<100])
    func `ignores zeros while the receiver had lost its elevation`(zeros: Range<Int>) throws {
        var walk = SampleWalk()
        walk.go(100) { 850 + $0 / 20 }
        let right = statistics(walk.points)
        for index in zeros {
            walk.points[index] = .sample(Double(index) * 10, seconds: Double(index) * 10, elevation: 0)
        }
        let found = statistics(walk.points)
        #expect(abs(try #require(found.ascent) - (try #require(right.ascent))) < 5 && found.descent == 0)
        #expect(found.observations.allSatisfy { $0.elevation?.lowerBound != 0 })
    }

    @Test func `ignores the zeros of a segment in which the receiver had no elevation`() throws {
        var walk = SampleWalk()
        walk.go(100) { 850 + $0 / 20 }
        let right = statistics(walk.points)
        let without = (100..<200).map { index in
            TrackPoint.sample(Double(index) * 10, seconds: Double(index) * 10, elevation: 0)
        }
        let found = HikeStatistics(of: Recording(segments: [walk.points, without]))
        #expect(abs(try #require(found.ascent) - (try #require(right.ascent))) < 5 && found.descent == 0)
        #expect(found.observations.allSatisfy { $0.elevation?.lowerBound != 0 })
    }

    @Test func `includes a descent to sea level and back up`() throws {
        var walk = SampleWalk()
        walk.go(100) { max(0, abs($0 - 500) / 2 - 50) }
        let found = statistics(walk.points)
        #expect(try #require(found.ascent) > 190 && (try #require(found.descent)) > 190)
        #expect(found.observations.contains { $0.elevation?.lowerBound == 0 })
    }

    @Test func `may start at sea level`() throws {
        var walk = SampleWalk()
        walk.go(100) { $0 / 10 }
        #expect(try #require(statistics(walk.points).ascent) > 95)
    }

    @Test func `is unknown without elevations, and when all are zero`() {
        var (without, zeros) = (SampleWalk(), SampleWalk())
        without.go(50)
        zeros.go(50) { _ in 0 }
        for walk in [without, zeros] {
            #expect(statistics(walk.points).ascent == nil && statistics(walk.points).descent == nil)
            #expect(statistics(walk.points).observations.allSatisfy { $0.elevation == nil })
        }
        #expect(statistics([.sample(0, elevation: 500)]).ascent == nil)
    }

    @Test func `continues over a pause, but not over a transfer to another place`() throws {
        var walk = SampleWalk()
        walk.go(200) { 500 + $0 / 5 }
        let points = walk.points
        // Each segment climbs only 4 m, which counts as long as they follow each other.
        let paused = stride(from: 0, to: 200, by: 3).map { Array(points[$0..<min($0 + 3, 200)]) }
        let ascent = try #require(HikeStatistics(of: Recording(segments: paused)).ascent)
        #expect(ascent > 250, "\(ascent)")
        let ridden = Recording(segments: [Array(points[..<20]), Array(points[180...])])
        #expect(try #require(HikeStatistics(of: ridden).ascent) < 90)
    }

    @Test(arguments: [1.4, 5, 10], [false, true])
    func `has at least five sixths of the ascent in rolling country`(spacing: Double, isSharp: Bool) throws {
        var walk = SampleWalk()
        // 24 waves of 20 m in height and 250 m in length.
        walk.go(Int(6000 / spacing) + 1, metres: spacing, seconds: spacing) { way in
            let place = way / 250 - (way / 250).rounded(.down)
            return 500 + (isSharp ? 20 * (1 - abs(2 * place - 1)) : 10 * SampleWalk.sine(place * 2 * .pi))
        }
        let found = statistics(walk.points)
        #expect((400...500).contains(try #require(found.ascent)), "\(found.ascent ?? 0)")
        #expect((400...500).contains(try #require(found.descent)))
    }

    @Test(arguments: 0..<5) func `is nearly zero on flat ground with noise`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        var walk = SampleWalk()
        walk.go(7_000, metres: 1.4, seconds: 1) { _ in
            500 + 3 * (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &source) }
        }
        #expect(try #require(statistics(walk.points).ascent) < 60)
    }

    @Test(arguments: [
        // Horizontal and vertical metres per second, and seconds: a lift, the stairs of a tower, a ladder.
        (0.0, 2.0, 60), (0, 0.3, 170), (0.02, 0.2, 150),
    ])
    func `keeps the ascent of a ladder or a lift`(way: Double, rise: Double, seconds: Int) throws {
        for rest in [0, 400] {
            var walk = SampleWalk()
            var height = 500.0
            func go(_ steps: Int, _ metres: Double, _ up: Double) {
                walk.go(steps, metres: metres, seconds: 1) { _ in
                    height += up
                    return height
                }
            }
            go(400, 1.4, 0)
            go(seconds, way, rise)
            go(rest, 1.4, 0)
            go(seconds, way, -rise)
            go(400, 1.4, 0)
            let climb = rise * Double(seconds)
            let found = statistics(walk.points)
            #expect(abs(try #require(found.ascent) - climb) < climb / 10, "\(found.ascent ?? 0)")
            #expect(abs(try #require(found.descent) - climb) < climb / 10)
        }
    }
}
