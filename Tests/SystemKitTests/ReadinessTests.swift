import Glibc
import SystemKit
import Testing

@Suite struct `Waiting for several descriptors` {
    @Test func `tells which can be read and which is closed`() throws {
        let wakeUp = try WakeUp()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        #expect(Readiness.wait(for: [wakeUp.descriptor, ends[0]], timeout: .zero) == [.quiet, .quiet])
        wakeUp.send()
        #expect(Readiness.wait(for: [wakeUp.descriptor, ends[0]], timeout: nil) == [.readable, .quiet])
        wakeUp.clear()
        #expect(Readiness.wait(for: [wakeUp.descriptor, ends[0]], timeout: .zero) == [.quiet, .quiet])
        _ = write(ends[1], "x", 1)
        #expect(Readiness.wait(for: [wakeUp.descriptor, ends[0]], timeout: nil) == [.quiet, .readable])
        close(ends[1])
        #expect(Readiness.wait(for: [wakeUp.descriptor, ends[0]], timeout: nil) == [.quiet, .closed])
    }

    @Test func `takes no less than its time, however short, and never traps`() throws {
        let wakeUp = try WakeUp()
        let start = ContinuousClock.now
        _ = Readiness.wait(for: [wakeUp.descriptor], timeout: .nanoseconds(1_500_001))
        #expect(ContinuousClock.now - start >= .nanoseconds(1_500_001))
        wakeUp.send()
        #expect(Readiness.wait(for: [wakeUp.descriptor], timeout: .seconds(Int64.max)) == [.readable])
        wakeUp.clear()
        #expect(Readiness.wait(for: [wakeUp.descriptor], timeout: .seconds(-5)) == [.quiet])
    }
}
