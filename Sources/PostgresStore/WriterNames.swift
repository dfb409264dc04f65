internal import Sealing

/// The names of the transactions that wrote an account last, newest first. They identify a transaction whose commit
/// wasn't answered, even if others have written since.
struct WriterNames: Hashable {
    private(set) var bytes: [UInt8]

    private static let length = 8
    private static let most = 8

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isEmpty: Bool { bytes.isEmpty }

    static func random() -> [UInt8] { RandomBytes.make(length) }

    func adding(_ name: [UInt8]) -> WriterNames { WriterNames(Array((name + bytes).prefix(Self.length * Self.most))) }

    private var names: [[UInt8]] {
        stride(from: 0, to: bytes.count, by: Self.length).map { Array(bytes[$0..<min($0 + Self.length, bytes.count)]) }
    }

    /// Whether a transaction is among these; `nil` if it can't be determined because too many others have followed.
    ///
    /// - Parameter previous: the names that the transaction found.
    func holds(_ name: [UInt8], after previous: WriterNames) -> Bool? {
        if names.contains(name) { return true }
        return previous.names.first.map(names.contains) ?? isEmpty ? false : nil
    }
}
