internal import CLinux
internal import Glibc

/// Folders that are ours alone, mode 0700.
public enum PrivateFolder {
    /// Makes a folder, and those above it that are missing; one that is there must be ours.
    ///
    /// - Throws: ``UnsafeFile`` when the name is a link, no folder, or someone else's.
    public static func make(_ path: String) throws {
        try makeMissing(path)
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw SystemError("examine", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw UnsafeFile(path: path, reason: "is not a folder") }
        guard status.st_uid == geteuid() else { throw UnsafeFile(path: path, reason: "belongs to another user") }
        try MendedMode.closeToOthers(path)
    }

    /// Whether what lies in a folder lies in memory alone: in a tmpfs, or a ramfs.
    public static func isInMemory(_ path: String) -> Bool {
        unsafe profile_is_in_memory(path) != 0
    }

    /// Makes a folder, and those above it, where nothing of that name is there yet. Their names are on the disk when this
    /// returns: what is synced in a folder is lost with the folder's own name.
    public static func makeMissing(_ path: String) throws(SystemError) {
        if unsafe mkdir(path, 0o700) == 0 { return try sync(parent(of: path)) }
        if errno == EEXIST || errno == EISDIR { return }
        guard errno == ENOENT, !path.isEmpty, parent(of: path) != path else {
            throw SystemError("make the folder", path)
        }
        try makeMissing(parent(of: path))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError("make the folder", path) }
        try sync(parent(of: path))
    }

    /// Whether a folder is there, ours, and closed to everyone else.
    public static func isClosedToOthers(_ path: String) -> Bool {
        guard let status = try? status(of: path) else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Opens a folder of ours so that it can be locked.
    public static func open(_ path: String) throws -> Descriptor {
        let folder = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        let status = try folder.status()
        guard status.st_uid == geteuid() else { throw UnsafeFile(path: path, reason: "belongs to another user") }
        try MendedMode.closeToOthers(folder, status)
        return folder
    }

    /// Returns once the folder's entries are on the disk.
    public static func sync(_ path: String) throws(SystemError) {
        try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY).sync()
    }

    /// Removes an empty folder; nothing happens when there is none.
    public static func removeIfEmpty(_ path: String) throws(SystemError) {
        guard unsafe rmdir(path) == 0 || errno == ENOENT || errno == ENOTEMPTY else {
            throw SystemError("remove the folder", path)
        }
    }

    /// The folder that holds a path; "." for a bare name.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path as it is from the root: one that isn't is taken from the folder that the process is in now.
    ///
    /// - Throws: ``SystemError`` when that folder is gone.
    public static func absolute(_ path: String) throws(SystemError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let current = unsafe getcwd(nil, 0) else { throw SystemError("find the current folder") }
        defer { unsafe free(current) }
        let folder = unsafe String(cString: current)
        return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }

    /// The absolute path of a file, with links resolved in its folder but not in its own name.
    ///
    /// - Throws: ``SystemError`` when the folder isn't there, or the path names no file in it.
    public static func resolvingParent(of path: String) throws(SystemError) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name) else { throw SystemError("open", path, code: EISDIR) }
        let folder = parent(of: path)
        guard let resolved = unsafe realpath(folder, nil) else { throw SystemError("find the folder", folder) }
        defer { unsafe free(resolved) }
        let base = unsafe String(cString: resolved)
        return base == "/" ? "/\(name)" : "\(base)/\(name)"
    }

    private static func status(of path: String) throws -> stat {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw SystemError("examine", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw UnsafeFile(path: path, reason: "is not a folder") }
        return status
    }
}
