internal import Glibc
internal import ProfileRendering
internal import SystemKit

// Unsafe, because a signal handler may only touch plain memory, and take no lock. They are set before it can run, and
// changed only by the prompt and by the wait that a signal wakes. The settings are in memory that the prompt allocates,
// since the compiler reserves three bytes too few for a global `termios`.
private nonisolated(unsafe) var terminalToRestore: Int32 = -1
private nonisolated(unsafe) var settingsToRestore: UnsafeMutablePointer<termios>?
private nonisolated(unsafe) var settingsToAskWith: UnsafeMutablePointer<termios>?
private nonisolated(unsafe) var questionToRepeat: UnsafeMutableBufferPointer<UInt8>?
private nonisolated(unsafe) var counterToWake: Int32 = -1
private nonisolated(unsafe) var receivedSignal: Int32 = 0
/// Whether the shell lets the program be suspended, as a prompt has found out.
private nonisolated(unsafe) var canBeSuspended = true

/// Ends the process cleanly on a signal: restores the echo of a terminal, removes unfinished files, and exits with 130
/// on Ctrl-C. A crash restores the echo as well.
///
/// The store needs no cleanup: an uncommitted transaction has no effect.
enum Interruption {
    static func install() {
        // Forces the initialization on first use, which a signal handler must not do.
        NewFile.removeUnfinished()
        unsafe (settingsToRestore, settingsToAskWith, questionToRepeat) = (nil, nil, nil)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            // A shell that runs the program in the background, or `nohup`, wants the signal ignored.
            let previous = signal(number, endProcess)
            if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Whether the terminal's echo is off.
    static var isSilent: Bool { unsafe terminalToRestore >= 0 }

    /// Turns the echo of the process's terminal off until ``restore()``, and discards what was typed before.
    ///
    /// A command that has asked for a secret leaves the echo off until the last verdict, since the next answer may be
    /// typed while a key is being derived. A signal that ends or suspends the program turns it on.
    ///
    /// - Parameter question: what to repeat when the program goes on after it was suspended; `nil` if nothing is asked.
    /// - Returns: the terminal.
    @discardableResult
    static func silence(asking question: String? = nil) throws(UserError) -> Int32 {
        if !isSilent { try takeTerminal() }
        keepingRunning { unsafe questionToRepeat = question.map(copied) }
        unsafe tcsetattr(terminalToRestore, TCSAFLUSH, settingsToAskWith)
        return unsafe terminalToRestore
    }

    /// The question was answered, and isn't repeated any more. The echo stays off.
    static func endQuestion() {
        keepingRunning {
            let question = unsafe questionToRepeat
            unsafe questionToRepeat = nil
            unsafe question?.deallocate()
        }
    }

    /// Restores the terminal's settings if the echo is off, and discards what was typed meanwhile: it may be a secret.
    static func restore() {
        guard isSilent else { return }
        endQuestion()
        keepingRunning {
            // In the background, the terminal is another program's, and changing it would stop this one.
            if unsafe tcgetpgrp(terminalToRestore) == getpgrp() {
                unsafe tcsetattr(terminalToRestore, TCSAFLUSH, settingsToRestore)
            }
            if unsafe canBeSuspended { signal(SIGTSTP, SIG_DFL) }
            unsafe close(terminalToRestore)
            unsafe terminalToRestore = -1
            unsafe settingsToRestore?.deallocate()
            unsafe (settingsToRestore, settingsToAskWith) = (nil, nil)
        }
    }

    private static func takeTerminal() throws(UserError) {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw UserError(.locked, "there is no terminal to ask on", hint: "Give the secret with --passcode-stdin.")
        }
        var settings = termios()
        guard unsafe tcgetattr(terminal, &settings) == 0 else {
            close(terminal)
            throw UserError(
                .io, "the terminal's settings cannot be read", hint: "Give the secret with --passcode-stdin.")
        }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        let both = UnsafeMutablePointer<termios>.allocate(capacity: 2)
        unsafe both.initialize(to: settings)
        unsafe (both + 1).initialize(to: silent)
        unsafe (settingsToRestore, settingsToAskWith) = (both, both + 1)
        unsafe terminalToRestore = terminal
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] { signal(number, endByFault) }
        // A shell without job control ignores the signal for the programs that it starts.
        let previous = signal(SIGTSTP, suspend)
        if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
            signal(SIGTSTP, SIG_IGN)
            unsafe canBeSuspended = false
        }
    }

    private static func copied(_ question: String) -> UnsafeMutableBufferPointer<UInt8> {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: question.utf8.count)
        _ = unsafe copy.initialize(from: question.utf8)
        return unsafe copy
    }

    /// Runs a body during which Ctrl-Z doesn't act, whose handler uses what the body changes.
    private static func keepingRunning(_ body: () -> Void) {
        var (signals, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTSTP)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &before)
        body()
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Runs a body that waits for a wake-up. A signal wakes it instead of ending the process, so that the store can be
    /// closed first: the log is then checkpointed into the file.
    /// A second signal ends it all the same.
    static func waking<Result>(_ wakeUp: EventCounter, _ wait: () throws -> Result) rethrows -> Result {
        let outer = unsafe counterToWake
        unsafe counterToWake = wakeUp.descriptor
        defer { unsafe counterToWake = outer }
        return try wait()
    }

    /// Whether a signal would wake a wait instead of ending the process.
    static var wakes: Bool { unsafe counterToWake >= 0 }

    /// Runs a body that uses a store for long. A signal makes ``throwIfInterrupted()`` throw instead of ending the
    /// process, so that the store is closed first. A body that may wait for another program's input shouldn't be run
    /// like this.
    static func stopping<Result>(_ body: () throws -> Result) throws -> Result {
        try waking(try EventCounter(), body)
    }

    /// - Throws: ``UserError`` with `interrupted` if a signal has come.
    static func throwIfInterrupted() throws(UserError) {
        guard isPending else { return }
        throw UserError(.interrupted, "interrupted", hint: "\(UserMessage.unchanged)")
    }

    /// The exit code of an interrupted command, which tells the signal: 130 for Ctrl-C, or if none has come.
    static var exitCode: Int32 { unsafe receivedSignal == 0 ? ExitCode.interrupted.rawValue : 128 + receivedSignal }

    /// Whether a signal has come that ``endIfPending()`` ends the process for.
    static var isPending: Bool { unsafe receivedSignal != 0 }

    /// Ends the process if a signal has woken it, as the signal would have.
    static func endIfPending() {
        if isPending { endProcess(by: unsafe receivedSignal) }
    }
}

