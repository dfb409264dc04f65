internal import CLinux
internal import Glibc

/// The kernel's own files under /proc. Anyone with the right to mount can replace one or all of them; this is detected
/// and refused.
struct KernelFiles: ~Copyable {
    private let folder: Descriptor

    /// - Throws: ``SystemError`` if there is no /proc, or it isn't the kernel's.
    init() throws(SystemError) {
        let folder = try Descriptor(opening: "/proc", flags: profile_path_only | O_DIRECTORY)
        guard profile_is_proc(folder.number) == 1 else { throw SystemError("examine", "/proc", code: ENOENT) }
        self.folder = folder
    }

    /// The content of a small file.
    ///
    /// - Parameter path: relative to /proc.
    /// - Throws: ``SystemError``, with `EXDEV` if something is mounted along the path.
    func read(_ path: String) throws(SystemError) -> [UInt8] {
        try open(path, flags: O_RDONLY).read(4096, at: 0)
    }

    /// The target of a link.
    ///
    /// - Throws: the same errors as ``read(_:)``.
    func link(_ path: String) throws(SystemError) -> [UInt8] {
        let link = try open(path, flags: profile_path_only | O_NOFOLLOW)
        var target = [UInt8](repeating: 0, count: 256)
        let count = unsafe target.withUnsafeMutableBytes { buffer in
            unsafe readlinkat(link.number, "", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard count >= 0 else { throw SystemError("read", "/proc/\(path)") }
        return Array(target[..<count])
    }

    /// - Throws: the same errors as ``read(_:)``, except that the file doesn't exist.
    func exists(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try open(path, flags: profile_path_only | O_NOFOLLOW)
            return true
        } catch {
            guard error.isMissing else { throw error }
            return false
        }
    }

    /// Reads a small file without verifying that it is the kernel's.
    static func readAnyway(_ path: String) throws(SystemError) -> [UInt8] {
        try Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK).read(4096, at: 0)
    }

    private func open(_ path: String, flags: Int32) throws(SystemError) -> Descriptor {
        let number = unsafe profile_open_within_mount(folder.number, path, UInt64(flags | O_CLOEXEC))
        guard number >= 0 else { throw SystemError("open", "/proc/\(path)") }
        return Descriptor(taking: number, path: "/proc/\(path)")
    }
}
