import TestSupport
import Testing

@testable import ProfileModel

@Suite struct `Hikes of the same way` {
    private func track(_ recording: Recording) -> SimplifiedTrack { SimplifiedTrack(of: recording) }

    @Test(arguments: 0..<10) func `are found in both directions, whatever the receivers' noise`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for corners in [SampleWays.loop, SampleWays.valley] {
            let way = SameWay(of: track(SampleWays.walk(corners, noise: 10, source: &source)))
            let again = SampleWays.walk(corners, noise: 10, source: &source)
            let back = SampleWays.walk(corners.reversed(), noise: 10, source: &source)
            #expect(way.direction(of: track(again)) == .same)
            #expect(way.direction(of: track(back)) == .opposite)
        }
    }

    @Test(arguments: 0..<10) func `are those of which a plain loop finds nine tenths nearby`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let corners = SampleWays.valley
        let first = SampleWays.walk(corners, source: &source)
        // Parts of the way, from a tenth to all of it, and detours.
        let end = Double.random(in: 0...1, using: &source)
        let detour = Double.random(in: 0...1500, using: &source)
        let second = SampleWays.walk(
            Array(corners.prefix(3)) + [
                (2500 + 1500 * end, 200 + 1000 * end), (2500 + 1500 * end, 200 + 1000 * end + detour),
            ],
            source: &source)
        let (one, other) = (track(first), track(second))
        let plane = Plane(around: one.segments[0][0])
        func share(_ places: [PlanePlace], near others: [PlanePlace]) -> Double {
            let near = places.filter { place in others.contains { place.isWithin(SameWay.nearness, of: $0) } }
            return Double(near.count) / Double(places.count)
        }
        let (places, others) = (one.places(on: plane), other.places(on: plane))
        let isSame = share(places, near: others) >= 0.9 && share(others, near: places) >= 0.9
        #expect((SameWay(of: one).direction(of: other) == .same) == isSame)
    }

    @Test func `aren't those nearby, elsewhere or of no length`() {
        var source = SeededSource(seed: 1)
        let way = SameWay(of: track(SampleWays.walk(SampleWays.loop, source: &source)))
        let beside = SampleWays.loop.map { ($0.0 + 200, $0.1 + 200) }
        #expect(way.direction(of: track(SampleWays.walk(beside, source: &source))) == nil)
        #expect(way.direction(of: track(SampleWays.walk(SampleWays.valley, source: &source))) == nil)
        #expect(way.direction(of: track(Recording(segments: []))) == nil)
        #expect(SameWay(of: track(Recording(segments: []))).direction(of: track(Recording(segments: []))) == nil)
        for (latitude, longitude) in [(90.0, 0.0), (-90, 180), (0, -180), (47, -169)] {
            let far = TrackPoint(latitude: latitude, longitude: longitude).map { Recording(segments: [[$0]]) }
            #expect(far.map { way.direction(of: track($0)) } == .some(nil))
            #expect(far.map { SameWay(of: track($0)).direction(of: track($0)) } == .same)
        }
    }

    @Test(arguments: 0..<10) func `are compared along simplified tracks that keep their distance`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let recording = SampleWays.walk(SampleWays.loop, noise: 10, source: &source)
        let simple = track(recording)
        #expect(try PackedRecording(recording).simplified == simple)
        let kept = simple.segments[0]
        func point(_ position: TrackPosition) throws -> TrackPoint {
            try #require(TrackPoint(latitude: position.latitude, longitude: position.longitude))
        }
        for (from, to) in zip(kept.dropLast(), kept.dropLast().dropFirst()) {
            #expect(try point(from).distance(to: point(to)) >= SimplifiedTrack.step * 0.99)
        }
        for original in recording.segments[0] {
            #expect(try kept.contains { try point($0).distance(to: original) < SimplifiedTrack.step * 1.01 })
        }
    }
}

@Suite struct `A comparison of hikes` {
    @Test func `has the times of a plain loop for each stretch, in both directions`() throws {
        var source = SeededSource(seed: 3)
        let corners = SampleWays.valley
        let recordings = [
            SampleWays.walk(corners, source: &source), SampleWays.walk(corners, seconds: 10, noise: 3, source: &source),
            SampleWays.walk(corners.reversed(), seconds: 6, noise: 3, source: &source),
        ]
        let comparison = HikeComparison(of: recordings, length: 1)
        #expect(comparison.directions == [.same, .same, .opposite])
        #expect(comparison.stretches.map(\.start) == [0, 1, 2, 3, 4])
        // 10 m take 8, 10 and 6 seconds.
        for stretch in comparison.stretches.dropLast() {
            let durations = stretch.durations.compactMap(\.self)
            #expect(durations.count == 3 && abs(durations[0] - 800) < 20, "\(durations)")
            #expect(abs(durations[1] - 1000) < 40 && abs(durations[2] - 600) < 30, "\(durations)")
        }
    }

    /// A recording of a walk around a square, a point each 30 m, at 1.2 m/s.
    private static func laps(_ count: Int, side: Double, delay: Double) -> Recording {
        let metres = stride(from: 0, through: Double(count) * 4 * side, by: 30)
        let points = metres.compactMap { metre -> TrackPoint? in
            let (edge, along) = (Int(metre / side) % 4, metre.truncatingRemainder(dividingBy: side))
            let (x, y) = [(along, 0), (side, along), (side - along, side), (0, side - along)][edge]
            return TrackPoint(
                latitude: 46 + y / 111_195, longitude: 7 + x / 111_195 / 0.6947,
                time: Timestamp(secondsSince1970: 1.6e9 + delay + metre / 1.2))
        }
        return Recording(segments: [points])
    }

    @Test(arguments: [(1, 180.0), (2, 630), (3, 150)])
    func `has the same times for the same walk, also where the way comes by a place again`(laps: Int, side: Double) {
        let recordings = [0, 1e6].map { Self.laps(laps, side: side, delay: $0) }
        for length in [0.5, 1] {
            for stretch in HikeComparison(of: recordings, length: length).stretches {
                let expected = (stretch.end - stretch.start) * 1000 / 1.2
                for duration in stretch.durations { #expect(abs((duration ?? 0) - expected) < 3, "\(stretch)") }
            }
        }
    }

    @Test func `leaves out what isn't known`() throws {
        var source = SeededSource(seed: 3)
        let first = SampleWays.walk(SampleWays.valley, source: &source)
        let half = Recording(segments: [Array(first.segments[0].prefix(first.points / 2))])
        let plan = Recording(
            segments: [first.segments[0].compactMap { TrackPoint(latitude: $0.latitude, longitude: $0.longitude) }])
        let comparison = HikeComparison(of: [first, half, plan], length: 1)
        #expect(comparison.directions == [.same, nil, .same])
        #expect(comparison.stretches.map { $0.durations[1] == nil } == [false, false, true, true, true])
        #expect(comparison.stretches.allSatisfy { $0.durations[2] == nil })
        #expect(HikeComparison(of: [Recording(segments: []), first], length: 1).stretches.isEmpty)
        #expect(HikeComparison(of: [], length: 1).directions.isEmpty)
    }
}
