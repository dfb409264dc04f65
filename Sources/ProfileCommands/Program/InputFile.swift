internal import Glibc
internal import Interchange

/// Files that a person names, `-` being stdin.
final class InputFile {
    let path: String
    private let descriptor: Int32

    /// - Parameter systemPath: the name as the system has it, where it is no UTF-8, with a zero at its end.
    /// - Throws: ``Complaint`` with `io`.
    init(_ path: String, systemPath: [CChar]? = nil) throws {
        self.path = path
        descriptor = unsafe path == "-" ? 0 : open(systemPath ?? Array(path.utf8CString), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("opened", path) }
    }

    deinit {
        if descriptor > 0 { close(descriptor) }
    }

    /// Bytes; `nil` where that is not known before the end, as in a pipe.
    var size: Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The archive that it is. It has to stay open as long as the archive is read.
    func archive() throws -> ZipArchive { try ZipArchive(descriptor: descriptor) }

    /// The next piece; an empty one is the end.
    ///
    /// - Throws: ``Complaint`` with `io`.
    func next() throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        var filled = 0
        // A pipe hands out a page or so at a time, and small pieces are dear to some readers.
        while filled < piece.count {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("read", path) }
            if count == 0 { break }
            filled += count
        }
        piece.removeLast(piece.count - filled)
        return piece
    }

    /// The whole content.
    ///
    /// - Throws: ``Complaint`` with `io` when it can't be read.
    static func read(_ path: String) throws -> [UInt8] {
        try InputFile(path).rest(after: [], limit: .max)
    }

    /// The content from here on, behind what was read of it already.
    ///
    /// - Throws: ``Complaint`` with `io` when it can't be read, `invalidValue` when it is longer than `limit` bytes.
    func rest(after beginning: [UInt8], limit: Int) throws -> [UInt8] {
        var content = beginning
        while content.count <= limit, size ?? 0 <= limit {
            let piece = try next()
            guard !piece.isEmpty else { return content }
            content += piece
        }
        throw Complaint(
            .invalidValue, "\(path) is longer than \(limit >> 20) MiB", hint: "Split it into several files.")
    }

    private static func failure(_ verb: String, _ path: String) -> Complaint {
        Complaint(
            .io, "\(path) cannot be \(verb): \(unsafe String(cString: strerror(errno)))",
            hint: "Check the name and the permissions.")
    }
}
