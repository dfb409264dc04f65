import CScenario
import Glibc

/// The user's side of a pseudo-terminal.
struct PseudoTerminal {
    let descriptor: Descriptor

    /// The device that a program opens as its terminal.
    let name: String

    init(rows: Int, columns: Int) throws(ScenarioError) {
        // Not `openpty`, which opens both sides so that a child spawned by another thread may inherit them.
        descriptor = try Descriptor(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), from: "posix_openpt")
        guard grantpt(descriptor.number) == 0 else { throw .systemCall("grantpt", code: errno) }
        guard unlockpt(descriptor.number) == 0 else { throw .systemCall("unlockpt", code: errno) }
        var buffer = [CChar](repeating: 0, count: 128)
        let failure = unsafe ptsname_r(descriptor.number, &buffer, buffer.count)
        guard failure == 0 else { throw .systemCall("ptsname_r", code: failure) }
        name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        try descriptor.makeNonBlocking()
        try resize(rows: rows, columns: columns)
    }

    func resize(rows: Int, columns: Int) throws(ScenarioError) {
        var size = winsize()
        size.ws_row = UInt16(clamping: rows)
        size.ws_col = UInt16(clamping: columns)
        guard unsafe ioctl(descriptor.number, UInt(TIOCSWINSZ), &size) == 0 else {
            throw .systemCall("ioctl", code: errno)
        }
    }

    /// The settings as bytes, to compare.
    var settings: [UInt8]? {
        var settings = termios()
        guard unsafe tcgetattr(descriptor.number, &settings) == 0 else { return nil }
        return unsafe withUnsafeBytes(of: &settings) { unsafe Array($0) }
    }

    /// Whether the terminal shows what is typed. Linux answers for the whole terminal, whichever side is asked.
    var echoes: Bool {
        var settings = termios()
        guard unsafe tcgetattr(descriptor.number, &settings) == 0 else { return false }
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// The number of typed bytes that the program can read and hasn't read yet.
    ///
    /// What is sent arrives there a moment later, and only what has arrived can be discarded.
    var unreadInput: Int32 {
        var count: Int32 = 0
        guard
            let program = try? Descriptor(
                unsafe open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), from: "open"),
            unsafe ioctl(program.number, UInt(FIONREAD), &count) == 0
        else { return 0 }
        return count
    }
}
