internal import SQLiteKit
internal import SealedStore

extension RecordTransaction.Mark {
    /// Finds out what became of a transaction whose commit was said to have failed: it is looked for in the file, opened
    /// anew. Returns when it is there.
    ///
    /// - Throws: the error. Its outcome is known to be a failure when the transaction isn't in the file, and stays
    ///   unknown when the file doesn't open, or others wrote on since then.
    func settle(_ error: SQLiteError, at path: String, account: AccountID) throws {
        let isCommitted: Bool?
        do {
            let file = try StoreFile(opening: path)
            isCommitted = try file.settled { _ in try self.isCommitted(in: file.backend, account: account) }
        } catch _ {
            throw error
        }
        guard isCommitted != true else { return }
        throw error.withOutcome(unknown: isCommitted == nil)
    }

    /// Whether the transaction is in the file; `nil` when others wrote on since then, and it can't be told.
    private func isCommitted(in backend: SQLiteBackend, account: AccountID) throws -> Bool? {
        guard let box else { return true }
        guard let found = try backend.heads(of: account, kinds: [])?.manifest else { return false }
        return found.generation > generation ? nil : found.box == box
    }
}
