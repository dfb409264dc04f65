internal import Glibc

/// A failed call to the operating system: the operation, its object, and the system's error number. Programs supply the
/// wording.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let operation: Operation
    /// The path of the file concerned; empty if there is none.
    public let path: String
    /// The system's error number.
    public let code: Int32

    /// The failed operation. More cases may be added.
    public enum Operation: Hashable, Sendable {
        case open, read, write, sync, make, rename, remove, lock, watch
        /// Reading a file's attributes.
        case examine
        /// Setting a file's times.
        case touch
        /// Taking the permissions of others.
        case removeOthersAccess
        case makeFolder, removeFolder, findFolder, findCurrentFolder
        /// A session's key in the kernel.
        case keepKey, readKey, findKey
        case makeEventCounter, makeTimer
    }

    package init(_ operation: Operation, _ path: String = "", code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Whether the file doesn't exist.
    public var isMissing: Bool { code == ENOENT }
    /// Whether the file already exists.
    public var alreadyExists: Bool { code == EEXIST }

    /// Whether the file system is read-only, whatever the permissions are.
    public var isOfReadOnlyFileSystem: Bool { code == EROFS }

    /// The system's own words for the number, such as "Permission denied".
    public var reason: String { unsafe String(cString: strerror(code)) }

    /// The operation, the path and the system's words, for logs: not a sentence.
    public var description: String { "\(operation)\(path.isEmpty ? "" : " \(path)"): \(reason)" }
}

/// A file or folder that is refused, since it could lead elsewhere or others could change it.
public struct UnsafeFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    public let path: String
    /// Why it is refused.
    public let problem: Problem

    /// The problem. More cases may be added.
    public enum Problem: Hashable, Sendable {
        case symbolicLink
        /// The file has more than one name.
        case hardLink
        /// The file belongs to another user.
        case foreign
        /// Other users may remove or replace what is in the folder.
        case writableByOthers
        case notFile
        case notFolder
        /// The file is longer than any such file can be.
        case tooLong
        /// The file is a store that this process has open.
        case openStore
    }

    public var description: String { "\(path): \(problem)" }
}
