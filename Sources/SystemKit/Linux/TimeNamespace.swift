internal import Glibc

/// The time namespace that this process is in.
enum TimeNamespace {
    /// How far its boot clock stands ahead of the machine's, or behind when negative.
    ///
    /// - Returns: `nil` when that can't be known.
    /// - Throws: ``SystemError`` when /proc doesn't tell.
    static func offset(in proc: borrowing KernelFiles) throws(SystemError) -> Duration? {
        // First, since a /proc of processes that this one isn't among looks like a kernel without time namespaces.
        guard try proc.exists("self") else { return nil }
        guard try proc.exists("self/ns/time") else { return .zero }
        // The offsets are those of the namespace that children get. Nothing tells those of another one.
        guard try proc.link("self/ns/time") == proc.link("self/ns/time_for_children") else { return nil }
        return offset(of: try proc.read("self/timens_offsets"))
    }

    /// Reads the offset of `boottime` in a text such as
    ///
    ///     monotonic           0         0
    ///     boottime        86400         0
    ///
    /// - Returns: `nil` when there is none.
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
