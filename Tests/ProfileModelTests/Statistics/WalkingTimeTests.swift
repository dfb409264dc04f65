import ProfileModel
import Testing

@Suite struct `The time of a recording` {
    private func time(_ segments: [TrackPoint]...) throws -> WalkingTime {
        let time = try #require(HikeStatistics(of: Recording(segments: segments)).time)
        #expect(time.total == time.moving + time.stopped + time.gaps)
        return time
    }

    @Test func `is all moving for who walks on`() throws {
        var walk = SampleWalk()
        walk.go(101)
        let time = try time(walk.points)
        #expect(time.total == .seconds(1000) && time.moving == .seconds(1000))
    }

    @Test func `is stopped where no way is made, jitter of the receiver or not`() throws {
        for jitter in [0.0, 0.4] {
            var walk = SampleWalk()
            walk.go(31)
            // A rest of 20 minutes.
            for second in stride(from: 310.0, through: 1500, by: 10) {
                walk.points.append(
                    .sample(300 + (second.truncatingRemainder(dividingBy: 20) == 0 ? jitter : 0), seconds: second))
            }
            for step in 1...30 {
                walk.points.append(.sample(300 + Double(step) * 10, seconds: 1500 + Double(step) * 10))
            }
            let time = try time(walk.points)
            #expect(time.total == .seconds(1800))
            // The window reaches half a minute into the rest at either end.
            #expect(abs(time.stopped.components.seconds - 1200) <= 60, "\(time)")
            #expect(time.gaps == .zero)
        }
    }

    @Test func `is moving where a recorder repeats positions while one walks on`() throws {
        var points: [TrackPoint] = []
        for second in 0...600 { points.append(.sample(Double(second / 15) * 15, seconds: Double(second))) }
        #expect(try time(points).stopped == .zero)
    }

    @Test func `is a gap between segments`() throws {
        var (first, second) = (SampleWalk(), SampleWalk())
        first.go(11)
        second.wait(5000)
        second.go(11)
        let time = try time(first.points, second.points)
        #expect(time.total == .seconds(5100) && time.gaps == .seconds(4900) && time.moving == .seconds(200))
    }

    @Test func `is a gap where the recorder slept, and a rest where it slept for a little`() throws {
        // A point a second, and a point every ten: 30 s are a gap, or ten times the usual step.
        for (step, sleep, isGap) in [(1.0, 31.0, true), (1, 29, false), (10, 91, true), (10, 89, false)] {
            var walk = SampleWalk()
            walk.go(50, metres: step, seconds: step)
            walk.wait(sleep)
            walk.go(50, metres: step, seconds: step)
            let time = try time(walk.points)
            #expect(time.gaps == (isGap ? .seconds(sleep + step) : .zero), "\(time)")
        }
    }

    @Test func `of a recorder that seldom writes has no gaps`() throws {
        var walk = SampleWalk()
        walk.go(20, metres: 900, seconds: 900)
        #expect(try time(walk.points).moving == .seconds(17_100))
    }

    @Test(arguments: [(0.4, true), (0.6, false)])
    func `is stopped below half a kilometre an hour over a minute`(speed: Double, isStopped: Bool) throws {
        var walk = SampleWalk()
        walk.go(600, metres: speed / 3.6, seconds: 1)
        let time = try time(walk.points)
        #expect(time.stopped == (isStopped ? time.total : .zero), "\(time)")
    }

    @Test func `is moving by its way where the points between bear no time`() throws {
        var walk = SampleWalk()
        walk.go(2, metres: 10)
        walk.go(100, metres: 10, seconds: nil)
        // And back to where it began: the straight way is none.
        let back = walk.points.reversed().map { TrackPoint.sample(($0.latitude - 47) * SampleWalk.degree) }
        walk.points += back.dropLast(2)
        walk.points += [.sample(10, seconds: 2030), .sample(0, seconds: 2040)]
        let time = try time(walk.points)
        #expect(time.total == .seconds(2040) && time.moving == time.total, "\(time)")
    }

