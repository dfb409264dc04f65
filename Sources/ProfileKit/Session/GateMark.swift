internal import SQLiteKit

/// How an account's gate stands, as far as it ends the stores that were opened through it: one that finds another mark
/// than it was opened under is locked.
///
/// A session's store is ended by the end of its session too. A store that was opened with secrets has only this.
struct GateMark: Hashable {
    /// Raised when secrets change.
    let epoch: Int
    /// A random number, anew with each lock: it can't run over, and needs no key to be set.
    let lock: Int

    /// - Returns: `nil` when there is no such account.
    static func current(of account: AccountID, in connection: borrowing Connection) throws -> GateMark? {
        try connection.first("SELECT epoch, lock FROM account WHERE id = ?", .text(account.description)) { row in
            GateMark(epoch: try row.integer(0), lock: try row.integer(1))
        }
    }

    /// Ends every open store of an account once the caller's transaction is committed.
    static func renewLock(of account: AccountID, in connection: borrowing Connection) throws {
        try connection.run(
            "UPDATE account SET lock = ? WHERE id = ?", .integer(.random(in: .min ... .max)),
            .text(account.description))
    }
}
