internal import CLinux
internal import Glibc

/// Private files of this user: mode 0600, a single name, no link. Anything else in their place is refused; a file of
/// this user that is accessible to others is closed to them, as ``TightenedPermissions`` reports.
public enum PrivateFile {
    /// Opens an existing file.
    ///
    /// - Throws: ``SystemError`` if it doesn't exist; ``UnsafeFile`` if it is a link, a pipe, or another user's.
    public static func open(_ path: String, writing: Bool = false) throws -> Descriptor {
        do {
            // Without O_NONBLOCK, opening a pipe in the file's place would block forever.
            let file = try Descriptor(opening: path, flags: (writing ? O_RDWR : O_RDONLY) | O_NONBLOCK)
            let status = try file.status()
            // One that is read may have been replaced since it was opened: it has no name then, but is whole.
            try check(status, path, mayLackName: !writing)
            try TightenedPermissions.removeOthersAccess(file, status)
            return file
        } catch let error as SystemError where error.code == ELOOP {
            throw UnsafeFile(path: path, problem: .symbolicLink)
        }
    }

    /// The whole content of a small file.
    ///
    /// - Throws: the same errors as ``open(_:writing:)``; ``UnsafeFile`` if it is longer than `limit` bytes.
    public static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let content = try open(path).read(limit + 1, at: 0)
        guard content.count <= limit else { throw UnsafeFile(path: path, problem: .tooLong) }
        return content
    }

    /// Writes a file with this content, synced together with its folder. An existing file is replaced atomically, so
    /// the content is never incomplete. Two writers of the same path must be serialized.
    public static func write(_ content: [UInt8], to path: String) throws { try write(content.span, to: path) }

    /// Writes a file as ``write(_:to:)-([UInt8],_)`` does, without copying the content.
    public static func write(_ content: Span<UInt8>, to path: String) throws {
        let draft = path + ".tmp"
        unsafe unlink(draft)
        do {
            let file = try Descriptor(opening: draft, flags: O_RDWR | O_CREAT | O_EXCL)
            try file.write(content, at: 0)
            try file.sync()
            try move(draft, to: path)
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    /// Writes a file as ``write(_:to:)-(Span<UInt8>,_)`` does. Several writers may do so at once: the content of one of
    /// them remains.
    public static func replace(_ path: String, with content: Span<UInt8>) throws {
        let draft = try NewFile(beside: path)
        try draft.write(content)
        try draft.sync()
        try move(draft.path, to: path)
    }

    /// Moves a file over another one, and syncs the folder.
    public static func move(_ path: String, to other: String) throws(SystemError) {
        guard unsafe rename(path, other) == 0 else { throw SystemError(.rename, path) }
        try PrivateFolder.sync(PrivateFolder.parent(of: other))
    }

    /// Moves a file to an unused name, and syncs the folder.
    ///
    /// - Throws: ``SystemError`` with `alreadyExists` if the name is taken; nothing is changed then. If the folder
    ///   can't be synced, the file is deleted.
    static func moveToNewName(_ path: String, to other: String) throws(SystemError) {
        if unsafe profile_rename_no_replace(path, other) != 0 {
            // Some file systems don't support it; a hard link doesn't replace an existing file either.
            guard errno == EINVAL || errno == ENOSYS else { throw SystemError(.make, other) }
            guard unsafe link(path, other) == 0 else { throw SystemError(.make, other) }
            unsafe unlink(path)
        }
        do {
            try PrivateFolder.sync(PrivateFolder.parent(of: other))
        } catch {
            unsafe unlink(other)
            throw error
        }
    }

    /// Removes a file, if there is one.
    public static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError(.remove, path) }
    }

    /// Refuses anything at a path that isn't a plain file of this user with a single name.
    ///
    /// - Returns: whether there is a file.
    @discardableResult
    public static func checkIfPresent(_ path: String) throws -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw SystemError(.examine, path)
        }
        // Another process may remove or replace it once its name has been found: it has no name then.
        try check(status, path, mayLackName: true)
        return true
    }

    /// Refuses a file that this process can't write, because of its permissions or its file system.
    public static func requireWritable(_ path: String) throws(SystemError) {
        guard unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw SystemError(.write, path) }
    }

    /// The length of the file at a path; `nil` if there is none. It isn't opened, since closing it would release the
    /// locks that this process holds on it through another descriptor.
    public static func length(of path: String) -> Int? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// The path of the file that a path leads to through symbolic links; the path itself where there is no file.
    public static func followingLinks(_ path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// Identifies the file at a path, as opposed to another one that replaces it; `nil` if there is none.
    public static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return FileIdentity(status)
    }

    /// When the file at a path was last written; `nil` if there is none.
    public static func timeOfWriting(of path: String) -> FileTime? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return FileTime(status.st_mtim)
    }

    /// Sets the time at which a file was last written to now, and in any case to a later one than before. This needs no
    /// space on the disk, and no permission beyond being the file's owner.
    public static func advanceTimeOfWriting(of path: String) throws(SystemError) {
        var (status, now) = (stat(), timespec())
        guard unsafe lstat(path, &status) == 0 else { throw SystemError(.examine, path) }
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let next = max(FileTime(now), FileTime(status.st_mtim).next)
        // UTIME_OMIT, which is a macro that Swift doesn't import.
        let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
        let times = [unchanged, timespec(tv_sec: next.seconds, tv_nsec: next.nanoseconds)]
        guard unsafe utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SystemError(.touch, path)
        }
    }

    /// Creates an empty file, unless it already exists. It isn't opened, since another thread may have locked it by the
    /// time it would be closed.
    public static func create(_ path: String) throws(SystemError) {
        guard unsafe mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else {
            throw SystemError(.open, path)
        }
    }

    private static func check(_ status: stat, _ path: String, mayLackName: Bool = false) throws(UnsafeFile) {
        if status.st_mode & S_IFMT == S_IFLNK { throw UnsafeFile(path: path, problem: .symbolicLink) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw UnsafeFile(path: path, problem: .notFile) }
        guard status.st_uid == geteuid() else { throw UnsafeFile(path: path, problem: .foreign) }
        guard status.st_nlink == 1 || mayLackName && status.st_nlink == 0 else {
            throw UnsafeFile(path: path, problem: .hardLink)
        }
    }
}

/// When a file was written, by the clock of whoever wrote it, which may be any time.
public struct FileTime: Hashable, Comparable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    private init(seconds: Int, nanoseconds: Int) {
        (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
    }

    fileprivate init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }

    /// The next time that a file can have; after the last one, the first again.
    fileprivate var next: FileTime {
        nanoseconds < 999_999_999
            ? FileTime(seconds: seconds, nanoseconds: nanoseconds + 1)
            : FileTime(seconds: seconds &+ 1, nanoseconds: 0)
    }

    public static func < (one: FileTime, other: FileTime) -> Bool {
        (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }
}

/// Identifies a file independently of its name.
public struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64

    init(_ status: stat) {
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
