internal import Glibc
internal import Interchange
internal import ProfileRendering
internal import SystemKit

/// A file named by the user, `-` for stdin.
final class InputFile {
    let path: String
    private let descriptor: Int32

    /// - Parameter systemPath: the name in the file system, if it isn't UTF-8, with a terminating zero.
    /// - Throws: ``UserError`` with `io`; with `invalidValue` if it is the store that is open.
    init(_ path: String, systemPath: [CChar]? = nil) throws {
        self.path = path
        guard !path.isEmpty else { throw InvalidValue.emptyFileName }
        let systemPath = systemPath ?? Array(path.utf8CString)
        guard path == "-" || !LockedFile.isLocked(namedBy: systemPath) else {
            throw UserError(
                .invalidValue, about: path, "is the store that is in use", hint: "Name another file.")
        }
        descriptor = unsafe path == "-" ? 0 : open(systemPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("opened", path) }
    }

    deinit {
        if descriptor > 0 { close(descriptor) }
    }

    /// The size in bytes; `nil` when it is unknown before the end, as for a pipe.
    var size: Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Opens the file as an archive. The file must stay open as long as the archive is read.
    func archive() throws -> ZipArchive { try ZipArchive(descriptor: descriptor) }

    /// The next piece; an empty one is the end.
    ///
    /// - Throws: ``UserError`` with `io`.
    func next() throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        var filled = 0
        // A pipe gives about a page at a time, and small pieces are expensive for some readers.
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

    /// Calls a closure with all bytes of a regular file, piece by piece. Reading goes on where it was.
    ///
    /// - Throws: ``UserError`` with `io`, and what the closure throws.
    func readAll(_ body: ([UInt8]) throws -> Void) throws {
        var position = 0
        while true {
            var piece = [UInt8](repeating: 0, count: 256 << 10)
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(position))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("read", path) }
            guard count > 0 else { return }
            piece.removeLast(piece.count - count)
            try body(piece)
            position += count
        }
    }

    /// The next pieces, up to a number of bytes or the end of the file.
    ///
    /// - Throws: ``UserError`` with `io`.
    func pieces(upTo size: Int) throws -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var left = size
        while left > 0, case let piece = try next(), !piece.isEmpty {
            pieces.append(piece)
            left -= piece.count
        }
        return pieces
    }

    private static func failure(_ verb: String, _ path: String) -> UserError {
        UserError(
            .io, about: path, "cannot be \(verb): \(systemReason())",
            hint: "Check the name and the permissions.")
    }
}
