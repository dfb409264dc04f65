import Glibc

/// The input and output of one child. All waiting for a child is done here, in `poll`.
///
/// Every round serves every stream, so there is no deadlock if a program fills one pipe while another is waited for.
final class Exchange {
    let child: Child
    private let sources: [Source]
    private let sinks: [Sink]
    private let isTerminal: Bool

    /// Until when output may still arrive; set if the child has ended before its terminal.
    private var lastOutput: Deadline?

    init(_ child: Child, sources: [Source], sinks: [Sink], isTerminal: Bool) {
        self.child = child
        self.sources = sources
        self.sinks = sinks
        self.isTerminal = isTerminal
    }

    /// Whether the child has ended and all its output has been read.
    var isOver: Bool { child.ending != nil && sources.allSatisfy(\.isAtEnd) }

    /// Exchanges until the condition holds. Returns false if it still doesn't hold at the deadline.
    func advance(until deadline: Deadline, _ condition: () -> Bool) throws(ScenarioError) -> Bool {
        while !condition() {
            let isLastRound = deadline.hasPassed
            try round(until: deadline)
            if isLastRound { return condition() }
        }
        return true
    }

    /// Waits until a stream is ready, at most until the deadline, then reads and writes what it can.
    func round(until deadline: Deadline) throws(ScenarioError) {
        var polled: [pollfd] = []
        if child.ending == nil {
            polled.append(pollfd(fd: child.notice.number, events: Int16(POLLIN), revents: 0))
        }
        for source in sources where !source.isAtEnd {
            polled.append(pollfd(fd: source.descriptor.number, events: Int16(POLLIN), revents: 0))
        }
        for sink in sinks where !sink.isEmpty {
            polled.append(pollfd(fd: sink.descriptor.number, events: Int16(POLLOUT), revents: 0))
        }
        let wait = min(deadline, lastOutput ?? deadline).milliseconds
        let count = unsafe poll(&polled, nfds_t(polled.count), wait)
        guard count >= 0 || errno == EINTR else { throw .systemCall("poll", code: errno) }
        guard count > 0 else {
            if let lastOutput, lastOutput.hasPassed { endOutput() }
            return
        }

        if child.ending == nil, polled[0].revents != 0 {
            try childEnded()
        }
        // Nothing blocks, so it doesn't matter which stream was ready.
        for sink in sinks { try sink.send() }
        for source in sources { try source.receive() }
        if isTerminal, sources.allSatisfy(\.isAtEnd) {
            endOutput()
        }
    }

    /// Also ends the input: a terminal whose other side is closed accepts bytes until it is full, and then polls as
    /// ready forever.
    private func endOutput() {
        for source in sources { source.end() }
        for sink in sinks { sink.abandon() }
        lastOutput = nil
    }

    private func childEnded() throws(ScenarioError) {
        child.end()
        if isTerminal {
            // The kernel passes a terminal's bytes on in the background, so some may still arrive, and then the end.
            // But a process that left the session may keep the terminal open, hence the limit.
            lastOutput = Deadline(after: .seconds(1))
        } else {
            for source in sources { try source.receiveRest() }
            endOutput()
        }
    }
}
