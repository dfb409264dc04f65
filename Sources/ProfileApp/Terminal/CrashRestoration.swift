internal import Glibc

/// The text that the handler writes, and where.
@unsafe private struct Preparation {
    var terminal: Int32 = -1
    var settings = termios()
    var bytes: UnsafeMutablePointer<CChar>?
    var count = 0
}

// A global, because a signal handler captures nothing, and unsafe, because it may take no lock, not even the one that the
// first use of an initialized global takes. It is set before the handler is installed. The compiler reserves three bytes
// too few for a global `termios`, so it refers to memory that is never freed.
private nonisolated(unsafe) var prepared: UnsafeMutablePointer<Preparation>?

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
        let preparation = unsafe prepared ?? .allocate(capacity: 1)
        if unsafe prepared == nil {
            unsafe preparation.initialize(to: Preparation())
            unsafe prepared = preparation
        }
        unsafe preparation.pointee.settings = settings
        // They are the same each time. Another thread's handler may be writing them, so they are never freed.
        if unsafe preparation.pointee.bytes == nil {
            unsafe preparation.pointee.bytes = strndup(bytes.map { CChar(bitPattern: $0) } + [0], bytes.count)
            unsafe preparation.pointee.count = bytes.count
        }
        unsafe preparation.pointee.terminal = descriptor
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
        unsafe prepared?.pointee.terminal = -1
    }
}

private func restoreAndDie(of number: Int32) {
    if let preparation = unsafe prepared, unsafe preparation.pointee.terminal >= 0 {
        _ = unsafe write(preparation.pointee.terminal, preparation.pointee.bytes, preparation.pointee.count)
        // What was typed and not read may be a secret, which the shell would run and show.
        unsafe tcsetattr(preparation.pointee.terminal, TCSAFLUSH, &preparation.pointee.settings)
    }
    signal(number, SIG_DFL)
    raise(number)
}
