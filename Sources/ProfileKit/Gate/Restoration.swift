internal import LinuxKit
internal import SQLiteKit

extension Gate {
    /// Puts a backup where no store is. The gate stays closed: it needs no secret.
    ///
    /// The accounts open with the secrets of the backup's time if this machine has their device secrets still, and
    /// else by ``recover(with:settingUp:revealing:)``.
    ///
    /// - Throws: ``ProfileError`` with `exists` when something stands at the path, `damaged` when the backup is no whole
    ///   store, `newerStore`, `io`. Nothing is left at the path then.
    public static func restore(_ backup: String, to path: String) throws {
        do {
            try translatingErrors(at: backup) {
                try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
                // SQLite would take a log that an earlier store left for this one's.
                for suffix in ["", "-wal", "-shm", "-journal"] where try PrivateFile.checkIfPresent(path + suffix) {
                    throw ProfileError.fileExists(path + suffix)
                }
                try refusePartOfStore(backup)
                let copy = try StoreCopy(of: backup, for: path)
                try copy.fill(fromFileAt: backup)
                try copy.verify()
                try copy.publish()
            }
        } catch let error as ProfileError where error.code == .damaged {
            throw ProfileError(
                .damaged, error.message, hint: "Nothing was restored. Use a whole backup, made by: profile backup",
                cause: error.cause)
        }
    }

    /// Refuses a store's file whose newest commits are still in a log beside it: a copy of the file alone would lack
    /// them, and nobody would notice. A backup has no log.
    private static func refusePartOfStore(_ backup: String) throws {
        for log in ["\(backup)-wal", "\(backup)-journal"] where PrivateFile.length(of: log) ?? 0 > 0 {
            throw ProfileError.damaged(backup, "a part of it is in \(log)")
        }
    }
}
