internal import Glibc
internal import Synchronization

/// A file that this process holds POSIX locks on, as SQLite does on an open database.
///
/// The system releases all of a process's locks on a file when the process closes any descriptor of it. Another
/// process would then take the database for one that nobody uses. So whoever opens a file that the user has named
/// first asks ``isLocked(_:)``, whatever name the file goes by.
public final class LockedFile: Sendable {
    /// How many values there are for each file.
    private static let counts = Mutex<[FileIdentity: Int]>([:])
    private let identity: FileIdentity

    public init(_ identity: FileIdentity) {
        self.identity = identity
        Self.counts.withLock { $0[identity, default: 0] += 1 }
    }

    deinit {
        Self.counts.withLock { counts in
            let left = counts[identity, default: 1] - 1
            counts[identity] = left > 0 ? left : nil
        }
    }

    /// Whether this process holds locks on the file that a path leads to, through symbolic links and by any name.
    public static func isLocked(_ path: String) -> Bool { isLocked(namedBy: Array(path.utf8CString)) }

    /// Whether this process holds locks on a file whose name may not be UTF-8.
    ///
    /// - Parameter path: the name in the file system, with a terminating zero.
    public static func isLocked(namedBy path: [CChar]) -> Bool {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return false }
        return counts.withLock { $0[FileIdentity(status)] != nil }
    }
}