/// Stops the process as Ctrl-Z would without a handler, with the terminal as it was found, and asks again when it goes
/// on.
private func suspend(_ number: Int32) {
    let before = errno
    restoreSettings()
    signal(SIGTSTP, SIG_DFL)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTSTP)
    raise(SIGTSTP)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // The process has been continued.
    signal(SIGTSTP, suspend)
    let question = unsafe questionToRepeat
    // In the background, a question stops the program until it has the terminal again; a derivation goes on without.
    if unsafe question != nil || tcgetpgrp(terminalToRestore) == getpgrp() {
        unsafe tcsetattr(terminalToRestore, TCSAFLUSH, settingsToAskWith)
    }
    if let question = unsafe question {
        _ = unsafe write(terminalToRestore, question.baseAddress, question.count)
    }
    errno = before
}

private func restoreSettings() {
    unsafe tcsetattr(terminalToRestore, TCSAFLUSH, settingsToRestore)
    // The cursor may still be on the line of the question.
    if unsafe questionToRepeat != nil { unsafe write(terminalToRestore, "\n", 1) }
}

/// Lets a fault end the process, with the terminal as it was found, and nothing of what was typed left to the shell.
private func endByFault(_ number: Int32) {
    signal(number, SIG_DFL)
    if unsafe terminalToRestore >= 0 && tcgetpgrp(terminalToRestore) == getpgrp() { restoreSettings() }
    // It is blocked until the handler returns.
    raise(number)
}

private func endProcess(by number: Int32) {
    if unsafe counterToWake >= 0 && receivedSignal == 0 {
        var one: UInt64 = 1
        unsafe receivedSignal = number
        _ = unsafe write(counterToWake, &one, MemoryLayout<UInt64>.size)
        return
    }
    // In the background, the terminal is another program's, and changing it would stop this one.
    if unsafe terminalToRestore >= 0 && tcgetpgrp(terminalToRestore) == getpgrp() { restoreSettings() }
    NewFile.removeUnfinished()
    _exit(128 + number)
}
