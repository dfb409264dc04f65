internal import SQLiteKit

/// Putting all records of an account under another key, inside the caller's transaction.
enum Resealing {
    static func reseal(
        in connection: borrowing Connection, from old: borrowing RecordSealer, to new: borrowing RecordSealer
    ) throws {
        try reseal(table: "profile", numbered: "revision", in: connection, from: old, to: new)
        try reseal(table: "history", numbered: "revision", in: connection, from: old, to: new)
        try reseal(table: "summary", numbered: "revision", in: connection, from: old, to: new)
        try reseal(table: "manifest", numbered: "revision", in: connection, from: old, to: new)
        try reseal(table: "draft", numbered: "save", in: connection, from: old, to: new)
        try reseal(table: EmergencyTable.name, numbered: "revision", in: connection, from: old, to: new)
        try HikeTable.reseal(in: connection, from: old, to: new)
    }

    private static func reseal(
        table: String, numbered column: String, in connection: borrowing Connection, from old: borrowing RecordSealer,
        to new: borrowing RecordSealer
    ) throws {
        let numbers = try connection.rows(
            "SELECT \(column) FROM \(table) WHERE account = ?", .text(old.accountID)
        ) { try $0.integer(0) }
        for number in numbers {
            let place = RecordPlace(table: table, revision: number)
            let box = try connection.first(
                "SELECT record FROM \(table) WHERE account = ? AND \(column) = ?", .text(old.accountID),
                .integer(number)
            ) { try $0.blob(0) }
            let sealed = new.seal(try old.open(box ?? [], at: place), at: place)
            try connection.run(
                "UPDATE \(table) SET record = ? WHERE account = ? AND \(column) = ?", .blob(sealed),
                .text(old.accountID), .integer(number))
        }
    }
}
