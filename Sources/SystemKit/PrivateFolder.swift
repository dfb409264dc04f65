internal import CLinux
internal import Glibc

/// Private folders of this user, with mode 0700.
public enum PrivateFolder {
    /// Creates a folder and any missing parents. An existing folder must belong to this user.
    ///
    /// - Throws: ``UnsafeFile`` if the path is a link, isn't a folder, or belongs to another user.
    public static func make(_ path: String) throws {
        try makeMissing(path)
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw SystemError(.examine, path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw UnsafeFile(path: path, problem: .notFolder) }
        guard status.st_uid == geteuid() else { throw UnsafeFile(path: path, problem: .foreign) }
        try TightenedPermissions.removeOthersAccess(path)
    }

    /// Whether a folder's contents are only in memory, in a tmpfs or ramfs.
    public static func isInMemory(_ path: String) -> Bool {
        unsafe profile_is_in_memory(path) != 0
    }

    /// Creates a folder and any missing parents. Their names are on disk when this returns, since what is synced inside
    /// a folder is lost if the folder's own name is.
    public static func makeMissing(_ path: String) throws(SystemError) {
        if unsafe mkdir(path, 0o700) == 0 { return try sync(parent(of: path)) }
        if errno == EEXIST || errno == EISDIR { return }
        guard errno == ENOENT, !path.isEmpty, parent(of: path) != path else {
            throw SystemError(.makeFolder, path)
        }
        try makeMissing(parent(of: path))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(.makeFolder, path) }
        try sync(parent(of: path))
    }

    /// Whether a folder exists, belongs to this user, and is inaccessible to everyone else.
    public static func isClosedToOthers(_ path: String) -> Bool {
        guard let status = try? status(of: path) else { return false }
        return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }

    /// Why other users may remove or replace what is in a folder, whatever its own permissions are: the folder belongs
    /// to one of them, or they may write to it. `nil` if they may not, or there is no such folder.
    ///
    /// In a folder with the sticky bit, such as /tmp, nobody may touch the files of others.
    public static func exposure(of path: String) -> UnsafeFile? {
        guard let status = try? status(of: path) else { return nil }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { return UnsafeFile(path: path, problem: .foreign) }
        guard status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 else { return nil }
        return UnsafeFile(path: path, problem: .writableByOthers)
    }

    /// Returns the names in a folder that begin with a text; none if the folder can't be read.
    public static func names(in path: String, beginning: String = "") -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        let length = beginning.utf8.count
        unsafe beginning.withCString { beginning in
            while let entry = unsafe readdir(folder) {
                guard let field = unsafe entry.pointer(to: \.d_name) else { continue }
                let name = unsafe UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
                // Compared as bytes, since a folder of temporary files may have a great many at each start of a program.
                if unsafe strncmp(name, beginning, length) == 0 { unsafe names.append(String(cString: name)) }
            }
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// Opens a folder of this user, for locking it.
    public static func open(_ path: String) throws -> Descriptor {
        let folder = try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        let status = try folder.status()
        guard status.st_uid == geteuid() else { throw UnsafeFile(path: path, problem: .foreign) }
        try TightenedPermissions.removeOthersAccess(folder, status)
        return folder
    }

    /// Returns once the folder's entries are on disk.
    public static func sync(_ path: String) throws(SystemError) {
        try Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY).sync()
    }

    /// The names of a folder's entries, in no order; none if there is no such folder.
    public static func entries(of path: String) throws(SystemError) -> [String] {
        guard let folder = unsafe opendir(path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw SystemError(.open, path)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw SystemError(.read, path) }
        return names
    }

    /// Removes a folder if it exists and is empty.
    public static func removeIfEmpty(_ path: String) throws(SystemError) {
        guard unsafe rmdir(path) == 0 || errno == ENOENT || errno == ENOTEMPTY else {
            throw SystemError(.removeFolder, path)
        }
    }

    /// The folder that contains a path; "." for a bare name.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The absolute form of a path, resolved against the current directory.
    ///
    /// - Throws: ``SystemError`` if the current directory no longer exists.
    public static func absolute(_ path: String) throws(SystemError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let current = unsafe getcwd(nil, 0) else { throw SystemError(.findCurrentFolder) }
        defer { unsafe free(current) }
        let folder = unsafe String(cString: current)
        return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }

    /// The absolute path of a file, with links resolved in its folder but not in its own name.
    ///
    /// - Throws: ``SystemError`` if the folder doesn't exist, or the path doesn't name a file in it.
    public static func resolvingParent(of path: String) throws(SystemError) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name) else { throw SystemError(.open, path, code: EISDIR) }
        let folder = parent(of: path)
        guard let resolved = unsafe realpath(folder, nil) else { throw SystemError(.findFolder, folder) }
        defer { unsafe free(resolved) }
        let base = unsafe String(cString: resolved)
        return base == "/" ? "/\(name)" : "\(base)/\(name)"
    }

    private static func status(of path: String) throws -> stat {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw SystemError(.examine, path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw UnsafeFile(path: path, problem: .notFolder) }
        return status
    }
}
