/// Records that didn't open when the rest of the account was moved to another key. They are kept sealed as they were,
/// with the key they were sealed with, until a repair, which brings back those that decrypt. Nothing else reads them,
/// and the inventory doesn't count them.
package enum AsideRecords {
    private static let kind = RecordKind.aside
    private static let schema: UInt8 = 1

    /// Sets aside a row that is about to be removed.
    static func keep(
        _ row: RecordRow, of rowKind: RecordKind, in backend: any RecordBackend, from old: RecordSealer,
        to new: RecordSealer
    ) throws {
        var writer = RecordWriter(schema: schema)
        writer.append(rowKind.name)
        writer.append(row.number)
        writer.append(row.revision)
        writer.append(row.fingerprint) { $0.append($1) }
        writer.append(row.boxes) { $0.append($1) }
        let number = try freeNumber(in: backend, of: new.account)
        try backend.put(
            RecordRow(number: number, revision: 1, boxes: [writer.bytes, new.sealKey(of: old)]), kind,
            of: new.account)
    }

    private static func freeNumber(in backend: any RecordBackend, of account: AccountID) throws -> Int {
        var last = 0
        try backend.rows(kind, in: RecordRange(isDescending: true, limit: 1, extent: .first), of: account) { row in
            last = row.number
            return false
        }
        if (0..<Int.max).contains(last) { return last + 1 }
        // Nothing authenticates the numbers, so there may be any.
        var number = try backend.count(kind, of: account) + 1
        while try backend.row(kind, number, of: account, extent: .first) != nil { number += 1 }
        return number
    }

    /// Reseals the keys of the records already here. A key that doesn't open is left as it is.
    static func reseal(in backend: any RecordBackend, from old: RecordSealer, to new: RecordSealer) throws {
        var rows: [RecordRow] = []
        try backend.rows(kind, in: RecordRange(), of: old.account) { row in
            rows.append(row)
            return true
        }
        for var row in rows {
            guard row.boxes.count == 2, let key = try? new.resealKey(row.boxes[1], from: old) else { continue }
            row.boxes[1] = key
            try backend.put(row, kind, of: new.account)
        }
    }

    /// A record that was set aside.
    struct Record {
        /// What it was.
        let part: DamagedPart
        /// The row as it was, with the name of its kind and the key of its boxes; `nil` if these bytes, which aren't
        /// sealed, or the key were changed.
        let original: (kind: String, row: RecordRow, sealer: RecordSealer)?
    }

    /// Removes the records, and passes each to a body, one at a time.
    static func takeAll(
        with sealer: RecordSealer, in backend: any RecordBackend, _ body: (Record) throws -> Void
    ) throws {
        var numbers: [Int] = []
        try backend.rows(kind, in: RecordRange(extent: .first), of: sealer.account) { row in
            numbers.append(row.number)
            return true
        }
        for number in numbers {
            guard let row = try backend.row(kind, number, of: sealer.account, extent: .whole) else { continue }
            try backend.remove(kind, number...number, of: sealer.account)
            try body(try record(in: row, with: sealer))
        }
    }

    private static func record(in row: RecordRow, with sealer: RecordSealer) throws -> Record {
        guard var reader = try? RecordReader(row.boxes.first ?? [], schema: schema), let name = try? reader.text(),
            let number = try? reader.integer()
        else { return Record(part: .record(kind: kind.name, number: row.number), original: nil) }
        let original = try whatOpens {
            var original = RecordRow(number: number, revision: try reader.integer(), boxes: [])
            original.fingerprint = try reader.optional { try $0.blob() }
            original.boxes = try reader.list { try $0.blob() }
            try reader.finish()
            guard row.boxes.count == 2 else { throw MalformedRecord() }
            return (name, original, try sealer.sealer(ofKey: row.boxes[1]))
        }
        return Record(part: .record(kind: name, number: number), original: original)
    }

    /// The number of an account's records here.
    package static func count(of account: AccountID, in backend: any RecordBackend) throws -> Int {
        try backend.count(kind, of: account)
    }
}
