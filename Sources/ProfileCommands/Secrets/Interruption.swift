internal import Glibc
internal import SystemKit

// A signal handler may only touch plain memory: these are set before it can run, and changed by the prompt alone.
private nonisolated(unsafe) var terminalToRestore: Int32 = -1
private nonisolated(unsafe) var settingsToRestore = termios()

/// Ends the process cleanly on a signal: restores the echo of a terminal, removes unfinished files, and exits with 130
/// on Ctrl-C.
///
/// The store needs no cleanup: an uncommitted transaction has no effect.
enum Interruption {
    static func install() {
        // Forces the initialization on first use, which a signal handler must not do.
        NewFile.removeUnfinished()
        unsafe settingsToRestore = termios()
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            // A shell that runs the program in the background, or `nohup`, wants the signal ignored.
            let previous = signal(number, endProcess)
            if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Sets the terminal, and the settings to restore if a signal arrives.
    static func willChange(_ terminal: Int32, from settings: termios) {
        unsafe settingsToRestore = settings
        unsafe terminalToRestore = terminal
    }

    static func didRestore() {
        unsafe terminalToRestore = -1
    }
}

private func endProcess(by number: Int32) {
    if unsafe terminalToRestore >= 0 {
        unsafe tcsetattr(terminalToRestore, TCSAFLUSH, &settingsToRestore)
        // The cursor is still on the line of the question.
        unsafe write(terminalToRestore, "\n", 1)
    }
    NewFile.removeUnfinished()
    _exit(128 + number)
}
