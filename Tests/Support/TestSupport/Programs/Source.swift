import Glibc

/// A program's output: the end of a pipe or terminal to read from, and all bytes read so far.
final class Source {
    let descriptor: Descriptor
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false

    /// - Parameter descriptor: Must not block.
    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads one chunk, if there is one. Returns the number of bytes read.
    @discardableResult
    func receive(atMost limit: Int = 65_536) throws(ScenarioError) -> Int {
        guard !isAtEnd else { return 0 }
        var failure: Int32 = 0
        let chunk = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = unsafe read(descriptor.number, buffer.baseAddress, limit)
            if result < 0 { failure = errno }
            count = max(result, 0)
        }
        switch failure {
        case 0 where chunk.isEmpty: end()
        case 0: bytes += chunk
        case EAGAIN, EINTR: break
        // This is how a terminal reports that its other side is closed.
        case EIO: end()
        default: throw .systemCall("read", code: failure)
        }
        return chunk.count
    }

    /// Reads what a pipe contains now, and ends.
    ///
    /// A program that has exited left all its output in the pipe. Neither the end of the pipe nor its being empty can
    /// be awaited: a process that the program started may keep it open and write to it.
    func receiveRest() throws(ScenarioError) {
        guard !isAtEnd else { return }
        var held: Int32 = 0
        guard unsafe ioctl(descriptor.number, UInt(FIONREAD), &held) == 0 else {
            throw .systemCall("ioctl", code: errno)
        }
        while held > 0, !isAtEnd {
            held -= Int32(try receive(atMost: Int(held)))
        }
        end()
    }

    func end() {
        isAtEnd = true
    }

    /// The index just after the first occurrence of `wanted` at or after `start`.
    func end(of wanted: [UInt8], from start: Int) -> Int? {
        unsafe bytes.withUnsafeBufferPointer { seen in
            guard seen.count >= wanted.count + start else { return nil }
            for candidate in start...(seen.count - wanted.count)
            where unsafe UnsafeBufferPointer(rebasing: seen[candidate...]).starts(with: wanted) {
                return candidate + wanted.count
            }
            return nil
        }
    }
}
