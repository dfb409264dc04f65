import TestSupport
import Testing

@testable import ProfileModel

@Suite struct `Elevations that jump away and back` {
    /// Ten minutes on flat ground, with a point per second.
    private func walk(seconds: Double? = 1, _ height: (Int) -> Double) -> [TrackPoint] {
        (0..<600).map { index in
            .sample(
                Double(index) * 1.3, seconds: seconds.map { step in step * Double(index) }, elevation: height(index))
        }
    }

    private func expectSpikes(
        _ places: [Int], in points: [TrackPoint], _ location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(ElevationSpikes.indices(in: points[...]) == places, sourceLocation: location)
        let recording = Recording(segments: [points])
        #expect(recording.elevationSpikes == places.count, sourceLocation: location)
    }

    @Test(arguments: [300.0, -300, 1500, 40], [1.0, nil])
    func `are left out of the climb`(height: Double, seconds: Double?) throws {
        for row in [1, 2, 8] {
            let points = walk(seconds: seconds) { (300..<300 + row).contains($0) ? 500 + height : 500 }
            try expectSpikes(Array(300..<300 + row), in: points)
            let found = HikeStatistics(of: Recording(segments: [points]))
            #expect(found.ascent == 0 && found.descent == 0)
            #expect(found.observations.allSatisfy { $0.elevation == 500...500 })
        }
    }

    @Test func `are left out one by one, and at both ends`() throws {
        let odd = [0, 100, 200, 300, 599]
        try expectSpikes(odd, in: walk { odd.contains($0) ? 800 : 500 })
    }

    @Test(arguments: [0..<1, 0..<50, 100..<101, 100..<160, 580..<600, 0..<600], [1.0, 60, nil])
    func `are left out below any land, however many and wherever they are`(row: Range<Int>, seconds: Double?) throws {
        // The level to which a receiver fell in public test data of the MTK loggers.
        let points = walk(seconds: seconds) { row.contains($0) ? -672 : 30 }
        try expectSpikes(Array(row), in: points)
        let found = HikeStatistics(of: Recording(segments: [points]))
        #expect(found.ascent ?? 0 == 0 && found.descent ?? 0 == 0)
        try expectSpikes([], in: walk(seconds: seconds) { _ in -430 })
    }

    @Test func `are not a jump without a return, a lift, or a slow rise`() throws {
        try expectSpikes([], in: walk { $0 < 300 ? 500 : 800 })
        try expectSpikes([], in: walk { (300..<330).contains($0) ? 500 + Double($0 - 300) * 9 : 500 })
        try expectSpikes([], in: walk { (300..<320).contains($0) ? 800 : 500 })
        // 40 m in a minute each way.
        try expectSpikes([], in: walk(seconds: 60) { $0 == 300 ? 540 : 500 })
    }

    @Test(arguments: [3.0, 8, 20]) func `are not noise`(metres: Double) throws {
        var source = SeededSource(seed: 11)
        try expectSpikes(
            [],
            in: walk { _ in
                500 + metres * (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &source) }
            })
    }

    @Test func `need three elevations`() throws {
        for count in 0...2 { try expectSpikes([], in: Array(walk { $0 == 0 ? 900 : 500 }[..<count])) }
    }
}
