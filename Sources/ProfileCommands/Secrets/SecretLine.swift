internal import Glibc
internal import ProfileKit

/// Reads one line from a descriptor straight into guarded memory.
enum SecretLine {
    /// Longer than any secret; a longer line is rejected instead of truncated.
    static let longest = 1024

    /// Reads the next line without its ending, a line feed or CR and line feed; `nil` at the end of the input.
    ///
    /// Reads byte by byte, so that what follows the line is left for the next reader.
    ///
    /// - Throws: ``Complaint`` with `invalidValue` for a line that is too long, `io` for a read error.
    static func read(from descriptor: Int32) throws -> Secret? {
        var isEmpty = true
        let secret = try unsafe Secret(
            capacity: longest,
            reading: { buffer in
                var count = 0
                while true {
                    guard count < buffer.count else {
                        throw Complaint(
                            .invalidValue, "a secret is longer than \(longest - 1) bytes", hint: "Nothing was tried.")
                    }
                    let step = unsafe Glibc.read(descriptor, buffer.baseAddress! + count, 1)
                    if step < 0, errno == EINTR { continue }
                    guard step >= 0 else {
                        throw Complaint(
                            .io, "the secret cannot be read: \(unsafe String(cString: strerror(errno)))",
                            hint: "Check what --passcode-fd or --passcode-file names.")
                    }
                    guard step > 0 else { return count }
                    isEmpty = false
                    if unsafe buffer[count] == UInt8(ascii: "\n") {
                        let isCRLF = unsafe count > 0 && buffer[count - 1] == UInt8(ascii: "\r")
                        return isCRLF ? count - 1 : count
                    }
                    count += 1
                }
            })
        guard !isEmpty else { return nil }
        return secret
    }
}
