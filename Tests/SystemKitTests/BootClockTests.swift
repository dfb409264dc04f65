import Glibc
import SystemKit
import Testing

@Suite struct `A moment since boot` {
    private let boot = [UInt8](1...16)

    @Test func `is a duration away from others of the same boot, in either direction`() {
        let early = BootInstant(boot: boot, sinceBoot: .seconds(10))
        let late = BootInstant(boot: boot, sinceBoot: .milliseconds(12_500))
        #expect(early.duration(to: late) == .milliseconds(2500))
        #expect(late.duration(to: early) == .milliseconds(-2500))
        #expect(early.duration(to: early) == .zero)
    }

    @Test func `cannot be compared with one of another boot`() {
        let one = BootInstant(boot: boot, sinceBoot: .seconds(10))
        for other in [[], boot.reversed(), Array(boot.dropLast()), [UInt8](repeating: 0, count: 16)] as [[UInt8]] {
            #expect(one.duration(to: BootInstant(boot: other, sinceBoot: .seconds(20))) == nil)
        }
    }

    @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(-3), .seconds(86_400)])
    func `is later in the same boot when it is advanced`(duration: Duration) {
        let moment = BootInstant(boot: boot, sinceBoot: .seconds(10))
        let advanced = moment.advanced(by: duration)
        #expect(advanced.boot == boot)
        #expect(moment.duration(to: advanced) == duration)
    }
}

@Suite struct `The clock of this machine` {
    @Test func `has the kernel's boot ID`() throws {
        let boot = SystemClock().bootInstant.boot
        #expect(boot.count == 16)
        #expect(boot.contains { $0 != 0 })
        let file = try #require(fopen("/proc/sys/kernel/random/boot_id", "r"))
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        fgets(&line, 64, file)
        let digits = String(decoding: line.map(UInt8.init).prefix { $0 > 32 }, as: UTF8.self).replacing("-", with: "")
        #expect(boot.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digits)
    }

    @Test func `only moves forward`() throws {
        let clock = SystemClock()
        let start = clock.bootInstant
        var last = start
        for _ in 0..<1000 {
            let next = clock.bootInstant
            let step = try #require(last.duration(to: next))
            #expect(step >= .zero)
            last = next
        }
        #expect(last.sinceBoot > start.sinceBoot)
    }

    @Test func `continues while the machine sleeps`() {
        func seconds(_ clock: clockid_t) -> Duration {
            var now = timespec()
            clock_gettime(clock, &now)
            return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        }
        let before = seconds(CLOCK_BOOTTIME)
        let now = SystemClock().bootInstant.sinceBoot
        #expect(before <= now && now <= seconds(CLOCK_BOOTTIME))
    }

    @Test func `has the system's wall clock`() {
        let before = time(nil)
        let now = SystemClock().wallTime.secondsSince1970
        #expect(before <= now && now <= time(nil))
    }

    @Test func `has moments in the order of their seconds`() {
        let moments = [-1, 0, 1].map { WallTime(secondsSince1970: $0) }
        #expect(moments.reversed().sorted() == moments)
    }
}
