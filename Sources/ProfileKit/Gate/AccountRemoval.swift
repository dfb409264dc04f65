internal import SQLiteKit
internal import Sealing
internal import SystemKit

extension Gate {
    /// Removes the account with all of its data and its device secret. Only a backup brings back what was
    /// stored.
    ///
    /// The current secrets are always asked for, under the ladder, whether there is a session or not.
    ///
    /// - Parameter remarking: is told of errors that came when the removal had been committed.
    /// - Throws: ``ProfileError`` as ``unlock(with:)``.
    public func removeAccount(current: Secrets, remarking: (ChangeRemark) -> Void = { _ in }) throws {
        try translatingErrors(at: path) {
            let account = try VerifiedAccount(self)
            _ = try account.prove(current)
            try account.folder.prepareRemoval()
            let ended = try account.file.connection.transaction(.writing) { connection in
                let ended = try StoredSession.deleteAll(of: self.account, from: connection)
                try connection.run("DELETE FROM account WHERE id = ?", .text(self.account.description))
                return ended
            } settling: { error, _ in
                try account.record.settleRemoval(error, at: path)
                remarking(.commitReportedFailure(error))
            }
            for session in ended { SessionPlaces(configuration: configuration).remove(session.name) }
            FileWatch.announceWrite(to: account.file.path)
            do { try account.file.connection.truncateLog() } catch { remarking(.logNotEmptied(error)) }
            do { try account.folder.remove() } catch { remarking(.stateFilesNotRemoved(error)) }
        }
    }
}
