internal import Glibc

// A signal handler may touch only plain memory: these are set before it can run.
private nonisolated(unsafe) var settingsBefore = termios()
private nonisolated(unsafe) var resetBytes: UnsafeMutablePointer<CChar>?
private nonisolated(unsafe) var resetCount = 0
private nonisolated(unsafe) var terminal: Int32 = -1

/// Gives the terminal back when the process dies of a fault of its own.
///
/// What it does is safe in a signal handler: it writes bytes that were made before, sets the terminal's settings, and
/// lets the signal kill the process as it would have.
enum CrashRestoration {
    private static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]
    /// Enough for the handler below; a fault may be that the stack is used up.
    private static let stackSize = 64 << 10
    // Unsafe only in that it is a pointer: the kernel alone uses the memory, and it is never freed.
    private nonisolated(unsafe) static let stack = UnsafeMutableRawPointer.allocate(
        byteCount: stackSize, alignment: 16)

    /// - Parameters:
    ///   - descriptor: the terminal.
    ///   - settings: its settings from before the app.
    ///   - bytes: what gives it its screen, its cursor and its keys back.
    static func install(on descriptor: Int32, settings: termios, bytes: [UInt8]) {
        unsafe settingsBefore = settings
        unsafe free(resetBytes)
        unsafe resetBytes = strndup(bytes.map { CChar(bitPattern: $0) } + [0], bytes.count)
        unsafe resetCount = bytes.count
        unsafe terminal = descriptor
        var own = unsafe stack_t()
        unsafe own.ss_sp = unsafe stack
        unsafe own.ss_size = stackSize
        unsafe sigaltstack(&own, nil)
        for number in faults {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = restoreAndDie
            // The handler is gone once it runs, so that the signal that it raises kills.
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
