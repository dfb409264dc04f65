internal import SQLiteKit
internal import SealedStore

extension ProfileStore {
    /// Writes a verified copy of the whole store, all its accounts and drafts included, while others may write on.
    ///
    /// It holds no sessions, and gets its name when every seal of this account was opened in it and it is on the disk.
    /// It opens where this machine's device secret is, and anywhere with the recovery code of this day.
    ///
    /// - Throws: ``ProfileError`` with `exists` when something stands at the path, `damaged` when a record doesn't
    ///   open, `io`. Nothing is left at the path then.
    public func backup(to path: String) throws {
        try withFile { file, sealer in
            let copy = try StoreCopy(of: file.path, for: path)
            try copy.fill(from: file.connection)
            try copy.verify()
            let opened = try copy.open()
            try opened.connection.transaction(.reading) { _ in
                let failed = try RecordCheck.all(in: opened, sealer: sealer).first { !$0.isOK }
                if let failed, let problem = failed.problem {
                    throw ProfileError(
                        .damaged, "\(file.path) is damaged: \(failed.name): \(problem)",
                        hint: "No backup was made. See all of it with: profile check")
                }
            }
            try copy.publish()
        }
    }
}
