internal import Glibc
internal import Synchronization

/// A private file that gets its name only when it is whole, and never takes the place of another.
///
/// Until then it stands in the same folder under a random name. When the value's life ends before
/// ``publish()``, nothing of it is left.
public struct NewFile: ~Copyable {
    /// Where it is written; an empty file of mode 0600 at first.
    public let path: String
    /// The name that it is to get.
    private let target: String
    private let leftover: Leftover

    /// - Throws: ``SystemError`` with `alreadyExists` when something of the name is there already.
    public init(for target: String) throws(SystemError) {
        // The name is taken for good by `publish` alone; this only spares work that would be in vain.
        guard PrivateFile.identity(of: target) == nil else { throw SystemError("make", target, code: EEXIST) }
        let path = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        // Known to the handler before it is there: a signal between the two would leave the file behind.
        let leftover = Leftover(path)
        _ = try Descriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL)
        self.path = path
        self.target = target
        self.leftover = leftover
    }

    deinit {
        unsafe unlink(path)
    }

    /// Removes the file that isn't finished, if there is one. For a signal's handler that is about to end the process:
    /// nothing is allocated or waited for.
    public static func removeUnfinished() { Leftover.removeNewest() }

    /// Makes this the content, from a place on.
    public func write(_ content: [UInt8], at position: Int = 0) throws(SystemError) {
        try Descriptor(opening: path, flags: O_RDWR).write(content, at: position)
    }

    /// Makes the content of another file this one's. That may be anyone's, a link or a pipe: only its bytes are taken.
    ///
    /// - Throws: ``UnsafeFile`` when it is a device, which may never end; ``SystemError``.
    public func copy(from other: String) throws {
        let source = unsafe open(other, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw SystemError("open", other) }
        defer { close(source) }
        var status = stat()
        guard unsafe fstat(source, &status) == 0 else { throw SystemError("examine", other) }
        guard [S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
            throw UnsafeFile(path: other, reason: "is not a plain file")
        }
        let file = try Descriptor(opening: path, flags: O_RDWR)
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var copied = 0
        while true {
            let count = unsafe read(source, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", other) }
            guard count > 0 else { return }
            try file.write(Array(chunk[..<count]), at: copied)
            copied += count
        }
    }

    /// Gives the file its name, synced together with its folder.
    ///
    /// - Throws: ``SystemError`` with `alreadyExists` when the name was taken meanwhile.
    public consuming func publish() throws(SystemError) {
        try Descriptor(opening: path, flags: O_RDWR).sync()
        try PrivateFile.moveToNewName(path, to: target)
    }
}

/// The name of the newest file that isn't finished, where a signal's handler finds it.
private final class Leftover: Sendable {
    /// The address of the name; 0 while there is none.
    private static let newest = Atomic<UInt>(0)
    private let address: UInt

    init(_ path: String) {
        address = unsafe UInt(bitPattern: strdup(path))
        Self.newest.store(address, ordering: .sequentiallyConsistent)
    }

    deinit {
        _ = Self.newest.compareExchange(expected: address, desired: 0, ordering: .sequentiallyConsistent)
        unsafe free(UnsafeMutableRawPointer(bitPattern: address))
    }

    static func removeNewest() {
        let address = newest.load(ordering: .sequentiallyConsistent)
        if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { unsafe unlink(path) }
    }
}
