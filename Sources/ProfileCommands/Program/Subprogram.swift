internal import Glibc
internal import ProfileRendering

/// Another program on the user's terminal: a pager, an editor, a program that asks for secrets.
struct Subprogram {
    private let identifier: pid_t

    /// Starts a program that is searched for as a shell would.
    ///
    /// - Parameters:
    ///   - words: its name or path, followed by its arguments.
    ///   - input: the descriptor for its stdin; `nil` to inherit this process's.
    ///   - output: the descriptor for its stdout; `nil` to inherit this process's.
    /// - Throws: ``UserError`` with `failure` when it can't be started.
    init(_ words: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        // Signals that this process ignores must not be ignored by the other program.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT] { unsafe sigaddset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var identifier: pid_t = 0
        let status = unsafe withPointers(to: words) { arguments in
            unsafe withPointers(to: environment.map { "\($0.key)=\($0.value)" }) { variables in
                unsafe posix_spawnp(&identifier, words.first ?? "", &actions, &attributes, arguments, variables)
            }
        }
        guard status == 0 else {
            throw UserError(
                .failure, "\(words.first ?? "") cannot be started: \(systemReason(status))",
                hint: "Check that the program is there and can be run.")
        }
        self.identifier = identifier
        unsafe held.program = identifier
        // It may have arrived before there was a program to forward it to.
        if unsafe held.signal != 0 { unsafe kill(identifier, held.signal) }
    }

    /// Starts a command as given in `PAGER` or `EDITOR`: with arguments, interpreted by the shell.
    init(
        shell command: String, _ arguments: [String] = [], environment: [String: String], input: Int32? = nil,
        output: Int32? = nil
    ) throws {
        // The arguments are passed separately, since the shell would interpret them as part of the command.
        try self.init(
            ["/bin/sh", "-c", arguments.isEmpty ? command : "\(command) \"$@\"", command] + arguments,
            environment: environment, input: input, output: output)
    }

    /// Waits for the program to end.
    ///
    /// - Returns: its exit code; if it was ended by a signal, 128 plus the signal's number, as in shells.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return Self.exitCode(of: status)
    }

    /// Waits for the program to end, and meanwhile reads what it prints: it can't end while its pipe is full. Whatever
    /// else has the pipe open isn't waited for.
    func wait(skipping output: Int32) -> Int32 {
        var rest = [UInt8](repeating: 0, count: 4096)
        while true {
            var status: Int32 = 0
            if unsafe waitpid(identifier, &status, WNOHANG) == identifier { return Self.exitCode(of: status) }
            var event = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&event, 1, 20) > 0 else { continue }
            if unsafe read(output, &rest, rest.count) == 0 { return wait() }
        }
    }

    private static func exitCode(of status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Runs a closure that starts a program and waits for it. Any signal that would end this process is forwarded to
    /// that program.
    ///
    /// - Returns: the closure's result, and the signal that arrived, which the caller should raise again.
    static func holdingSignals<Result>(_ body: () throws -> Result) rethrows -> (result: Result, signal: Int32?) {
        unsafe held = (0, 0)
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = holdSignal
        var (onEnd, onHangup) = (sigaction(), sigaction())
        unsafe sigaction(SIGTERM, &action, &onEnd)
        unsafe sigaction(SIGHUP, &action, &onHangup)
        defer {
            unsafe sigaction(SIGTERM, &onEnd, nil)
            unsafe sigaction(SIGHUP, &onHangup, nil)
        }
        let result = try body()
        let signal = unsafe held.signal
        return (result, signal == 0 ? nil : signal)
    }

    /// Whether a signal has arrived since ``holdingSignals(_:)`` began.
    static var holdsSignal: Bool { unsafe held.signal != 0 }

    /// Runs a closure while Ctrl-C and Ctrl-\ only reach the other program, which has the terminal.
    static func havingTerminal<Result>(_ body: () throws -> Result) rethrows -> Result {
        let loan = TerminalLoan()
        defer { loan.end() }
        return try body()
    }

    /// The time in which another program has the terminal, so that Ctrl-C and Ctrl-\ are ignored here.
    struct TerminalLoan {
        private let before = [SIGINT, SIGQUIT].map { number in (number, Glibc.signal(number, SIG_IGN)) }

        func end() {
            for (number, handler) in before { Glibc.signal(number, handler) }
        }
    }
}

// Unsafe, because a signal handler may only touch plain memory, and take no lock. It is changed only by the handler,
// and by the one thread that starts a program and waits for it.
private nonisolated(unsafe) var held: (signal: Int32, program: pid_t) = (0, 0)

private func holdSignal(_ number: Int32) {
    unsafe held.signal = number
    if unsafe held.program != 0 { unsafe kill(held.program, number) }
}

/// Calls a closure with strings as a null-terminated array of C strings.
private func withPointers<Result>(
    to strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in unsafe body(buffer.baseAddress!) }
}
