internal import SQLiteKit
internal import SystemKit

/// A copy of a store that has no name yet: it gets one when it is verified and on the disk.
struct StoreCopy: ~Copyable {
    private let file: NewFile
    /// What errors call it.
    private let source: String

    /// - Throws: ``SystemError`` with `alreadyExists` when something stands at `target`.
    init(of source: String, for target: String) throws {
        file = try NewFile(for: try PrivateFolder.resolvingParent(of: target))
        self.source = source
    }

    /// Copies an open store, as of one moment.
    func fill(from connection: borrowing Connection) throws {
        try connection.copy(toEmptyFile: file.path)
    }

    /// Copies a file that nobody writes.
    func fill(fromFileAt path: String) throws {
        try file.copy(from: path)
    }

    /// Verifies the copy, and takes out the sessions: they belong to a file and a machine.
    ///
    /// - Parameters:
    ///   - format: the newest one that is known.
    ///   - body: what else is to be verified.
    /// - Throws: ``ProfileError`` with `damaged` or `newerStore`.
    func verify(
        _ format: StoreFormat = .current, _ body: (borrowing Connection) throws -> Void = { _ in }
    ) throws {
        let connection = try Connection(opening: file.path, mode: .existing, busyTimeout: StoreFile.patience)
        try connection.harden()
        guard try connection.pragma("application_id") == Schema.applicationID else {
            throw ProfileError.notAStore(source)
        }
        try format.refuseNewer(connection, at: source)
        // One of an earlier version is brought up to date when it is opened.
        let isOlder = try (1..<format.version).contains(connection.pragma("user_version"))
        guard try isOlder || format.matches(connection) else { throw ProfileError.foreignTables(source) }
        try connection.keepJournalInMemory()
        guard try connection.structuralFaults().isEmpty else {
            throw ProfileError.damaged(source, "its structure fails SQLite's own check")
        }
        guard try connection.first("SELECT id FROM store", read: { try $0.blob(0) }) != nil else {
            throw ProfileError.damaged(source, "it has no store id")
        }
        try body(connection)
        try connection.run("DELETE FROM session")
    }

    /// Opens the copy, which nobody else uses yet, in this program's format.
    func open() throws -> StoreFile {
        try StoreFile(unpublished: file.path, named: source)
    }

    /// Gives the copy its name. It is on the disk when this returns.
    consuming func publish() throws {
        try file.publish()
    }
}
