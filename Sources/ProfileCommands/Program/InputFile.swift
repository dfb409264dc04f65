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

    /// The next pieces, until there are so many bytes or the file ends.
    ///
    /// - Throws: ``Complaint`` with `io`.
    func pieces(upTo size: Int) throws -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var left = size
        while left > 0, case let piece = try next(), !piece.isEmpty {
            pieces.append(piece)
            left -= piece.count
        }
        return pieces
    }

    private static func failure(_ verb: String, _ path: String) -> Complaint {
        Complaint(
            .io, "\(path) cannot be \(verb): \(unsafe String(cString: strerror(errno)))",
            hint: "Check the name and the permissions.")
    }
}
