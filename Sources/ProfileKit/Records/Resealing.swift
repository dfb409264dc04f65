internal import SQLiteKit

/// Putting all records of an account under another key, inside the caller's transaction.
enum Resealing {
    /// - Throws: ``MalformedRecord`` or ``SealingError`` when a record doesn't open, or the records are not those that
    ///   were written. Otherwise a row that someone took away would be gone without a trace.
    static func reseal(
        in connection: borrowing Connection, from old: borrowing RecordSealer, to new: borrowing RecordSealer
    ) throws {
        // Of a store that was restored where no device secret is, the manifest names the instance that it was made from.
        let manifest = try Manifest.loadOfAnyInstance(from: connection, sealer: old).manifest
        try manifest.check(connection, sealer: old)
        old.tally.begin(with: manifest.inventory)
        new.tally.begin(with: Inventory())
        for table in RecordTable.allCases {
            for number in try table.numbers(in: connection, sealer: old) {
                switch table {
                case .hike: try HikeTable.reseal(number, in: connection, from: old, to: new)
                case .emergency: try EmergencyTable.reseal(number, in: connection, from: old, to: new)
                default: try reseal(number, of: table, in: connection, from: old, to: new)
                }
            }
        }
        // Every row was taken out under the old key: if these were those that were written, nothing is left.
        guard old.tally.inventory == Inventory() else { throw MalformedRecord() }
        _ = try Manifest.update(manifest, in: connection, sealer: new)
    }

    private static func reseal(
        _ number: Int, of table: RecordTable, in connection: borrowing Connection, from old: borrowing RecordSealer,
        to new: borrowing RecordSealer
    ) throws {
        let box = try connection.first(
            "SELECT record FROM \(table.rawValue) WHERE account = ? AND \(table.number) = ?", .text(old.accountID),
            .integer(number)
        ) { try $0.blob(0) }
        let payload = try old.open(box ?? [], at: RecordPlace(table: table.rawValue, revision: number))
        try table.remove(numbered: number, from: connection, sealer: old)
        try table.put(payload, numbered: number, in: connection, sealer: new)
    }
}
