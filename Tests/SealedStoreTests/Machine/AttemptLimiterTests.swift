import SealedStoreTesting
import TestSupport
import Testing

@testable import SealedStore

@Suite(
    .reliability(
        "R13", "the waits after failed attempts are exact",
        figure: "0 to 20 failures, clocks a year off, reboots, unreliable clocks",
        control: "on the wall clock alone: a wait ends a year early, or lasts a year longer")
) struct `The lockout ladder` {
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

    @Test(arguments: table) func `has exactly the designed waits`(failures: Int, seconds: Int) {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: failures, at: clock)
        #expect(limiter.failures == failures)
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(seconds))
    }

    @Test(arguments: table) func `ends a wait exactly when its time has passed`(failures: Int, seconds: Int) {
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

    /// Control.
    @Test(arguments: [-365, 365]) func `is detected to be moved if it runs on the wall clock alone`(days: Int) {
        let clock = ManualClock()
        func now() -> BootInstant { BootInstant(boot: [], sinceBoot: .seconds(clock.wallTime.secondsSince1970)) }
        var limiter = AttemptLimiter()
        for _ in 0..<7 { limiter.charge(at: now()) }
        #expect(limiter.wait(at: now()) == .seconds(900))
        clock.moveWallClock(by: .seconds(days * 86_400))
        let restarted = limiter.restartIfClockRanAhead(of: now())
        #expect(limiter.wait(at: now()) != .seconds(900) || restarted)
    }

    @Test func `restarts the wait with another boot, counted from that boot`() {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: 6, at: clock)
        clock.advance(by: .seconds(200))
        clock.reboot(sinceBoot: .seconds(10))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(290))
        clock.advance(by: .seconds(290))
        #expect(limiter.wait(at: clock.bootInstant) == .zero)
    }

    @Test func `does not lengthen a wait when the boot clock is before the failure`() {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: 5, at: clock)
        let earlier = BootInstant(boot: clock.bootInstant.boot, sinceBoot: .zero)
        #expect(limiter.wait(at: earlier) == .seconds(60))
    }

    @Test func `restarts a wait once, not at each check, when the failure's clock was ahead`() {
        let clock = ManualClock()
        var limiter = Self.limiter(failures: 6, at: clock)
        clock.turnBack(by: .seconds(900))
        let restarted = limiter.restartIfClockRanAhead(of: clock.bootInstant)
        #expect(restarted)
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(300))
        clock.advance(by: .seconds(200))
        let restartedAgain = limiter.restartIfClockRanAhead(of: clock.bootInstant)
        #expect(!restartedAgain)
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(100))
        #expect(limiter.failures == 6)
    }

    @Test func `continues a wait in an unknown boot, and never shortens it`() {
        let clock = ManualClock()
        clock.certainty = .timeOnly
        let limiter = Self.limiter(failures: 6, at: clock)
        clock.advance(by: .seconds(100))
        for certainty in [BootInstant.Certainty.timeOnly, .full] {
            clock.certainty = certainty
            #expect(limiter.wait(at: clock.bootInstant) == .seconds(200))
        }
        clock.certainty = .timeOnly
        // Another boot or the same one: when its clock is later, only the difference is sure to have passed.
        clock.reboot(sinceBoot: .seconds(1290))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(10))
        clock.reboot(sinceBoot: .seconds(40))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(260))
    }

    @Test func `does not restart a wait when the clock may be that of another boot`() {
        let clock = ManualClock()
        var limiter = Self.limiter(failures: 6, at: clock)
        clock.certainty = .timeOnly
        clock.turnBack(by: .seconds(10))
        let restarted = limiter.restartIfClockRanAhead(of: clock.bootInstant)
        #expect(!restarted)
    }

    @Test func `keeps the full wait while the clock is unreliable`() {
        let clock = ManualClock()
        let limiter = Self.limiter(failures: 5, at: clock)
        clock.certainty = .none
        clock.advance(by: .seconds(100 * 86_400))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(60))
        clock.reboot(sinceBoot: .seconds(100 * 86_400))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(60))
    }

    @Test func `starts the wait of a failure on an unreliable clock once the clock is reliable`() {
        let clock = ManualClock()
        clock.certainty = .none
        var limiter = Self.limiter(failures: 5, at: clock)
        clock.certainty = .full
        clock.advance(by: .seconds(100 * 86_400))
        #expect(limiter.wait(at: clock.bootInstant) == .seconds(60))
        let restarted = limiter.restartIfClockRanAhead(of: clock.bootInstant)
        #expect(restarted)
        clock.advance(by: .seconds(60))
        #expect(limiter.wait(at: clock.bootInstant) == .zero)
    }

    @Test(arguments: [Duration.zero, .nanoseconds(Int64.max), .seconds(Int64.max), .seconds(Int64.min)])
    func `stays within its bounds for any time that a clock may show`(failure: Duration) {
        let boots = [[UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16), []]
        for certainty in [BootInstant.Certainty.full, .timeOnly, .none] {
            for boot in boots {
                var limiter = AttemptLimiter()
                for _ in 0..<13 {
                    limiter.charge(at: BootInstant(boot: boots[0], sinceBoot: failure, certainty: certainty))
                }
                for now in [Duration.zero, .seconds(5), .seconds(Int64.max), .seconds(Int64.min)] {
                    let now = BootInstant(boot: boot, sinceBoot: now)
                    #expect((Duration.zero ... .seconds(86_400)).contains(limiter.wait(at: now)))
                    var restarted = limiter
                    _ = restarted.restartIfClockRanAhead(of: now)
                    #expect((Duration.zero ... .seconds(86_400)).contains(restarted.wait(at: now)))
                }
            }
        }
    }

    @Test(arguments: [Int.min, -1, Int.max - 1, Int.max]) func `continues from any number of failures`(failures: Int) {
        var limiter = AttemptLimiter(failures: failures, lastFailure: nil)
        limiter.charge(at: ManualClock().bootInstant)
        limiter.charge(at: ManualClock().bootInstant)
        #expect(limiter.failures == (failures < 0 ? 2 : .max))
        #expect(limiter.wait(at: ManualClock().bootInstant) == (failures < 0 ? .zero : .seconds(86_400)))
        #expect(limiter.attemptsBeforeWait == (failures < 0 ? 3 : 0))
    }

    @Test func `is cleared by a success`() {
        let clock = ManualClock()
        var limiter = Self.limiter(failures: 12, at: clock)
        limiter.clear()
        #expect(limiter.failures == 0)
        #expect(limiter.wait(at: clock.bootInstant) == .zero)
    }
}
