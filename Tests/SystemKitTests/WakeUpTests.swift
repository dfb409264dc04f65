import Dispatch
import Glibc
import SystemKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A thread that waits to be woken` {
    /// Both ends of a pipe.
    private func pipeEnds() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        return (ends[0], ends[1])
    }

    @Test func `goes on when another thread sends`() throws {
        let wakeUp = try WakeUp()
        let output = pipeEnds()
        DispatchQueue.global().async { wakeUp.send() }
        #expect(wakeUp.wait(whileOpen: output.writing))
        close(output.reading)
        close(output.writing)
    }

    @Test func `goes on at once when it was woken before, once for any number of times`() throws {
        let wakeUp = try WakeUp()
        let output = pipeEnds()
        for _ in 0..<100_000 { wakeUp.send() }
        #expect(wakeUp.wait(whileOpen: output.writing))
        // Nothing is left: only the closed output ends this wait.
        close(output.reading)
        #expect(!wakeUp.wait(whileOpen: output.writing))
        close(output.writing)
    }

    @Test func `goes on when the last reader of its output goes while it waits`() throws {
        let wakeUp = try WakeUp()
        let output = pipeEnds()
        DispatchQueue.global().async { close(output.reading) }
        #expect(!wakeUp.wait(whileOpen: output.writing))
        close(output.writing)
    }

    @Test func `takes a plain file for an output that stays open`() throws {
        let wakeUp = try WakeUp()
        let file = open("/dev/null", O_WRONLY | O_CLOEXEC)
        wakeUp.send()
        #expect(wakeUp.wait(whileOpen: file))
        close(file)
    }
}
