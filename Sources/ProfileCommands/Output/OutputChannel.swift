internal import Glibc

/// A file descriptor that text is written to, gathered until it is flushed.
final class OutputChannel {
    let descriptor: Int32
    private var pending: [UInt8] = []
    private var error: Int32 = 0
    private var isReported = false
    /// Who gets the text instead, to show it page by page.
    private var pager: Pager?

    private static let gathered = 64 << 10

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// How many cells the terminal says that its lines have; `nil` where it is none, or says nothing.
    var terminalColumns: Int? {
        var window = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
        return Int(window.ws_col)
    }

    func write(line: String) {
        write(line)
        write("\n")
    }

    func write(_ text: String) {
        pending += text.utf8
        if pending.count >= Self.gathered { flush() }
    }

    /// Whether a reader was there and has closed its end.
    var isAbandoned: Bool { error == EPIPE }

    /// Whether everything written so far has reached a reader, or a file. A failure counts as reported then.
    func reachesReader() -> Bool {
        flush()
        isReported = error != 0
        return error == 0
    }

    /// Hands what is written from now on to a pager, until ``settle()``.
    func begin(_ pager: Pager?) {
        guard let pager, self.pager == nil else { return }
        flush()
        self.pager = pager
    }

    /// Hands everything over, and waits until a pager has shown it.
    func settle() {
        flush()
        guard let pager else { return }
        self.pager = nil
        pager.finish()
        // Whoever leaves the pager early doesn't want the rest.
        if error == EPIPE { error = 0 }
    }

    /// Hands everything to the system.
    func flush() {
        var written = 0
        while written < pending.count, error == 0 {
            let step = unsafe pending.withUnsafeBytes { bytes in
                unsafe Glibc.write(
                    pager?.descriptor ?? descriptor, bytes.baseAddress! + written, bytes.count - written)
            }
            if step >= 0 { written += step } else if errno != EINTR { error = errno }
        }
        pending.removeAll()
    }

    /// Whether everything written so far has reached the system.
    ///
    /// - Throws: ``Complaint`` with `io`; not for a reader that has closed its end, who doesn't want the rest.
    func finish() throws {
        settle()
        guard error != 0, !isAbandoned, !isReported else { return }
        isReported = true
        throw Complaint(
            .io, "the output cannot be written: \(unsafe String(cString: strerror(error)))",
            hint: "The command took effect, but its output is incomplete.")
    }
}
