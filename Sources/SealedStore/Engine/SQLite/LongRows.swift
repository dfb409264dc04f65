internal import SQLiteKit
internal import SystemKit

/// Rows of a crafted file that SQLite would read whole only to pass by them.
///
/// In a table without row ids a row stands with its key, and SQLite compares keys by reading all that stands with them. So
/// such a row takes its length in memory, whichever columns are asked for. Reading one table after the other without
/// looking for a key takes nothing but the rows' heads.
struct LongRows {
    /// With their columns of blobs and texts. Every command looks for a row in each of them.
    private let tables: [(name: String, columns: [String])]

    /// No row is longer than that in a file that may be opened at all.
    private static let longest = 64 << 20

    init(in schema: StoreSchema) {
        let singletons = schema.firstTables.filter { $0.kind.form == .singleton }.map(\.table)
        tables =
            [
                ("account", ["id", "recovery", "device_check", "mac", "card"]),
                ("stage", ["account", "format", "salt", "envelope"]),
                ("session", ["account", "id", "boot", "envelope"]),
                ("manifest", ["account", "record"]),
            ] + singletons.map { ($0.name, ["account"] + $0.boxes + $0.readable) }
    }

    /// - Throws: ``StoreError`` with `damaged` where a file has such a row.
    func refuse(in connection: borrowing Connection, at path: String) throws {
        // What a file has no room for it doesn't hold: most are asked nothing.
        let length = ["", "-wal"].reduce(0) { $0 + (PrivateFile.length(of: path + $1) ?? 0) }
        guard length > Self.longest else { return }
        let tests = tables.map { table in
            let length = table.columns.map { "ifnull(length(\($0)), 0)" }.listed(by: " + ")
            return "EXISTS (SELECT 1 FROM \(table.name) WHERE \(length) > \(Self.longest))"
        }
        guard try connection.first("SELECT \(tests.listed(by: " OR "))", read: { try $0.integer(0) }) == 0 else {
            throw StoreError(.damaged(.engine(detail: "a row in it is longer than any may be")), at: path)
        }
    }
}
