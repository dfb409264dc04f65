internal import Glibc

/// A failed call to the operating system: the operation, its object, and the system's reason.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The operation, as a verb: "open", "write".
    public let operation: String
    /// The path of the file concerned; empty if there is none.
    public let path: String
    /// The system's error number.
    public let code: Int32

    package init(_ operation: String, _ path: String = "", code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Whether the file doesn't exist.
    public var isMissing: Bool { code == ENOENT }
    /// Whether the file already exists.
    public var alreadyExists: Bool { code == EEXIST }

    /// The system's reason, such as "Permission denied".
    public var reason: String { unsafe String(cString: strerror(code)) }

    public var description: String {
        path.isEmpty ? "cannot \(operation): \(reason)" : "cannot \(operation) \(path): \(reason)"
    }
}

/// A file or folder that is refused, since it could lead elsewhere or others could change it.
public struct UnsafeFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    public let path: String
    /// Why it is refused.
    public let problem: Problem

    /// What is wrong with it. More cases may be added.
    public enum Problem: Hashable, Sendable {
        case symbolicLink
        /// It has more than one name.
        case hardLink
        /// It belongs to another user.
        case foreign
        case notFile
        case notFolder
        /// It is longer than any such file can be.
        case tooLong
    }

    public var description: String { "\(path): \(problem)" }
}
