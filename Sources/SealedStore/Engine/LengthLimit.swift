/// The maximum length of the values in a store, in bytes.
///
/// No engine accepts longer ones. A file that contains one was crafted: the value is read as empty, which never opens,
/// so that it is reported as damaged like any other, without the memory and time that its length would take.
package enum LengthLimit {
    /// The limit for everything that isn't a record: the contents of gates and sessions.
    package static let other = single
    /// The limit for all boxes of a record together. Only recordings have several parts.
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
            throw EngineError(
                .tooLarge, "a record of the kind \(kind.name) has \(length) bytes; the maximum is \(limit)")
        }
    }
}
