internal import SQLiteKit
internal import SealedStore

extension ProfileStore {
    /// Writes a verified copy of the whole store, all its accounts and drafts included, while others may write on.
    ///
    /// It holds no sessions, and gets its name when every seal of this account was opened in it and it is on the disk.
    /// It opens where this machine's device secret is, and anywhere with the recovery code of this day.
    ///
    /// Of the other accounts it is verified what can be without their keys: see ``StoreCheck/note``.
    ///
    /// - Parameter acceptingDamage: whether to make the copy although records don't open.
    /// - Returns: the checks of the copy's records, among them those that failed if that is accepted.
    /// - Throws: ``ProfileError`` with `exists` when something stands at the path, `damaged` when a record doesn't
    ///   open, `io`. Nothing is left at the path then.
    @discardableResult
    public func backup(to path: String, acceptingDamage: Bool = false) throws -> [StoreCheck] {
        try withFile { file, sealer in
            let copy = try StoreCopy(of: file.path, for: path)
            try copy.fill(from: file.connection)
            var checks: [StoreCheck] = []
            try copy.verify()
            let opened = try copy.open()
            try opened.connection.transaction(.reading) { _ in
                checks = try RecordCheck.all(in: opened, sealer: sealer)
                checks += try OtherAccounts.checks(besides: gate.account, in: opened)
                let failed = checks.first { !$0.isOK }
                if let failed, let problem = failed.problem, !acceptingDamage {
                    throw ProfileError(
                        .damaged, "\(file.path) is damaged: \(failed.name): \(problem)",
                        hint:
                            "No backup was made. See all of it with: profile check. Make it whole with: profile repair")
                }
            }
            try copy.publish()
            return checks
        }
    }
}
