internal import Glibc
internal import Synchronization

/// A private file that gets its name only when it is complete, and never replaces another file.
///
/// Until then it has a random name in the same folder. If the value's lifetime ends before ``publish()``, the file is
/// deleted.
public struct NewFile: ~Copyable {
    /// The final path.
    private let target: String
    private let temporary: TemporaryName

    /// The temporary path; initially an empty file with mode 0600.
    public var path: String { temporary.path }

    /// - Throws: ``SystemError`` with `alreadyExists` if there is already something at the target path.
    public init(for target: String) throws(SystemError) {
        // Only `publish` claims the name; this check merely avoids useless work.
        guard PrivateFile.identity(of: target) == nil else { throw SystemError(.make, target, code: EEXIST) }
        Self.removeAbandoned(in: PrivateFolder.parent(of: target))
        try self.init(beside: target)
    }

    /// An empty file in the folder of one that may exist.
    init(beside target: String) throws(SystemError) {
        self.target = target
        temporary = try TemporaryName.make(beside: target)
    }

    deinit {
        unsafe unlink(path)
    }

    /// The endings of the files that SQLite keeps beside another one. That one comes last, since it shows whether they
    /// are in use.
    fileprivate static let endings = ["-wal", "-shm", "-journal", ""]

    /// Removes the files in a folder whose processes were killed before they could name or remove them.
    private static func removeAbandoned(in folder: String) {
        let names = PrivateFolder.names(in: folder)
        for name in names where TemporaryName.has(name) {
            let path = "\(folder)/\(name)"
            guard let file = try? PrivateFile.open(path, writing: true), (try? file.tryToLockExclusively()) == true,
                (try? file.identity) == PrivateFile.identity(of: path)
            else { continue }
            for ending in endings { try? PrivateFile.remove(path + ending) }
        }
        // SQLite may have made one of these while a signal handler removed the file.
        for name in names {
            for ending in endings where name.hasSuffix(ending) {
                let file = String(name.dropLast(ending.count))
                guard TemporaryName.has(file), PrivateFile.identity(of: "\(folder)/\(file)") == nil else { continue }
                try? PrivateFile.remove("\(folder)/\(name)")
            }
        }
    }

    /// Removes all unfinished files. For a signal handler that is about to end the process: it neither allocates memory
    /// nor waits.
    public static func removeUnfinished() { Leftover.removeAll() }

    /// Writes content, starting at a position.
    public func write(_ content: [UInt8], at position: Int = 0) throws(SystemError) {
        try write(content.span, at: position)
    }

    /// Writes content without copying it.
    func write(_ content: Span<UInt8>, at position: Int = 0) throws(SystemError) {
        try temporary.file.write(content, at: position)
    }

    /// Copies the content of another file. That may belong to anyone, and may be a link or a pipe: only its bytes are
    /// copied.
    ///
    /// - Throws: ``UnsafeFile`` if it is a device, which may be endless, or a file that this process has locked;
    ///   ``SystemError``.
    public func copy(from other: String) throws {
        guard !LockedFile.isLocked(other) else { throw UnsafeFile(path: other, problem: .openStore) }
        let source = unsafe open(other, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw SystemError(.open, other) }
        defer { close(source) }
        var status = stat()
        guard unsafe fstat(source, &status) == 0 else { throw SystemError(.examine, other) }
        guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else {
            throw UnsafeFile(path: other, problem: .notFile)
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var copied = 0
        while true {
            let count = unsafe read(source, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(.read, other) }
            guard count > 0 else { return }
            try write(Array(chunk[..<count]), at: copied)
            copied += count
        }
    }

    /// Returns once the file's content is on disk.
    func sync() throws(SystemError) { try temporary.file.sync() }

    /// Gives the file its name, synced together with its folder.
    ///
    /// - Throws: ``SystemError`` with `alreadyExists` if the name has been taken in the meantime.
    public consuming func publish() throws(SystemError) {
        try sync()
        try PrivateFile.moveToNewName(path, to: target)
    }
}

/// A file's name before it has its own.
private struct TemporaryName: ~Copyable {
    let path: String
    let leftover: Leftover
    /// Locked until the end of the value's lifetime, by which the next new file in the folder knows that this one is
    /// in use.
    let file: Descriptor

