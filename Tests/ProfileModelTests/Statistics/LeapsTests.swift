import Testing

@testable import ProfileModel

@Suite struct `Jumps of a receiver` {
    /// A walk north of 14 m every 10 s, so 5 km/h.
    private func walk(_ count: Int = 20, seconds: Double? = 10) -> [TrackPoint] {
        (0..<count).map { index in
            point(47 + Double(index) * 0.000125, 11, at: seconds.map { step in Double(index) * step })
        }
    }

    private func point(_ latitude: Double, _ longitude: Double, at seconds: Double?) -> TrackPoint {
        TrackPoint(
            latitude: latitude, longitude: longitude,
            time: seconds.flatMap { Timestamp(secondsSince1970: 1_776_844_800 + $0) })!
    }

    private func expectRemoved(
        _ places: Range<Int>, from points: [TrackPoint], _ location: SourceLocation = #_sourceLocation
    ) {
        let rest = Recording(segments: [points]).withoutLeaps.segments[0]
        #expect(rest == Array(points[..<places.lowerBound] + points[places.upperBound...]), sourceLocation: location)
    }

    @Test(arguments: [1, 2, 30, 60], [10.0, nil])
    func `are left out when the track returns`(count: Int, seconds: Double?) {
        var points = walk(80, seconds: seconds)
        for index in 5..<5 + count { points[index] = point(0, 0, at: seconds.map { $0 * Double(index) }) }
        expectRemoved(5..<5 + count, from: points)
    }

    @Test func `are left out when they are near, but too fast to get there and back`() {
        var points = walk()
        points[7] = point(47.01, 11, at: 70)
        expectRemoved(7..<8, from: points)
    }

    @Test(arguments: [60.0, 222, 400])
    func `are left out when they are short, but there and back at once`(metres: Double) {
        var points = (0..<60).map { point(47 + Double($0) * 0.0000125, 11, at: Double($0)) }
        points[30] = point(points[30].latitude, 11 + metres / 76_000, at: 30)
        expectRemoved(30..<31, from: points)
    }

    @Test func `do not include points that all scatter, nor a fast train`() {
        let scattered = (0..<60).map { point(47 + ($0 % 2 == 0 ? 0 : 0.0006), 11, at: Double($0)) }
        expectRemoved(0..<0, from: scattered)
        // 149 km/h and 151 km/h in turn.
        let train = (0..<100).map { index in
            let metres = Double(index) * 41.67 + (index % 2 == 0 ? 0 : 0.3)
            return point(47 + metres / 111_170, 11, at: Double(index))
        }
        expectRemoved(0..<0, from: train)
    }

    @Test func `are left out at both ends`() {
        var points = walk()
        points[0] = point(0, 0, at: 0)
        expectRemoved(0..<1, from: points)
        points = walk()
        points[19] = point(0, 0, at: 190)
        expectRemoved(19..<20, from: points)
    }

    @Test func `do not include a train ride or a recorder that was off`() {
        let train = (0..<50).map { point(47 + Double($0) * 0.0075, 11, at: Double($0) * 10) }
        expectRemoved(0..<0, from: train)
        let elsewhere = (0..<20).map { point(48 + Double($0) * 0.000125, 11, at: 200 + Double($0) * 10) }
        expectRemoved(0..<0, from: walk() + elsewhere)
    }

    @Test func `do not include the scatter of a resting receiver, nor a plan's distant waypoints`() {
        var points = walk()
        points[7] = point(47.004, 11, at: 70)
        expectRemoved(0..<0, from: points)
        expectRemoved(0..<0, from: [point(47, 11, at: nil), point(47.3, 11, at: nil), point(47, 11, at: nil)])
    }

    @Test(arguments: [2, 5, 70]) func `are all points at 0, 0 before the first fix, and after the last`(count: Int) {
        var points = walk(200)
        for index in 0..<count { points[index] = point(0, 0, at: Double(index) * 10) }
        expectRemoved(0..<count, from: points)
        points = walk(200)
        for index in 200 - count..<200 { points[index] = point(0, 0, at: Double(index) * 10) }
        expectRemoved(200 - count..<200, from: points)
        // Someone who walks there.
        let there = (0..<20).map { point(Double($0) * 0.000125, 0, at: Double($0) * 10) }
        expectRemoved(0..<0, from: there)
    }

    @Test func `without a return divide the track, so that nobody has walked them`() {
        let elsewhere = (0..<20).map { point(48 + Double($0) * 0.000125, 11, at: 200 + Double($0) * 10) }
        let recording = Recording(segments: [walk() + elsewhere]).dividedAtJumps
        #expect(recording.segments == [walk(), elsewhere])
        #expect(HikeStatistics(of: recording).distance < 0.6)
        // A train, and a plan's waypoints.
        let train = (0..<50).map { point(47 + Double($0) * 0.0075, 11, at: Double($0) * 10) }
        let plan = [point(47, 11, at: nil), point(57, 11, at: nil)]
        for whole in [train, plan] { #expect(Recording(segments: [whole]).dividedAtJumps.segments == [whole]) }
    }

    @Test func `don't add to the distance`() {
        var points = walk()
        let way = HikeStatistics(of: Recording(segments: [points])).distance
        points[9] = point(0, 0, at: 90)
        let recording = Recording(segments: [points]).withoutLeaps
        #expect(abs(HikeStatistics(of: recording).distance - way) < 0.001)
    }
}
