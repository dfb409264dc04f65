import Glibc

/// A program's input: the end of a pipe or terminal to write to, and the bytes that the program hasn't taken yet.
final class Sink {
    let descriptor: Descriptor
    private var bytes: [UInt8] = []
    private var position = 0
    private var closesWhenEmpty = false

    /// A write to a program that has ended must be an error (`EPIPE`), and not end the test runner.
    private static let ignoringBrokenPipes: Void = {
        signal(SIGPIPE, SIG_IGN)
    }()

    /// - Parameter descriptor: Must not block.
    init(_ descriptor: Descriptor) {
        Self.ignoringBrokenPipes
        self.descriptor = descriptor
    }

    var isEmpty: Bool { position == bytes.count }

    func append(_ more: [UInt8]) {
        bytes.removeFirst(position)
        position = 0
        bytes += more
    }

    /// Closes the descriptor once the program has taken everything, so that its input ends.
    func closeWhenEmpty() {
        closesWhenEmpty = true
        if isEmpty { descriptor.close() }
    }

    /// Writes as much as there is room for. If the program no longer reads, that isn't an error.
    func send() throws(ScenarioError) {
        guard !isEmpty else { return }
        let written = unsafe bytes.withUnsafeBytes { all in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: all[position...])
            return unsafe write(descriptor.number, rest.baseAddress, rest.count)
        }
        if written >= 0 {
            position += written
            if isEmpty, closesWhenEmpty { descriptor.close() }
            return
        }
        switch errno {
        case EAGAIN, EINTR: break
        case EPIPE, EIO: abandon()
        case let failure: throw .systemCall("write", code: failure)
        }
    }

    /// Discards what is left to send.
    func abandon() {
        position = bytes.count
        if closesWhenEmpty { descriptor.close() }
    }
}
