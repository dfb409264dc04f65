internal import Glibc

// Globals, because a signal handler captures nothing. They are set before the handler is installed.
private nonisolated(unsafe) var settingsBefore = termios()
private nonisolated(unsafe) var resetBytes: UnsafeMutablePointer<CChar>?
private nonisolated(unsafe) var resetCount = 0
private nonisolated(unsafe) var terminal: Int32 = -1

/// Restores the terminal when the process crashes.
///
/// The handler does only what is async-signal-safe: it writes prepared bytes, restores the terminal's settings, and
/// raises the signal again, which then kills the process.
enum CrashRestoration {
    private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]
    /// The handler has its own stack, because the fault may be a stack overflow. It needs far less than this.
    private static let stackSize = 64 << 10
    // Unsafe only as a pointer: nothing but the handler's stack frames uses the memory, and it is never freed.
    private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
        byteCount: stackSize, alignment: 16)

    /// - Parameters:
    ///   - descriptor: the terminal.
    ///   - settings: the terminal's settings from before the app.
    ///   - bytes: the sequences that restore its screen, cursor and keys.
    static func install(on descriptor: Int32, settings: termios, bytes: [UInt8]) {
        unsafe settingsBefore = settings
        // They are the same each time. Another thread's handler may be writing them, so they are never freed.
        if unsafe resetBytes == nil {
            unsafe resetBytes = strndup(bytes.map { CChar(bitPattern: $0) } + [0], bytes.count)
            unsafe resetCount = bytes.count
        }
        unsafe terminal = descriptor
        var own = unsafe stack_t()
        unsafe own.ss_sp = unsafe stack
        unsafe own.ss_size = stackSize
        unsafe sigaltstack(&own, nil)
        for number in faults {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = restoreAndDie
            // With SA_RESETHAND, a repeated fault in the handler kills the process at once.
            action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
            unsafe sigaction(number, &action, nil)
        }
    }

    static func remove() {
        for number in faults { signal(number, SIG_DFL) }
        unsafe terminal = -1
    }
}

private func restoreAndDie(of number: Int32) {
    if unsafe terminal >= 0 {
        _ = unsafe write(terminal, resetBytes, resetCount)
        unsafe tcsetattr(terminal, TCSANOW, &settingsBefore)
    }
    signal(number, SIG_DFL)
    raise(number)
}
