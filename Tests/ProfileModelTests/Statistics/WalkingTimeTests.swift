import ProfileModel
import Testing

@Suite struct `The moving time of a recording` {
    private func time(_ segments: [TrackPoint]...) throws -> WalkingTime {
        let time = try #require(HikeStatistics(of: Recording(segments: segments)).time)
        #expect(time.total == time.moving + time.stopped + time.gaps)
        return time
    }

    @Test func `is all of the time of a steady walk`() throws {
        var walk = SampleWalk()
        walk.go(101)
        let time = try time(walk.points)
        #expect(time.total == .seconds(1000) && time.moving == .seconds(1000))
    }

    @Test func `excludes stops, with or without jitter of the receiver`() throws {
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
            // The window includes half a minute of the rest at either end.
            #expect(abs(time.stopped.components.seconds - 1200) <= 60, "\(time)")
            #expect(time.gaps == .zero)
        }
    }

    @Test func `includes walking while a recorder repeats positions`() throws {
        var points: [TrackPoint] = []
        for second in 0...600 { points.append(.sample(Double(second / 15) * 15, seconds: Double(second))) }
        #expect(try time(points).stopped == .zero)
    }

    @Test func `excludes gaps between segments`() throws {
        var (first, second) = (SampleWalk(), SampleWalk())
        first.go(11)
        second.wait(5000)
        second.go(11)
        let time = try time(first.points, second.points)
        #expect(time.total == .seconds(5100) && time.gaps == .seconds(4900) && time.moving == .seconds(200))
    }

    @Test func `excludes a long pause of the recorder as a gap, and a short one as a rest`() throws {
        // A point per second, and a point every ten seconds: a gap is 30 s, or ten times the usual step.
        for (step, sleep, isGap) in [(1.0, 31.0, true), (1, 29, false), (10, 91, true), (10, 89, false)] {
            var walk = SampleWalk()
            walk.go(50, metres: step, seconds: step)
            walk.wait(sleep)
            walk.go(50, metres: step, seconds: step)
            let time = try time(walk.points)
            #expect(time.gaps == (isGap ? .seconds(sleep + step) : .zero), "\(time)")
        }
    }

    @Test func `has no gaps for a recorder that seldom writes`() throws {
        var walk = SampleWalk()
        walk.go(20, metres: 900, seconds: 900)
        #expect(try time(walk.points).moving == .seconds(17_100))
    }

    @Test(arguments: [(0.4, true), (0.6, false)])
    func `excludes speeds below half a kilometre per hour over a minute`(speed: Double, isStopped: Bool) throws {
        var walk = SampleWalk()
        walk.go(600, metres: speed / 3.6, seconds: 1)
        let time = try time(walk.points)
        #expect(time.stopped == (isStopped ? time.total : .zero), "\(time)")
    }

    @Test func `is derived from the distance when points in between have no time`() throws {
        var walk = SampleWalk()
        walk.go(2, metres: 10)
        walk.go(100, metres: 10, seconds: nil)
        // And back to the start, so that the straight distance is zero.
        let back = walk.points.reversed().map { TrackPoint.sample(($0.latitude - 47) * SampleWalk.degree) }
        walk.points += back.dropLast(2)
        walk.points += [.sample(10, seconds: 2030), .sample(0, seconds: 2040)]
        let time = try time(walk.points)
        #expect(time.total == .seconds(2040) && time.moving == time.total, "\(time)")
    }

    @Test func `counts untimed points without distance as a stop, not a gap`() throws {
        var walk = SampleWalk()
        walk.go(60)
        walk.go(40, metres: 0, seconds: nil)
        walk.wait(3600)
        walk.go(60)
        let time = try time(walk.points)
        #expect(time.gaps == .zero && time.stopped == .seconds(3610), "\(time)")
    }

    @Test func `gives the speed that was held for a minute, not that of a jump`() throws {
        var walk = SampleWalk()
        walk.go(300, metres: 1.5, seconds: 1)
        walk.points[150] = .sample(5_000, seconds: 150)
        let leap = HikeStatistics(of: Recording(segments: [walk.points]))
        #expect(abs(try #require(leap.topSpeed) - 5.4) < 0.1)
        walk.go(120, metres: 15, seconds: 1)
        let ride = HikeStatistics(of: Recording(segments: [walk.points]))
        #expect(abs(try #require(ride.topSpeed) - 54) < 1)
        let short = HikeStatistics(of: Recording(segments: [Array(walk.points[..<30])]))
        #expect(abs(try #require(short.topSpeed) - 5.4) < 0.1, "the mean of all of it")
    }

    @Test func `skips times that repeat, run backwards or are missing`() throws {
        let points: [TrackPoint] = [
            .sample(0, seconds: 0), .sample(10, seconds: 0), .sample(20), .sample(30, seconds: 30),
            .sample(40, seconds: 5), .sample(50, seconds: 30), .sample(60, seconds: 60),
        ]
        let time = try time(points)
        #expect(time.total == .seconds(60) && time.moving == .seconds(60))
    }

    @Test(arguments: [0, 1, 50, 99]) func `skips one time that is ahead, but not the times after it`(leap: Int) throws {
        var walk = SampleWalk()
        walk.go(101)
        walk.points[leap] = .sample(Double(leap) * 10, seconds: 1e9)
        let statistics = HikeStatistics(of: Recording(segments: [walk.points]))
        let time = try #require(statistics.time)
        #expect(time.total == .seconds(leap == 0 ? 990 : 1000) && time.moving == time.total && time.gaps == .zero)
        let start = SampleWalk.start + (leap == 0 ? 10 : 0)
        #expect(statistics.startTime == Timestamp(secondsSince1970: start))
    }

    @Test func `needs two times`() {
        #expect(HikeStatistics(of: Recording(segments: [[.sample(0, seconds: 0), .sample(10)]])).time == nil)
        #expect(
            HikeStatistics(of: Recording(segments: [[.sample(0, seconds: 0), .sample(9, seconds: 0)]])).time == nil)
        #expect(HikeStatistics(of: Recording(segments: [[], []])).time == nil)
        #expect(HikeStatistics(of: Recording(segments: [])).time == nil)
    }

    @Test func `is unknown when only a small part of the route has times`() {
        var walk = SampleWalk()
        walk.go(90, seconds: nil)
        walk.go(10)
        #expect(HikeStatistics(of: Recording(segments: [walk.points])).time == nil)
    }

    @Test func `is the same for a reversed track and for segments in the wrong order`() throws {
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
