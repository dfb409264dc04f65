internal import LinuxKit
internal import SQLiteKit
internal import Sealing

/// The row of a live unlock: the data key, sealed by the session key, with what it is bound to.
struct SessionRow: Hashable {
    let account: AccountID
    /// 16 random bytes.
    let id: [UInt8]
    /// The gate's epoch; a changed passcode ends sessions of earlier ones.
    let epoch: Int
    /// When the session ends, whatever happens.
    let deadline: BootInstant
    /// How long it may go unused.
    let idleLimit: Duration
    var envelope: [UInt8] = []

    /// The name under which its key is kept.
    var name: String { Self.name(id) }

    static func name(_ id: [UInt8]) -> String { "profile:\(id.hexadecimal)" }

    /// What the envelope is bound to, so that no field of the row can be changed.
    func context(store: StoreID) -> [UInt8] {
        var context = Array("profile.session.v1".utf8)
        context.append(lengthPrefixed: store.bytes)
        context.append(lengthPrefixed: Array(account.description.utf8))
        context.append(lengthPrefixed: id)
        context.append(littleEndian: epoch)
        context.append(lengthPrefixed: deadline.boot)
        context.append(littleEndian: deadline.sinceBoot.nanoseconds)
        context.append(littleEndian: idleLimit.nanoseconds)
        return context
    }

    static func load(_ account: AccountID, from connection: borrowing Connection) throws -> SessionRow? {
        try connection.first(
            "SELECT id, epoch, boot, deadline, idle, envelope FROM session WHERE account = ?",
            .text(account.description)
        ) { row in
            SessionRow(
                account: account, id: try row.blob(0), epoch: try row.integer(1),
                deadline: BootInstant(boot: try row.blob(2), sinceBoot: .nanoseconds(try row.integer(3))),
                idleLimit: .nanoseconds(try row.integer(4)), envelope: try row.blob(5))
        }
    }

    /// Whether the account's session is the one of this id still.
    static func isCurrent(_ id: [UInt8], of account: AccountID, in connection: borrowing Connection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM session WHERE account = ? AND id = ?", .text(account.description), .blob(id)
        ) { try $0.integer(0) } != nil
    }

    func replace(in connection: borrowing Connection) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO session (account, id, epoch, boot, deadline, idle, envelope)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            .text(account.description), .blob(id), .integer(epoch), .blob(deadline.boot),
            .integer(deadline.sinceBoot.nanoseconds), .integer(idleLimit.nanoseconds), .blob(envelope))
    }

    static func delete(_ account: AccountID, from connection: borrowing Connection) throws {
        try connection.run("DELETE FROM session WHERE account = ?", .text(account.description))
    }
}
