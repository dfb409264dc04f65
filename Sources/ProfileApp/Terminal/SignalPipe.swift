internal import Glibc

// A global, because a signal handler captures nothing, and unsafe, because it may take no lock. It is set before the
// handler is installed.
private nonisolated(unsafe) var pipeToWrite: Int32 = -1

/// Turns signals into bytes on a pipe, which the loop can wait for.
///
/// It replaces the program's own handlers, which end the process at once and would leave the terminal in the app's
/// state, until ``remove()`` restores them.
final class SignalPipe {
    /// Readable while a signal is waiting.
    let descriptor: Int32
    private let writing: Int32
    private var before: [(number: Int32, action: sigaction)] = []

    /// Signals that end the app; each is raised again once the terminal is restored.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private static let others = [SIGWINCH, SIGTSTP, SIGCONT]

    /// - Returns: `nil` when the system has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        (descriptor, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        unsafe pipeToWrite = writing
        for number in Self.ending + Self.others { catchSignal(number) }
    }

    deinit {
        remove()
        close(descriptor)
        close(writing)
    }

    /// The signals since the last call.
    func received() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }

    /// Restores the previous handlers.
    func remove() {
        for (number, action) in before {
            var action = action
            unsafe sigaction(number, &action, nil)
        }
        before = []
        unsafe pipeToWrite = -1
    }

    /// Stops the process as Ctrl-Z does, and returns when it is continued. Where the signal is ignored, as without a
    /// shell that could continue it, this does nothing.
    func stop() {
        guard before.contains(where: { $0.number == SIGTSTP }) else { return }
        let handler = signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        signal(SIGTSTP, handler)
    }

    private func catchSignal(_ number: Int32) {
        var (old, new) = (sigaction(), sigaction())
        unsafe sigaction(number, nil, &old)
        // A signal that is ignored (SIG_IGN is 1) stays so: `nohup`, or a shell that started us in the background,
        // wants that.
        guard unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != 1 else { return }
        unsafe new.__sigaction_handler.sa_handler = noteSignal
        new.sa_flags = SA_RESTART
        unsafe sigaction(number, &new, nil)
        before.append((number, old))
    }
}

private func noteSignal(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    // A failure can be ignored: if the pipe is full, the loop is woken anyway.
    _ = unsafe write(pipeToWrite, &byte, 1)
    errno = before
}
