internal import Glibc

/// The time namespace of this process.
enum TimeNamespace {
    /// How far its boot clock is ahead of the machine's; negative if it is behind.
    ///
    /// - Returns: `nil` if this can't be determined.
    /// - Throws: ``SystemError`` if /proc can't be read.
    static func offset(in proc: borrowing KernelFiles) throws(SystemError) -> Duration? {
        // Checked first, since a /proc for processes that don't include this one looks like a kernel without time
        // namespaces.
        guard try proc.exists("self") else { return nil }
        guard try proc.exists("self/ns/time") else { return .zero }
        // The offsets are those of the namespace for children. Those of any other namespace can't be read.
        guard try proc.link("self/ns/time") == proc.link("self/ns/time_for_children") else { return nil }
        return offset(of: try proc.read("self/timens_offsets"))
    }

    /// Parses the offset of `boottime` from a text such as
    ///
    ///     monotonic           0         0
    ///     boottime        86400         0
    ///
    /// - Returns: `nil` if there is none.
    static func offset(of text: [UInt8]) -> Duration? {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, words[0] == "boottime", let seconds = Int64(words[1]),
                let nanoseconds = Int64(words[2]), (0..<1_000_000_000).contains(nanoseconds)
            else { continue }
            return .seconds(seconds) + .nanoseconds(nanoseconds)
        }
        return nil
    }
}
