internal import Glibc
internal import SQLiteKit
internal import SystemKit

/// A copy of a store that has no name until it is verified and on disk. It is a local file, whichever engine the store
/// has.
package struct StoreCopy: ~Copyable {
    private let file: NewFile
    private let format: StoreFormat

    /// - Throws: ``SystemError`` with `alreadyExists` if there is a file at `target`.
    package init(for target: String, _ schema: EngineSchema) throws {
        try self.init(for: target, StoreFormat(of: schema))
    }

    init(for target: String, _ format: StoreFormat) throws {
        // "." and ".." name folders that exist, but nothing within their parents.
        guard PrivateFile.identity(of: target) == nil else { throw SystemError(.make, target, code: EEXIST) }
        file = try NewFile(for: try PrivateFolder.resolvingParent(of: target))
        self.format = format
    }

    /// The names that copies get, in the order in which they are tried: a path, then the path with a number.
    static func names(_ path: String) -> [String] { [path] + (2...100).map { "\(path).\($0)" } }

    /// Copies an open store as of one moment.
    ///
    /// - Parameter account: the account to copy if the engine can copy one alone; `nil` for all.
    package func fill(from engine: any RecordEngine, only account: AccountID? = nil) throws {
        if let account {
            try engine.copy(account, toEmptyFile: file.path)
        } else {
            try engine.copy(toEmptyFile: file.path)
        }
    }

    /// Copies an open database as of one moment.
    func fill(from connection: borrowing Connection) throws {
        try connection.copy(toEmptyFile: file.path)
    }

    /// Copies a file that isn't being written to.
    package func fill(fromFileAt path: String) throws {
        try file.copy(from: path)
    }

    /// Verifies the copy and removes the sessions, which belong to one store on one machine.
    ///
    /// - Throws: ``StoreError`` with `damaged` or `newerStore`.
    package func verify() throws {
        try EngineError.translating {
            let connection = try Connection(opening: file.path, mode: .existing, busyTimeout: StoreFile.patience)
            try connection.harden()
            try format.refuseForeign(connection)
            try format.refuseNewer(connection)
            // A copy of an earlier version is migrated when it is opened.
            let isOlder = try (1..<format.version).contains(connection.pragma("user_version"))
            guard try isOlder || format.matches(connection) else { throw StoreError(.damaged(.foreignTables)) }
            try connection.keepJournalInMemory()
            guard try connection.structuralFaults().isEmpty else { throw StoreError(.damaged(.structure)) }
            guard try connection.first("SELECT id FROM store", read: { try $0.blob(0) }) != nil else {
                throw StoreError(.damaged(.noStoreID))
            }
            try connection.run("DELETE FROM session")
        }
    }

    /// Opens the copy, which nobody else uses yet, in this program's format.
    ///
    /// - Parameter name: the store's name in errors.
    package func open(named name: String, _ schema: EngineSchema) throws -> any RecordEngine {
        try SQLiteEngine(unpublished: file.path, named: name, schema, format: format)
    }

    /// Gives the copy its name. It is on disk when this returns.
    package consuming func publish() throws {
        try file.publish()
    }
}
