import ProfileModel
import TestSupport
import Testing

@Suite struct `The stretches of a recording` {
    private func observations(_ points: [TrackPoint]) -> [HikeObservation] {
        HikeStatistics(of: Recording(segments: [points])).observations
    }

    @Test func `are 100 m long, each with its ranges`() throws {
        var walk = SampleWalk()
        walk.go(31, heartRate: 120) { 500 + $0 / 10 }
        let stretches = observations(walk.points)
        #expect(stretches.map(\.distanceFromStart) == [0, 0.1, 0.2])
        #expect(stretches[0].elevation == 500...509)
        #expect(stretches[1].heartRate == 120...120)
        let pace = try #require(stretches[1].pace)
        #expect(abs(pace.lowerBound - 1000) < 5 && abs(pace.upperBound - 1000) < 5)
    }

    @Test(arguments: [(10.0, 100), (20, 200), (50, 500), (100, 1000), (1000, 10_000)])
    func `are longer on a long route, so that there are at most two hundred`(step: Double, length: Int) {
        var walk = SampleWalk()
        walk.go(1900, metres: step) { _ in 5 }
        let stretches = observations(walk.points)
        #expect(stretches.count > 100 && stretches.count <= 200)
        #expect(stretches[1].distanceFromStart == Double(length) / 1000)
    }

    @Test func `have the walking pace, without the rests`() throws {
        var walk = SampleWalk()
        walk.go(31)
        walk.go(60, metres: 0)
        walk.go(31)
        for stretch in observations(walk.points) {
            // The window includes half a minute of the rest at its edges.
            #expect(try #require(stretch.pace).upperBound < 4000)
        }
    }

    @Test func `have elevations on a straight line where points are far apart, except in a gap`() {
        var walk = SampleWalk()
        walk.go(4, metres: 350, seconds: 240) { 500 + $0 / 10 }
        let sparse = observations(walk.points)
        #expect(sparse.map(\.distanceFromStart) == (0...10).map { Double($0) / 10 })
        #expect(sparse.allSatisfy { $0.elevation != nil })
        #expect(sparse[1].elevation.map { abs($0.lowerBound - 510) < 0.2 && abs($0.upperBound - 520) < 0.2 } == true)
        var cut = SampleWalk()
        cut.go(40, elevation: { _ in 500 })
        cut.go(1, metres: 500, seconds: 5000) { _ in 600 }
        cut.go(40, elevation: { _ in 600 })
        #expect(!observations(cut.points).contains { $0.distanceFromStart == 0.6 })
    }

    @Test func `are left out when nothing is known of them`() {
        var walk = SampleWalk()
        walk.go(31, seconds: nil)
        #expect(observations(walk.points).isEmpty)
        walk.go(10, seconds: nil, heartRate: 90)
        #expect(observations(walk.points).map(\.distanceFromStart) == [0.3])
    }

    @Test func `consist of one stretch at the start for a single point`() {
        let stretches = observations([.sample(0, seconds: 0, elevation: 12, 80)])
        #expect(stretches == [HikeObservation(distanceFromStart: 0, elevation: 12...12, heartRate: 80...80)])
    }

    @Test func `weight the heart rate by time, not by readings`() throws {
        let slow = stride(from: 0.0, through: 100, by: 10).map { TrackPoint.sample($0, seconds: $0, 100) }
        let points = slow + [101.0, 102, 103].map { TrackPoint.sample($0, seconds: $0, 160) }
        let rate = try #require(HikeStatistics(of: Recording(segments: [points])).heartRate)
        #expect(rate.min == 100 && rate.max == 160 && abs(rate.average - 101.45) < 0.1)
        let untimed = points.map { TrackPoint.sample(($0.latitude - 47) * SampleWalk.degree, $0.heartRate) }
        #expect(HikeStatistics(of: Recording(segments: [untimed])).heartRate?.average == 1580.0 / 14)
    }

    @Test(arguments: [0, 1, 4, 9] as [UInt64])
    func `are valid for ten thousand points in any order, like the other figures`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        var points = (0..<10_000).map { index in
            TrackPoint.sample(
                .random(in: -3e5...3e5, using: &source), seconds: Double(index) * .random(in: 0.5...2, using: &source),
                elevation: Bool.random(using: &source) ? .random(in: -2000...12_000, using: &source) : nil,
                Bool.random(using: &source) ? .random(in: -10...400, using: &source) : nil)
        }
        points += (0..<2_000).compactMap { _ in points.randomElement(using: &source) }
        points.shuffle(using: &source)
        let cuts = (0..<Int(seed)).map { _ in Int.random(in: 0...points.count, using: &source) }.sorted()
        let segments = zip([0] + cuts, cuts + [points.count]).map { Array(points[$0..<$1]) }
        let hike = ImportedHike(name: "A", source: "B", recording: Recording(segments: segments)).hike
        let statistics = HikeStatistics(of: Recording(segments: segments))
        if let time = statistics.time { #expect(time.total == time.moving + time.stopped + time.gaps) }
        #expect(hike.isFinite)
        #expect(hike.distance > 0 && (hike.movingTime ?? 0) <= hike.duration ?? 0)
        #expect(hike.observations.count <= 200)
        #expect(hike.observations.map(\.distanceFromStart) == hike.observations.map(\.distanceFromStart).sorted())
    }
}
