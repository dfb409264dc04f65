internal import SQLiteKit
internal import SystemKit

/// Rows of a crafted file that SQLite would read in full merely to skip them.
///
/// In a table without row ids, a row is stored with its key, and SQLite reads all of it to compare keys. Such a row
/// therefore takes up its length in memory, whichever columns are requested. Scanning a table without looking for a key
/// reads only the heads of the rows.
struct LongRows {
    /// The tables with their blob and text columns. Every command looks up a row in each of them.
    private let tables: [(name: String, columns: [String])]

    /// The maximum length of a row in a file that may be opened.
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

    /// - Throws: ``StoreError`` with `damaged` if a file has such a row.
    func refuse(in connection: borrowing Connection, at path: String) throws {
        // A file that is smaller can't contain such a row, so most files needn't be queried.
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