    @Test func `is no gap but stopped where untimed points lie within, and no way`() throws {
        var walk = SampleWalk()
        walk.go(60)
        walk.go(40, metres: 0, seconds: nil)
        walk.wait(3600)
        walk.go(60)
        let time = try time(walk.points)
        #expect(time.gaps == .zero && time.stopped == .seconds(3610), "\(time)")
    }

    @Test func `tells the speed that was held for a minute, not that of a leap`() throws {
        var walk = SampleWalk()
        walk.go(300, metres: 1.5, seconds: 1)
        walk.points[150] = .sample(5_000, seconds: 150)
        let leap = HikeStatistics(of: Recording(segments: [walk.points]))
        #expect(abs(try #require(leap.topSpeed) - 5.4) < 0.1)
        walk.go(120, metres: 15, seconds: 1)
        let ride = HikeStatistics(of: Recording(segments: [walk.points]))
        #expect(abs(try #require(ride.topSpeed) - 54) < 1)
        #expect(HikeStatistics(of: Recording(segments: [Array(walk.points[..<30])])).topSpeed == nil)
    }

    @Test func `passes over times that repeat, run backwards or are absent`() throws {
        let points: [TrackPoint] = [
            .sample(0, seconds: 0), .sample(10, seconds: 0), .sample(20), .sample(30, seconds: 30),
            .sample(40, seconds: 5), .sample(50, seconds: 30), .sample(60, seconds: 60),
        ]
        let time = try time(points)
        #expect(time.total == .seconds(60) && time.moving == .seconds(60))
    }

    @Test(arguments: [0, 1, 50, 99]) func `passes over one clock that leapt ahead, not all behind it`(leap: Int) throws
    {
        var walk = SampleWalk()
        walk.go(101)
        walk.points[leap] = .sample(Double(leap) * 10, seconds: 1e9)
        let statistics = HikeStatistics(of: Recording(segments: [walk.points]))
        let time = try #require(statistics.time)
        #expect(time.total == .seconds(leap == 0 ? 990 : 1000) && time.moving == time.total && time.gaps == .zero)
        let start = SampleWalk.start + (leap == 0 ? 10 : 0)
        #expect(statistics.startTime == Timestamp(secondsSince1970: start))
    }

    @Test func `needs two moments`() {
        #expect(HikeStatistics(of: Recording(segments: [[.sample(0, seconds: 0), .sample(10)]])).time == nil)
        #expect(
            HikeStatistics(of: Recording(segments: [[.sample(0, seconds: 0), .sample(9, seconds: 0)]])).time == nil)
        #expect(HikeStatistics(of: Recording(segments: [[], []])).time == nil)
        #expect(HikeStatistics(of: Recording(segments: [])).time == nil)
    }

    @Test func `of a small part of the way is not that of the hike`() {
        var walk = SampleWalk()
        walk.go(90, seconds: nil)
        walk.go(10)
        #expect(HikeStatistics(of: Recording(segments: [walk.points])).time == nil)
    }

    @Test func `is the same for a track that was turned round, and for segments in the wrong order`() throws {
        var (first, second) = (SampleWalk(), SampleWalk())
        first.go(60) { 500 + $0 / 10 }
        second.wait(5000)
        second.go(60) { 560 - $0 / 10 }
        let right = HikeStatistics(of: Recording(segments: [first.points, second.points]))
        #expect(HikeStatistics(of: Recording(segments: [second.points, first.points])) == right)
        #expect(HikeStatistics(of: Recording(segments: [first.points.reversed(), second.points])) == right)
        #expect(try #require(right.ascent) > 50)
    }

    @Test func `gives the pace while moving`() throws {
        var walk = SampleWalk()
        walk.go(101)
        let pace = try #require(HikeStatistics(of: Recording(segments: [walk.points])).pace)
        #expect(abs(pace - 1000) < 1)
    }
}
