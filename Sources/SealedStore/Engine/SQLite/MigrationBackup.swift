internal import SQLiteKit
internal import SystemKit

/// The copy of a store that is made beside it before its tables change: `STORE.v1.backup`.
struct MigrationBackup {
    /// The store's file.
    let path: String
    /// The version of the store.
    let version: Int

    private static let mostCopies = 100

    init(of path: String, version: Int) {
        (self.path, self.version) = (path, version)
    }

    /// Makes the copy, unless an interrupted migration has already left one of the same contents.
    ///
    /// An existing file is never overwritten; the copy's name gets a number instead.
    ///
    /// - Parameter format: the newest format known.
    /// - Throws: ``StoreError`` with `exists`, `damaged`, `io`, leaving no new file behind.
    func makeOnce(upTo format: StoreFormat) throws {
        // Uses a separate connection, since SQLite copies only outside of transactions.
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

    /// Values that are equal in two files only if their accounts and sealed records are: each gate's MAC and each
    /// manifest.
    private static func marks(of connection: borrowing Connection) throws -> [[UInt8]] {
        try connection.rows("SELECT id FROM store") { try $0.blob(0) }
            + connection.rows("SELECT mac FROM account ORDER BY id") { try $0.blob(0) }
            + connection.rows("SELECT record FROM manifest ORDER BY account") { try $0.blob(0) }
    }
}
