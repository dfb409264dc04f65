internal import CLinux
internal import Glibc

/// Files that are ours alone: mode 0600, one name, no link. Anything else at such a name is refused; one of ours that is
/// open to others is closed to them, which ``MendedMode`` tells.
public enum PrivateFile {
    /// Opens an existing file.
    ///
    /// - Throws: ``SystemError`` when it isn't there; ``UnsafeFile`` when it is a link, a pipe, or someone else's.
    public static func open(_ path: String, writing: Bool = false) throws -> Descriptor {
        do {
            // Without O_NONBLOCK, opening a pipe that someone put there would wait for ever.
            let file = try Descriptor(opening: path, flags: (writing ? O_RDWR : O_RDONLY) | O_NONBLOCK)
            let status = try file.status()
            try check(status, path)
            try MendedMode.closeToOthers(file, status)
            return file
        } catch let error as SystemError where error.code == ELOOP {
            throw UnsafeFile(path: path, reason: "is a symbolic link")
        }
    }

    /// The whole content of a small file.
    ///
    /// - Throws: as ``open(_:writing:)``; ``UnsafeFile`` when it is longer than `limit` bytes.
    public static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let content = try open(path).read(limit + 1, at: 0)
        guard content.count <= limit else { throw UnsafeFile(path: path, reason: "is longer than it can be") }
        return content
    }

    /// Makes a file with this content, synced together with its folder. A file of that name is replaced as a whole:
    /// there is never a moment with half of the content. Two writers of one name must take turns.
    public static func write(_ content: [UInt8], to path: String) throws {
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

    /// Moves a file over another one, synced together with their folder.
    public static func move(_ path: String, to other: String) throws(SystemError) {
        guard unsafe rename(path, other) == 0 else { throw SystemError("rename", path) }
        try PrivateFolder.sync(PrivateFolder.parent(of: other))
    }

    /// Moves a file to a name that nothing has, synced together with their folder.
    ///
    /// - Throws: ``SystemError`` with `alreadyExists` when something has it; both are left as they are then.
    static func moveToNewName(_ path: String, to other: String) throws(SystemError) {
        if unsafe profile_rename_no_replace(path, other) != 0 {
            // Some file systems can't; a second name is never given in place of another one either.
            guard errno == EINVAL || errno == ENOSYS else { throw SystemError("make", other) }
            guard unsafe link(path, other) == 0 else { throw SystemError("make", other) }
            unsafe unlink(path)
        }
        try PrivateFolder.sync(PrivateFolder.parent(of: other))
    }

    /// Removes a file, if there is one.
    public static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove", path) }
    }

    /// Refuses what stands at a path, if anything does, unless it is a plain file of ours with one name.
    ///
    /// - Returns: whether anything stands there.
    @discardableResult
    public static func checkIfPresent(_ path: String) throws -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw SystemError("examine", path)
        }
        try check(status, path)
        return true
    }

    /// The length of the file at a path; `nil` when there is none. It isn't opened: closing it would give up the locks
    /// that this process has on it by another descriptor.
    public static func length(of path: String) -> Int? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return Int(status.st_size)
    }

    /// What tells the file at a path from another one that is put there; `nil` when there is none.
    public static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

    /// Makes an empty file; one that is there already is left alone.
    public static func create(_ path: String) throws(SystemError) {
        do {
            _ = try Descriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL)
        } catch  where error.alreadyExists {
        }
    }

    private static func check(_ status: stat, _ path: String) throws(UnsafeFile) {
        if status.st_mode & S_IFMT == S_IFLNK { throw UnsafeFile(path: path, reason: "is a symbolic link") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw UnsafeFile(path: path, reason: "is not a plain file") }
        guard status.st_uid == geteuid() else { throw UnsafeFile(path: path, reason: "belongs to another user") }
        guard status.st_nlink == 1 else { throw UnsafeFile(path: path, reason: "has a second name (a hard link)") }
    }
}

/// A file's place on its device, whatever its name.
public struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
}
