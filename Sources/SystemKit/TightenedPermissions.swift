internal import CLinux
internal import Glibc
internal import Synchronization

/// A file or folder of this user that was accessible to other users, until access was removed here.
public struct TightenedPermissions: Hashable, Sendable {
    public let path: String
    /// The permissions before the change.
    public let mode: Int

    package init(path: String, mode: Int) {
        (self.path, self.mode) = (path, mode)
    }

    // MARK: Reporting

    private static let changes = Mutex<Set<TightenedPermissions>>([])

    /// Returns the changes since the last call, for the program to report.
    public static func takeAll() -> [TightenedPermissions] {
        changes.withLock { changes in
            defer { changes = [] }
            return changes.sorted { $0.path < $1.path }
        }
    }

    // MARK: Closing

    /// Removes other users' access to the file or folder at a path, if it belongs to this user. It isn't opened, since
    /// closing a database's file would release the locks that this process holds on it through another descriptor.
    ///
    /// - Parameter companions: what follows the path in the names of files that belong to it. Only the first file that
    ///   was accessible is reported.
    /// - Throws: ``SystemError`` if the permissions can't be changed.
    public static func removeOthersAccess(_ path: String, companions: [String] = []) throws(SystemError) {
        var isNoted = false
        for path in [path] + companions.map({ path + $0 }) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0, isOpen(status) else { continue }
            guard unsafe fchmodat(AT_FDCWD, path, mode(for: status), AT_SYMLINK_NOFOLLOW) == 0 else {
                // Another process has removed it since, such as a log that is no longer used.
                if errno == ENOENT { continue }
                throw SystemError(.removeOthersAccess, path)
            }
            if !isNoted { note(path, status) }
            isNoted = true
        }
    }

    /// Removes other users' access to an open file or folder.
    static func removeOthersAccess(_ file: borrowing Descriptor, _ status: stat) throws(SystemError) {
        guard isOpen(status) else { return }
        guard fchmod(file.number, mode(for: status)) == 0 else { throw SystemError(.removeOthersAccess, file.path) }
        note(file.path, status)
    }

    private static func isOpen(_ status: stat) -> Bool {
        let kind = status.st_mode & S_IFMT
        return (kind == S_IFREG || kind == S_IFDIR) && status.st_uid == geteuid() && status.st_mode & 0o077 != 0
    }

    private static func mode(for status: stat) -> mode_t { status.st_mode & 0o700 }

    private static func note(_ path: String, _ status: stat) {
        changes.withLock { _ = $0.insert(TightenedPermissions(path: path, mode: Int(status.st_mode & 0o777))) }
    }
}
