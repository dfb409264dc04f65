/// How long the values of a store may be, in bytes.
///
/// No engine takes longer ones. Where a file has one it was crafted: it is read as an empty value, which never opens, so
/// that it is found damaged like any other without taking up the memory and the time that it asks for.
package enum LengthLimit {
    /// Of everything that isn't a record: what gates and sessions consist of.
    package static let other = single
    /// Of a record, all of its boxes together. Kinds of several parts are those that keep recordings.
    package static func record(of kind: RecordKind) -> Int { kind.parts.count == 1 ? single : 60 << 20 }

    private static let single = 8 << 20
}

extension RecordRow {
    /// What every engine asks before it takes the row.
    ///
    /// - Throws: ``EngineError`` with `tooLarge`.
    package func requireLength(of kind: RecordKind) throws {
        let (length, limit) = (boxes.reduce(0) { $0 + $1.count }, LengthLimit.record(of: kind))
        guard length <= limit else {
            throw EngineError(.tooLarge, "a record of the kind \(kind.name) has \(length) bytes, of \(limit) at most")
        }
    }
}
