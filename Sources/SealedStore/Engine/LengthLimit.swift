/// The maximum length of the values in a store, in bytes.
///
/// No engine accepts longer ones. A file that contains one was crafted: the value is read as empty, which never opens,
/// so that it is found damaged like any other without consuming the memory and time for its length.
package enum LengthLimit {
    /// For everything that isn't a record: the contents of gates and sessions.
    package static let other = single
    /// For all boxes of a record together. Kinds with several parts are those that hold recordings.
    package static func record(of kind: RecordKind) -> Int { kind.parts.count == 1 ? single : 60 << 20 }

    private static let single = 8 << 20
}

extension RecordRow {
    /// Checks the length limit; every engine does this before it writes the row.
    ///
    /// - Throws: ``EngineError`` with `tooLarge`.
    package func requireLength(of kind: RecordKind) throws {
        let (length, limit) = (boxes.reduce(0) { $0 + $1.count }, LengthLimit.record(of: kind))
        guard length <= limit else {
            throw EngineError(.tooLarge, "a record of the kind \(kind.name) has \(length) bytes, of \(limit) at most")
        }
    }
}
