internal import Dispatch
internal import Glibc
internal import Synchronization

/// Tells of writes to the files of a folder, by any process, through the kernel's inotify.
public final class FileWatch: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// - Parameter onWrite: is called on a queue of its own, once for any number of writes that came together.
    public init(folder: String, onWrite: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard number >= 0 else { throw SystemError("watch", folder) }
        // A database's writer makes a commit visible after its last write, in shared memory, which no event tells of.
        // So its announcement counts, and for one that died before it, that its file is closed.
        // A file that goes away, or the folder itself, counts as written.
        let events = UInt32(
            IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVE_SELF
                | IN_DELETE_SELF)
        guard unsafe inotify_add_watch(number, folder, events) >= 0 else {
            let error = SystemError("watch", folder)
            close(number)
            throw error
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: number)
        source.setCancelHandler { close(number) }
        source.setEventHandler {
            var events = [UInt8](repeating: 0, count: 4096)
            while unsafe read(number, &events, events.count) > 0 {}
            onWrite()
        }
        source.activate()
        self.source = Mutex(source)
    }

    /// Wakes the watches over a file's folder once more, now that what was written can be read. It sets the file's times.
    public static func announceWrite(to path: String) {
        // Where that is refused, watches learn of it when the file is closed.
        _ = unsafe utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}
