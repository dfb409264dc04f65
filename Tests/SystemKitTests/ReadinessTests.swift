import Dispatch
import Glibc
import SystemKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Waiting for several descriptors` {
    @Test func `reports which can be read and which is closed`() throws {
        let wakeUp = try EventCounter()
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
        // Programs started meanwhile by other tests have a copy of the end for a moment.
        var states: [Readiness.State] = []
        repeat {
            states = Readiness.wait(for: [wakeUp.descriptor, ends[0]], timeout: nil)
        } while states[1] == .readable
        #expect(states == [.quiet, .closed])
    }

    @Test func `takes no less than its timeout, however short, and never traps`() throws {
        let wakeUp = try EventCounter()
        let start = ContinuousClock.now
        _ = Readiness.wait(for: [wakeUp.descriptor], timeout: .nanoseconds(1_500_001))
        #expect(ContinuousClock.now - start >= .nanoseconds(1_500_001))
        wakeUp.send()
        #expect(Readiness.wait(for: [wakeUp.descriptor], timeout: .seconds(Int64.max)) == [.readable])
        wakeUp.clear()
        #expect(Readiness.wait(for: [wakeUp.descriptor], timeout: .seconds(-5)) == [.quiet])
    }
}

@Suite(.timeLimit(.minutes(20))) struct `A thread that waits for a wake-up` {
    /// Both ends of a pipe.
    private func pipeEnds() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        return (ends[0], ends[1])
    }

    @Test func `continues when another thread sends`() throws {
        let wakeUp = try EventCounter()
        let output = pipeEnds()
        DispatchQueue.global().async { wakeUp.send() }
        #expect(wakeUp.wait(whileOpen: output.writing))
        close(output.reading)
        close(output.writing)
    }

    @Test func `continues at once when it was woken before, once for any number of wake-ups`() throws {
        let wakeUp = try EventCounter()
        let output = pipeEnds()
        for _ in 0..<100_000 { wakeUp.send() }
        #expect(wakeUp.wait(whileOpen: output.writing))
        // No wake-up is pending: only the closed output ends this wait.
        close(output.reading)
        #expect(!wakeUp.wait(whileOpen: output.writing))
        close(output.writing)
    }

    @Test func `continues when its output's last reader disappears meanwhile`() throws {
        let wakeUp = try EventCounter()
        let output = pipeEnds()
        DispatchQueue.global().async { close(output.reading) }
        #expect(!wakeUp.wait(whileOpen: output.writing))
        close(output.writing)
    }

    @Test func `treats a regular file as an output that stays open`() throws {
        let wakeUp = try EventCounter()
        let file = open("/dev/null", O_WRONLY | O_CLOEXEC)
        wakeUp.send()
        #expect(wakeUp.wait(whileOpen: file))
        close(file)
    }
}
