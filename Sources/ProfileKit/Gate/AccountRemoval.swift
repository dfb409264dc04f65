internal import SQLiteKit
internal import Sealing

extension Gate {
    /// Removes the account with all of its data and its device secret. What was stored can't be brought back.
    ///
    /// The current secrets are always asked for, under the ladder, whether there is a session or not.
    ///
    /// - Throws: ``ProfileError`` as ``unlock(with:)``.
    public func removeAccount(current: Secrets) throws {
        try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            _ = try account.prove(current)
            let ended = try account.file.connection.transaction(.writing) { connection in
                let ended = try SessionRow.deleteAll(of: self.account, from: connection)
                try connection.run("DELETE FROM account WHERE id = ?", .text(self.account.description))
                return ended
            }
            for session in ended { SessionPlaces(configuration: configuration).remove(session.name) }
            try account.file.connection.truncateLog()
            try account.folder.remove()
        }
    }
}
