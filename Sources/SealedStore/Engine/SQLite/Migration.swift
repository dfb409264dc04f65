internal import SQLiteKit

/// One step from the tables of a version to those of the next.
///
/// It has no keys, since a store is opened before its gate is. So it changes tables and what stands open in them, and
/// moves sealed boxes at most as they are. Sealed records are versioned by themselves: each begins with the number of
/// its form. A new form is read beside the old ones, and a record gets it when it is written next, with the gate open.
struct Migration: Sendable {
    /// The version that it leads to, one more than that of the step before; 2 for the first.
    let version: Int
    /// Runs inside a transaction. What it throws undoes all steps.
    let apply: @Sendable (borrowing Connection) throws -> Void
}

extension StoreFormat {
    /// Runs the steps that a database of a version lacks, inside the caller's transaction.
    func migrate(_ connection: borrowing Connection, from found: Int) throws {
        for step in migrations where step.version > found {
            try step.apply(connection)
            try connection.run("PRAGMA user_version = \(step.version)")
        }
    }

    /// Brings a store of an earlier version up to date, once, however many open it: all steps or none.
    ///
    /// A copy of it stands beside it before the first step.
    ///
    /// - Throws: what a step throws; ``StoreError`` with `damaged` when the steps don't lead to this format's tables.
    ///   The store is as it was then, and the copy stays.
    func bringUpToDate(_ connection: borrowing Connection, at path: String) throws {
        guard try isOlder(connection) else { return }
        try connection.transaction(.writing) { connection in
            // Whoever came first has done it.
            guard try isOlder(connection) else { return }
            let found = try connection.pragma("user_version")
            // Others can read but not write now, so the copy is of what the steps begin with.
            try MigrationBackup(of: path, version: found).makeOnce(upTo: self)
            try migrate(connection, from: found)
            guard try matches(connection),
                try connection.first("PRAGMA foreign_key_check", read: { try $0.text(0) }) == nil
            else { throw StoreError(.damaged(.foreignTables)) }
        }
    }

    private func isOlder(_ connection: borrowing Connection) throws -> Bool {
        try (1..<version).contains(connection.pragma("user_version"))
    }
}
