import Glibc

/// What flows between us and one child. All waiting for a child is done here, in `poll`.
///
/// Every round serves every stream, so a program that fills one pipe while we wait for another cannot lock us both up.
final class Exchange {
    let child: Child
    private let sources: [Source]
    private let sinks: [Sink]
    private let isTerminal: Bool

    /// How long output may still come; set when the child has ended before its terminal did.
    private var lastOutput: Deadline?

    init(_ child: Child, sources: [Source], sinks: [Sink], isTerminal: Bool) {
        self.child = child
        self.sources = sources
        self.sinks = sinks
        self.isTerminal = isTerminal
    }

    /// The child has ended and all it wrote has been read.
    var isOver: Bool { child.ending != nil && sources.allSatisfy(\.isAtEnd) }

    /// Exchanges until the condition holds. Returns false if it does not by the deadline; it is asked once more then.
    func advance(until deadline: Deadline, _ condition: () -> Bool) throws(ScenarioError) -> Bool {
        while !condition() {
            let isLastRound = deadline.hasPassed
            try round(until: deadline)
            if isLastRound { return condition() }
        }
        return true
    }

    /// Waits for anything to happen, at most until the deadline, and takes and gives what is there.
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
        // Nothing blocks, so which stream was ready need not be looked up.
        for sink in sinks { try sink.send() }
        for source in sources { try source.receive() }
        if isTerminal, sources.allSatisfy(\.isAtEnd) {
            endOutput()
        }
    }

    /// Also ends the input: a terminal with nobody at its other side takes bytes until it is full, and from then on
    /// polls as ready for ever.
    private func endOutput() {
        for source in sources { source.end() }
        for sink in sinks { sink.abandon() }
        lastOutput = nil
    }

    private func childEnded() throws(ScenarioError) {
        child.end()
        if isTerminal {
            // The kernel passes the bytes of a terminal on in the background, so some may be on their way. After them
            // it tells the end, unless a process that left the session keeps the terminal open: hence the limit.
            lastOutput = Deadline(after: .seconds(1))
        } else {
            for source in sources { try source.receiveRest() }
            endOutput()
        }
    }
}
