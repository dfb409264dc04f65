internal import Sealing

extension SealedGate {
    /// Removes the account with all of its data and its device secret. Only a backup can restore the data.
    ///
    /// The current secrets are always required, subject to ``AttemptLimiter``, even during a session.
    ///
    /// - Parameter warningHandler: receives errors that occur after the removal has been committed.
    /// - Throws: ``StoreError`` as `unlock(with:)` does.
    public func removeAccount(current: Secrets, warningHandler: (ChangeWarning) -> Void = { _ in }) throws {
        try core.translating {
            let account = try VerifiedAccount(core)
            _ = try account.prove(current)
            try account.folder.prepareRemoval()
            let ended = try account.engine.change(
                self.account, recoveryCodeWasShown: false, warningHandler: warningHandler
            ) { backend in
                try account.record.requireCurrent(in: backend)
                let ended = try backend.sessions(of: self.account)
                try backend.removeAccount(self.account)
                return ended
            } isDone: { _, backend in
                try backend.heads(of: self.account, kinds: []) == nil
            }
            for session in ended { core.sessionKeys.remove(session) }
            do { try account.engine.scrub() } catch { warningHandler(.logNotEmptied(error)) }
            do { try account.folder.remove() } catch { warningHandler(.stateFilesNotRemoved(error)) }
        }
    }
}
