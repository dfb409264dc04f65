internal import SQLiteKit
internal import SystemKit

/// One step from the tables of one version to those of the next.
///
/// It has no keys, since a store is opened before its gate is. It therefore changes only tables and their readable
/// contents, and moves sealed boxes unchanged. Sealed records have separate versions: each begins with the number of
/// its form. A new form is read alongside the old ones, and a record takes it when it is next written, with the gate
/// open.
struct Migration: Sendable {
    /// The version after this step, one more than after the step before; 2 for the first.
    let version: Int
    /// Runs inside a transaction. If it throws, all steps are undone.
    let apply: @Sendable (borrowing Connection) throws -> Void
}

extension StoreFormat {
    /// Runs the steps that a database lacks, in the caller's transaction.
    ///
    /// - Throws: any error of a step; ``StoreError`` with `damaged` if a step doesn't fit the tables, which therefore
    ///   aren't those of the version that the database claims.
    func migrate(_ connection: borrowing Connection, from found: Int) throws {
        do {
            for step in migrations where step.version > found {
                try step.apply(connection)
                try connection.run("PRAGMA user_version = \(step.version)")
            }
        } catch let error as SQLiteError where error.isStatementError {
            throw StoreError(.damaged(.foreignTables), cause: error)
        }
    }

    /// Migrates a store of an earlier version, once, however many processes open it: either all steps or none.
    ///
    /// Before the first step, a copy of the store is made beside it.
    ///
    /// - Throws: any error of a step; ``StoreError`` with `damaged` if the steps don't lead to this format's tables.
    ///   The store is then unchanged, and the copy is kept.
    func bringUpToDate(_ connection: borrowing Connection, at path: String) throws {
        guard try isOlder(connection) else { return }
        let migrated: MigratedStore? = try connection.transaction(.writing) { connection in
            // Another process may have done it in the meantime.
            guard try isOlder(connection) else { return nil }
            let found = try connection.pragma("user_version")
            // Others can read but not write now, so the copy is of the state before the steps.
            let copy = try MigrationBackup(of: path, version: found).makeOnce(upTo: self)
            try migrate(connection, from: found)
            guard try matches(connection),
                try connection.first("PRAGMA foreign_key_check", read: { try $0.text(0) }) == nil
            else { throw StoreError(.damaged(.foreignTables)) }
            return MigratedStore(path: path, copy: copy)
        }
        if let migrated { migrationHandler(migrated) }
    }

    private func isOlder(_ connection: borrowing Connection) throws -> Bool {
        try (1..<version).contains(connection.pragma("user_version"))
    }
}

/// The copy of a store that is made beside it before its tables change: `STORE.v1.backup`.
private struct MigrationBackup {
    /// The store's file.
    let path: String
    /// The version of the store.
    let version: Int

    init(of path: String, version: Int) {
        (self.path, self.version) = (path, version)
    }

    /// Makes the copy, unless an interrupted migration has already left one of the same contents.
    ///
    /// An existing file is never overwritten; the copy's name gets a number instead.
    ///
    /// - Parameter format: the newest format known.
    /// - Returns: the copy's path.
    /// - Throws: ``StoreError`` with `exists`, `damaged`, `io`, leaving no new file behind.
    func makeOnce(upTo format: StoreFormat) throws -> String {
        // Uses a separate connection, since SQLite copies only outside of transactions.
        let source = try Connection(opening: path, mode: .existing, busyTimeout: StoreFile.patience)
        try source.harden()
        let names = StoreCopy.names("\(path).v\(version).backup")
        for name in names {
            if PrivateFile.identity(of: name) == nil {
                let copy = try StoreCopy(for: name, format)
                try copy.fill(from: source)
                try copy.verify()
                try copy.publish()
                return name
            }
            if let content = try? content(ofCopy: name), try content == Self.content(of: source) { return name }
        }
        throw StoreError(.fileExists(path: names[names.count - 1]))
    }

    private func content(ofCopy name: String) throws -> [[UInt8]] {
        let copy = try Connection(opening: name, mode: .existing, busyTimeout: StoreFile.patience)
        try copy.harden()
        guard try copy.pragma("user_version") == version else { return [] }
        return try Self.content(of: copy)
    }

    /// Values that are equal in two files only if their accounts and sealed records are: each gate's MAC and each
    /// manifest.
    private static func content(of connection: borrowing Connection) throws -> [[UInt8]] {
        try connection.rows("SELECT id FROM store") { try $0.blob(0) }
            + connection.rows("SELECT mac FROM account ORDER BY id") { try $0.blob(0) }
            + connection.rows("SELECT record FROM manifest ORDER BY account") { try $0.blob(0) }
    }
}
