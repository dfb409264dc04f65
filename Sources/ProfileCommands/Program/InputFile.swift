internal import Glibc

/// Files that a person names, `-` being stdin.
enum InputFile {
    /// The whole content.
    ///
    /// - Throws: ``Complaint`` with `io` when it can't be read, `invalidValue` when it is longer than `limit` bytes.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let descriptor = unsafe path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opened", path) }
        defer { if descriptor != 0 { close(descriptor) } }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            guard count > 0 else { return content }
            content += chunk[..<count]
            guard content.count <= limit else {
                throw Complaint(
                    .invalidValue, "\(path) is longer than \(limit >> 20) MiB", hint: "Split it into several files.")
            }
        }
    }

    private static func failure(_ verb: String, _ path: String) -> Complaint {
        Complaint(
            .io, "\(path) cannot be \(verb): \(unsafe String(cString: strerror(errno)))",
            hint: "Check the name and the permissions.")
    }
}
