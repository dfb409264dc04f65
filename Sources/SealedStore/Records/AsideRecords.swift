/// Records that didn't open when the rest of the account was moved to another key. They are kept sealed as they were,
/// with the key they were sealed with, until a repair or a restore. Nothing reads them, and the inventory doesn't count
/// them.
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

    /// Removes all of an account's records here.
    ///
    /// - Returns: the original records.
    static func removeAll(of account: AccountID, in backend: any RecordBackend) throws -> [DamagedPart] {
        var parts: [DamagedPart] = []
        try backend.rows(kind, in: RecordRange(), of: account) { row in
            // These bytes aren't sealed, so they may contain anything.
            if var reader = try? RecordReader(row.boxes.first ?? [], schema: schema), let name = try? reader.text(),
                let number = try? reader.integer()
            {
                parts.append(.record(kind: name, number: number))
            } else {
                parts.append(.record(kind: kind.name, number: row.number))
            }
            return true
        }
        try backend.remove(kind, .min ... .max, of: account)
        return parts
    }

    /// The number of an account's records here.
    package static func count(of account: AccountID, in backend: any RecordBackend) throws -> Int {
        try backend.count(kind, of: account)
    }
}
