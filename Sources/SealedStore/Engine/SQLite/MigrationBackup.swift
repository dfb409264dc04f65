internal import SQLiteKit
internal import SystemKit

/// The copy of a store that is kept beside it before its tables change: `STORE.v1.backup`.
struct MigrationBackup {
    /// The store's file.
    let path: String
    /// The version that the store has.
    let version: Int

    private static let mostCopies = 100

    init(of path: String, version: Int) {
        (self.path, self.version) = (path, version)
    }

    /// Makes the copy, unless there is one of what the store holds: a migration that was cut short leaves it.
    ///
    /// A file that is there is never overwritten: the copy gets a number then.
    ///
    /// - Parameter format: the newest one that is known.
    /// - Throws: ``StoreError`` with `exists`, `damaged`, `io`. Nothing is left then.
    func makeOnce(upTo format: StoreFormat) throws {
        // Not the connection that is about to change the store: SQLite copies outside of transactions only.
        let source = try Connection(opening: path, mode: .existing, busyTimeout: StoreFile.patience)
        try source.harden()
        for number in 1...Self.mostCopies {
            let name = "\(path).v\(version).backup\(number == 1 ? "" : ".\(number)")"
            if PrivateFile.identity(of: name) == nil {
                let copy = try StoreCopy(for: name, format)
                try copy.fill(from: source)
                try copy.verify()
                return try copy.publish()
            }
            if let marks = try? marks(ofCopy: name), try marks == Self.marks(of: source) { return }
        }
        throw StoreError(.fileExists(path: "\(path).v\(version).backup.\(Self.mostCopies)"))
    }

    private func marks(ofCopy name: String) throws -> [[UInt8]] {
        let copy = try Connection(opening: name, mode: .existing, busyTimeout: StoreFile.patience)
        try copy.harden()
        guard try copy.pragma("user_version") == version else { return [] }
        return try Self.marks(of: copy)
    }

    /// What is the same in two files only if their accounts and sealed records are: each gate's code and each manifest.
    private static func marks(of connection: borrowing Connection) throws -> [[UInt8]] {
        try connection.rows("SELECT id FROM store") { try $0.blob(0) }
            + connection.rows("SELECT mac FROM account ORDER BY id") { try $0.blob(0) }
            + connection.rows("SELECT record FROM manifest ORDER BY account") { try $0.blob(0) }
    }
}
