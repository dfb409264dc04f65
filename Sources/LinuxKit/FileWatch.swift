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
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
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

    deinit {
        source.withLock { $0.cancel() }
    }
}