    private static let ending = ".unnamed.tmp"
    private static let digitCount = 13

    static func make(beside target: String) throws(SystemError) -> TemporaryName {
        while true {
            if let made = try TemporaryName(locking: target) { return made }
        }
    }

    /// - Returns: `nil` if another process took the file for an abandoned one before it was locked.
    private init?(locking target: String) throws(SystemError) {
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        let padding = String(repeating: "0", count: Self.digitCount - digits.count)
        let path = "\(target).\(padding)\(digits)\(Self.ending)"
        // Registered with the signal handler before the file exists: a signal in between would otherwise leave it
        // behind.
        let leftover = Leftover(path)
        let file: Descriptor
        do {
            file = try Descriptor(opening: path, flags: O_RDWR | O_CREAT | O_EXCL)
        } catch {
            // The random name means nothing to anyone.
            throw SystemError(.make, target, code: error.code)
        }
        // Where files can't be locked, nobody can take one for abandoned either.
        let isLocked = (try? file.tryToLockExclusively()) ?? true
        guard isLocked, try file.identity == PrivateFile.identity(of: path) else { return nil }
        self.path = path
        self.leftover = leftover
        self.file = file
    }

    /// Whether it is the name of such a file, and no other program's.
    static func has(_ name: String) -> Bool {
        guard name.hasSuffix(ending), let dot = name.dropLast(ending.count).lastIndex(of: ".") else { return false }
        let digits = name[name.index(after: dot)...].dropLast(ending.count)
        return digits.utf8.count == digitCount && digits.allSatisfy { Int(String($0), radix: 36) != nil }
    }
}

/// The paths of an unfinished file and of what SQLite may keep beside it, accessible to a signal handler.
private final class Leftover: Sendable {
    private struct Slot: ~Copyable, Sendable {
        let isTaken = Atomic<Bool>(false)
        /// Whether the paths are whole.
        let isSet = Atomic<Bool>(false)
    }

    /// More than a process writes at once. A signal leaves any further ones behind.
    private static let slots = InlineArray<8, Slot> { _ in Slot() }
    private static let longest = Int(PATH_MAX)
    private static let pathCount = NewFile.endings.count
    /// The bytes for each path.
    private static let room = longest + 16
    /// The address of the paths. Their memory is never freed, since a handler on another thread may be reading it.
    private static let paths = UInt(
        bitPattern: UnsafeMutablePointer<CChar>.allocate(capacity: slots.count * pathCount * room))
    /// The index of the slot; `nil` if all were taken, or the path is too long to be opened.
    private let slot: Int?

    init(_ path: String) {
        slot =
            path.utf8.count > Self.longest
            ? nil
            : Self.slots.indices.first { !Self.slots[$0].isTaken.exchange(true, ordering: .sequentiallyConsistent) }
        guard let slot else { return }
        for (index, ending) in NewFile.endings.enumerated() {
            guard let copy = unsafe Self.path(index, at: slot) else { return }
            unsafe strcpy(copy, path + ending)
        }
        Self.slots[slot].isSet.store(true, ordering: .sequentiallyConsistent)
    }

    deinit {
        guard let slot else { return }
        Self.slots[slot].isSet.store(false, ordering: .sequentiallyConsistent)
        Self.slots[slot].isTaken.store(false, ordering: .sequentiallyConsistent)
    }

    private static func path(_ index: Int, at slot: Int) -> UnsafeMutablePointer<CChar>? {
        unsafe UnsafeMutablePointer(bitPattern: paths + UInt((slot * pathCount + index) * room))
    }

    static func removeAll() {
        for slot in slots.indices where slots[slot].isSet.load(ordering: .sequentiallyConsistent) {
            for index in 0..<pathCount {
                if let path = unsafe path(index, at: slot) { unsafe unlink(path) }
            }
        }
    }
}
