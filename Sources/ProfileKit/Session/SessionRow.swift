internal import SQLiteKit
internal import Sealing
internal import SystemKit

/// The row of a live unlock: the data key, sealed by the session key, with what it is bound to.
///
/// An account has one for each place that keeps a session's key where the other processes can't read it.
struct StoredSession: Hashable {
    let account: AccountID
    /// 16 random bytes.
    let id: [UInt8]
    /// When the session ends, whatever happens.
    var deadline: BootInstant
    /// How long it may go unused.
    var idleLimit: Duration
    var envelope: [UInt8] = []

    /// The name under which its key is kept.
    var name: String { Self.name(id) }

    static func name(_ id: [UInt8]) -> String { "profile:\(id.hexadecimal)" }

    /// What the envelope is bound to: the file, every field of the row, and how the gate stood. So a row opens nothing any
    /// more once the account was locked or a secret changed, even one that was put back while its key is still somewhere.
    func context(in file: borrowing StoreFile, mark: GateMark) -> [UInt8] {
        var context = Array("profile.session.v2".utf8)
        context.append(lengthPrefixed: file.id.bytes)
        context.append(lengthPrefixed: file.instance.bytes)
        context.append(lengthPrefixed: Array(account.description.utf8))
        context.append(lengthPrefixed: id)
        context.append(littleEndian: mark.epoch)
        context.append(littleEndian: mark.lock)
        context.append(lengthPrefixed: deadline.boot)
        context.append(littleEndian: deadline.sinceBoot.nanoseconds)
        context.append(littleEndian: idleLimit.nanoseconds)
        return context
    }

    /// All rows of an account.
    static func all(of account: AccountID, in connection: borrowing Connection) throws -> [StoredSession] {
        try connection.rows(
            "SELECT id, boot, deadline, idle, envelope FROM session WHERE account = ? ORDER BY id",
            .text(account.description)
        ) { try StoredSession(account: account, row: $0) }
    }

    /// The row of one session; `nil` when it has ended.
    static func load(
        _ id: [UInt8], of account: AccountID, from connection: borrowing Connection
    ) throws -> StoredSession? {
        try connection.first(
            "SELECT id, boot, deadline, idle, envelope FROM session WHERE account = ? AND id = ?",
            .text(account.description), .blob(id)
        ) { try StoredSession(account: account, row: $0) }
    }

    private init(account: AccountID, row: borrowing Row) throws {
        self.init(
            account: account, id: try row.blob(0),
            deadline: BootInstant(boot: try row.blob(1), sinceBoot: .nanoseconds(try row.integer(2))),
            idleLimit: .nanoseconds(try row.integer(3)), envelope: try row.blob(4))
    }

    init(account: AccountID, id: [UInt8], deadline: BootInstant, idleLimit: Duration, envelope: [UInt8] = []) {
        (self.account, self.id, self.deadline) = (account, id, deadline)
        (self.idleLimit, self.envelope) = (idleLimit, envelope)
    }

    /// Writes the row, in place of the one that the session had before.
    func write(to connection: borrowing Connection) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO session (account, id, boot, deadline, idle, envelope) VALUES (?, ?, ?, ?, ?, ?)
            """,
            .text(account.description), .blob(id), .blob(deadline.boot), .integer(deadline.sinceBoot.nanoseconds),
            .integer(idleLimit.nanoseconds), .blob(envelope))
    }

    func delete(from connection: borrowing Connection) throws {
        try connection.run(
            "DELETE FROM session WHERE account = ? AND id = ?", .text(account.description), .blob(id))
    }

    /// Deletes all rows of an account.
    ///
    /// - Returns: them; their keys are to be removed once the transaction is committed.
    @discardableResult
    static func deleteAll(of account: AccountID, from connection: borrowing Connection) throws -> [StoredSession] {
        let rows = try all(of: account, in: connection)
        try connection.run("DELETE FROM session WHERE account = ?", .text(account.description))
        return rows
    }
}
