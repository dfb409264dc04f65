internal import Glibc
internal import SystemKit

// A signal handler may touch only plain memory: these are set before it can run, and changed by the prompt alone.
private nonisolated(unsafe) var terminalToRestore: Int32 = -1
private nonisolated(unsafe) var settingsToRestore = termios()

/// Ends the process cleanly on a signal: a terminal whose echo was off gets it back, a file that isn't finished goes,
/// and Ctrl-C exits with 130.
///
/// The store needs no care here: what isn't committed is as if it never was.
enum Interruption {
    static func install() {
        // Whatever the first use of it sets up isn't for a handler to do.
        NewFile.removeUnfinished()
        unsafe settingsToRestore = termios()
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            // A shell that runs us in the background, or `nohup`, wants the signal ignored.
            let previous = signal(number, endProcess)
            if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                signal(number, SIG_IGN)
            }
        }
    }

    /// Says which terminal to give which settings if a signal comes now.
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
        // The cursor stands behind the question.
        unsafe write(terminalToRestore, "\n", 1)
    }
    NewFile.removeUnfinished()
    _exit(128 + number)
}
