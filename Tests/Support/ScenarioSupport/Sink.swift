import Glibc

/// What a program reads: the end of a pipe or terminal that we write, and the bytes it has not taken yet.
final class Sink {
    let descriptor: Descriptor
    private var bytes: [UInt8] = []
    private var position = 0
    private var closesWhenEmpty = false

    /// A write to a program that is gone is an error to us (`EPIPE`), not the end of the test runner.
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

    /// Closes the descriptor once the program has taken everything, so that it sees the end of its input.
    func closeWhenEmpty() {
        closesWhenEmpty = true
        if isEmpty { descriptor.close() }
    }

    /// Writes as much as there is room for. A program which no longer reads is no error: many stop early.
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

    /// Forgets what is left to send.
    func abandon() {
        position = bytes.count
        if closesWhenEmpty { descriptor.close() }
    }
}
