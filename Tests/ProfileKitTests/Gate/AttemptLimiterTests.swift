import ProfileKit
import ProfileKitTesting
import Testing

@Suite struct `The ladder of waits` {
    /// The wait after each number of failures, in seconds.
    static let table: [(failures: Int, seconds: Int)] = [
        (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 60), (6, 300), (7, 900), (8, 1800), (9, 5400), (10, 14_400),
        (11, 43_200), (12, 86_400), (13, 86_400), (14, 86_400), (15, 86_400), (16, 86_400), (17, 86_400),
        (18, 86_400), (19, 86_400), (20, 86_400),
    ]

    private static func limiter(failures: Int, at clock: ManualClock) -> AttemptLimiter {
        var limiter = AttemptLimiter()
        for _ in 0..<failures { limiter.charge(at: clock.bootInstant) }
        return limiter
    }

    @Test(arguments: table) func `is exactly as designed`(failures: Int, seconds: Int) {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: failures, at: clock)
        #expect(limiter.failures == failures)
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(seconds))
    }

    @Test(arguments: table) func `ends exactly when the wait has passed`(failures: Int, seconds: Int) {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: failures, at: clock)
        guard seconds > 0 else { return #expect(limiter.wait(at: clock.bootInstant) == .zero) }
        clock.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(limiter.wait(at: clock.bootInstant) == .milliseconds(1))
        clock.advance(by: .milliseconds(1))
        #expect(limiter.wait(at: clock.bootInstant) == .zero)
    }

    @Test(arguments: [-365, 365]) func `is not moved by the wall clock`(days: Int) {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: 7, at: clock)
        clock.moveWallClock(by: .seconds(days * 86_400))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(900))
    }

    @Test func `starts again with another boot, counted from that boot`() {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: 6, at: clock)
        clock.advance(by: .seconds(200))
        clock.reboot(sinceBoot: .seconds(10))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(290))
        clock.advance(by: .seconds(290))
        #expect(limiter.wait(at: clock.bootInstant) == .zero)
    }

    @Test func `does not grow when the boot clock stands before the failure`() {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: 5, at: clock)
        let earlier = BootInstant(boot: clock.bootInstant.boot, sinceBoot: .zero)
        #expect(limiter.wait(at: earlier) == .seconds(60))
    }

    @Test func `is cleared by a success`() {
        let clock = ManualClock()
        var limiter = Self.limiter(failures: 12, at: clock)
        limiter.clear()
        #expect(limiter.failures == 0)
        #expect(limiter.wait(at: clock.bootInstant) == .zero)
    }
}
