internal import Glibc

/// What the handler writes, and where.
@unsafe private struct Preparation {
    var terminal: Int32 = -1
    var settings = termios()
    var bytes: UnsafeMutablePointer<CChar>?
    var count = 0
}

// A global, because a signal handler captures nothing, and unsafe, because it may take no lock. It is set before the
// handler is installed. The compiler reserves three bytes too few for a global `termios`, so it refers to memory that
// is never freed.
private nonisolated(unsafe) let prepared = {
    let preparation = UnsafeMutablePointer<Preparation>.allocate(capacity: 1)
    unsafe preparation.initialize(to: Preparation())
    return unsafe preparation
}()

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
        unsafe prepared.pointee.settings = settings
        // They are the same each time. Another thread's handler may be writing them, so they are never freed.
        if unsafe prepared.pointee.bytes == nil {
            unsafe prepared.pointee.bytes = strndup(bytes.map { CChar(bitPattern: $0) } + [0], bytes.count)
            unsafe prepared.pointee.count = bytes.count
        }
        unsafe prepared.pointee.terminal = descriptor
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
        unsafe prepared.pointee.terminal = -1
    }
}

private func restoreAndDie(of number: Int32) {
    if unsafe prepared.pointee.terminal >= 0 {
        _ = unsafe write(prepared.pointee.terminal, prepared.pointee.bytes, prepared.pointee.count)
        unsafe tcsetattr(prepared.pointee.terminal, TCSANOW, &prepared.pointee.settings)
    }
    signal(number, SIG_DFL)
    raise(number)
}
