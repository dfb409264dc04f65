import ProfileModel
import TestSupport
import Testing

@Suite struct `Splits of a recording` {
    /// A walk of about 5 km with a hill, at changing paces, with a stop and a gap.
    private func walk(_ source: inout SeededSource) -> Recording {
        var walk = SampleWalk()
        for _ in 0..<10 {
            walk.go(
                50, metres: .random(in: 8...12, using: &source),
                seconds: Double(Int.random(in: 5...12, using: &source)),
                heartRate: Double(Int.random(in: 90...160, using: &source))
            ) { 500 + 100 * SampleWalk.sine($0 / 700) }
            if Bool.random(using: &source) { walk.go(20, metres: 0, seconds: 10) { _ in nil } }
            if Int.random(in: 0..<3, using: &source) == 0 { walk.wait(300) }
        }
        return Recording(segments: [walk.points])
    }

    @Test(arguments: 0..<20) func `are those that a plain loop over the points finds`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let recording = walk(&source).asKept
        let splits = TrackDivision(of: recording).splits(of: 1)
        let points = recording.segments[0]
        var distances = [0.0]
        for (from, to) in zip(points, points.dropFirst()) {
            distances.append(distances[distances.count - 1] + from.distance(to: to))
        }
        /// The seconds from the start at which a distance was reached for the first time.
        func seconds(at metres: Double) -> Double {
            let start = points[0].time?.secondsSince1970 ?? 0
            guard let next = distances.firstIndex(where: { $0 >= metres }), next > 0 else {
                return (metres > 0 ? points.last?.time?.secondsSince1970 ?? 0 : start) - start
            }
            let (low, high) = (points[next - 1].time?.secondsSince1970 ?? 0, points[next].time?.secondsSince1970 ?? 0)
            return low + (high - low) * (metres - distances[next - 1]) / (distances[next] - distances[next - 1]) - start
        }
        #expect(splits.count == Int(((distances.last ?? 0) / 1000).rounded(.up)))
        for (index, split) in splits.enumerated() where index < splits.count - 1 {
            #expect(split.distance == 1)
            let elapsed = seconds(at: Double(index + 1) * 1000) - seconds(at: Double(index) * 1000)
            #expect(abs((split.duration ?? 0) - elapsed) < 0.01, "\(index)")
        }
    }

    @Test(arguments: 0..<20) func `add up to the figures of the recording`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let recording = walk(&source)
        let all = HikeStatistics(of: recording.asKept)
        for length in [0.1, 1, 1.609344, 100] {
            let splits = TrackDivision(of: recording).splits(of: length)
            func sum(_ value: (HikeSplit) -> Double?) -> Double { splits.reduce(0) { $0 + (value($1) ?? 0) } }
            let slack = 0.1 * Double(splits.count)
            #expect(abs(sum(\.distance) - all.distance) < 0.001 * Double(splits.count))
            #expect(abs(sum(\.duration) - (all.time?.total.seconds ?? 0)) < slack)
            #expect(abs(sum(\.movingTime) - (all.time?.moving.seconds ?? 0)) < slack)
            #expect(abs(sum(\.ascent) - (all.ascent ?? 0)) < slack)
            #expect(splits.allSatisfy { ($0.movingTime ?? 0) <= ($0.duration ?? 0) && ($0.ascent ?? -1) >= 0 })
        }
        let whole = try #require(TrackDivision(of: recording).splits(of: 100).first)
        #expect(abs((whole.heartRate ?? 0) - (all.heartRate?.average ?? 0)) < 0.06)
    }

    @Test func `without times have distances and ascents alone, and none without a way`() {
        var walk = SampleWalk()
        walk.go(151, seconds: nil) { 100 + $0 / 10 }
        let splits = TrackDivision(of: Recording(segments: [walk.points])).splits(of: 1)
        #expect(splits.map(\.distance) == [1, 0.5])
        #expect(
            splits.allSatisfy { $0.duration == nil && $0.movingTime == nil && $0.heartRate == nil && $0.pace == nil })
        #expect(zip(splits, [100.0, 50]).allSatisfy { abs(($0.ascent ?? 0) - $1) < 5 })
        #expect(TrackDivision(of: Recording(segments: [])).splits(of: 1).isEmpty)
        #expect(TrackDivision(of: Recording(segments: [Array(walk.points.prefix(1))])).splits(of: 1).isEmpty)
        #expect(TrackDivision(of: Recording(segments: [walk.points])).splits(of: 1e-9).isEmpty)
    }

    @Test func `leave climbs whole that a small dip interrupts`() {
        var walk = SampleWalk()
        // Up 100 m, down 10 m, up 100 m, down 100 m, up 40 m.
        let corners = [(0.0, 0.0), (1000, 100), (1200, 90), (2200, 190), (3200, 90), (3600, 130)]
        walk.go(361) { way in
            let next = corners.firstIndex { $0.0 >= way } ?? corners.count - 1
            guard next > 0 else { return 500 }
            let (low, high) = (corners[next - 1], corners[next])
            return 500 + low.1 + (high.1 - low.1) * (way - low.0) / (high.0 - low.0)
        }
        let climbs = TrackDivision(of: Recording(segments: [walk.points])).climbs
        #expect(climbs.count == 1)
        guard let climb = climbs.first else { return }
        #expect(climb.start < 0.05 && abs(climb.end - 2.2) < 0.05 && abs(climb.ascent - 190) < 5, "\(climb)")
        #expect(abs((climb.slope ?? 0) - 0.086) < 0.005)
        var flat = SampleWalk()
        flat.go(300) { _ in 500 }
        #expect(TrackDivision(of: Recording(segments: [flat.points])).climbs.isEmpty)
    }
}
