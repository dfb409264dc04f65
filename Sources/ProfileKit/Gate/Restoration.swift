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
        try translatingErrors(at: backup) {
            try PrivateFolder.makeMissing(PrivateFolder.parent(of: path))
            // SQLite would take a log that an earlier store left for this one's.
            for suffix in ["", "-wal", "-shm", "-journal"] where try PrivateFile.checkIfPresent(path + suffix) {
                throw ProfileError.fileExists(path + suffix)
            }
            let copy = try StoreCopy(of: backup, for: path)
            try copy.fill(fromFileAt: backup)
            try copy.verify()
            try copy.publish()
        }
    }
}
