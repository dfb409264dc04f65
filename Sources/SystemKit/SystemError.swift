internal import Glibc

/// A call to the operating system that failed: which one, on what, and the system's own reason.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was attempted, as a verb: "open", "write".
    public let operation: String
    /// The file it was attempted on; empty where there is none.
    public let path: String
    /// The system's error number.
    public let code: Int32

    package init(_ operation: String, _ path: String = "", code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    public var isMissing: Bool { code == ENOENT }
    public var alreadyExists: Bool { code == EEXIST }

    /// The system's reason, such as "Permission denied".
    public var reason: String { unsafe String(cString: strerror(code)) }

    public var description: String {
        path.isEmpty ? "cannot \(operation): \(reason)" : "cannot \(operation) \(path): \(reason)"
    }
}

/// A file that we refuse to use: a link, a pipe, or one of another owner.
public struct UnsafeFile: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    public let reason: String

    public var description: String { "\(path) \(reason)" }
}
