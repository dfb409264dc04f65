internal import Dispatch
internal import Glibc
internal import Synchronization

/// Reports writes to the files in a folder, by any process, through the kernel's inotify.
public final class FileWatch: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// - Parameter onWrite: called on a global dispatch queue, once for any number of writes in quick succession.
    public init(folder: String, onWrite: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard number >= 0 else { throw SystemError("watch", folder) }
        // A writer makes a commit visible after its last write, in shared memory, for which there is no event. It
        // therefore announces the commit; if it dies before that, closing its file is the event. Removing a file, or
        // the folder itself, also counts as a write.
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

    /// Notifies the watches of a file's folder once more, now that the new content is visible, by setting the file's
    /// times.
    public static func announceWrite(to path: String) {
        // If that is refused, watches are notified when the file is closed.
        _ = unsafe utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW)
    }

    deinit {
        source.withLock { $0.cancel() }
    }
}
