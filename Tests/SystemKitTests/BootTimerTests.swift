import FoundationEssentials
import SystemKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A timer that runs while the machine sleeps` {
    private func state(of timer: BootTimer, within timeout: Duration?) -> Readiness.State {
        Readiness.wait(for: [timer.descriptor], timeout: timeout)[0]
    }

    @Test func `goes off no earlier than it was set to, and stays so until it is cleared`() throws {
        let timer = try BootTimer()
        let start = SystemClock().bootInstant
        timer.set(to: .milliseconds(20))
        #expect(state(of: timer, within: nil) == .readable)
        #expect(try #require(start.duration(to: SystemClock().bootInstant)) >= .milliseconds(20))
        #expect(state(of: timer, within: .zero) == .readable)
        timer.clear()
        #expect(state(of: timer, within: .zero) == .quiet)
    }

    @Test func `goes off at once for what is due, and never for what is not set`() throws {
        let timer = try BootTimer()
        for due in [Duration.zero, .seconds(-5), .seconds(Int64.min)] {
            timer.set(to: due)
            #expect(state(of: timer, within: nil) == .readable, "\(due)")
        }
        for later in [nil, Duration.seconds(3600), .seconds(Int64.max)] {
            timer.set(to: later)
            #expect(state(of: timer, within: .zero) == .quiet, "\(String(describing: later))")
        }
    }

    /// The machine can't be put to sleep here, so the clock's number is looked up: 7 is `CLOCK_BOOTTIME`.
    @Test func `is set on the clock that runs on`() throws {
        let timer = try BootTimer()
        let file = URL(filePath: "/proc/self/fdinfo/\(timer.descriptor)")
        #expect(String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("clockid: 7\n"))
    }
}
