internal import Dispatch
internal import Synchronization
internal import SystemKit

/// Notices what others do to an open store: commits, a lock, a changed passcode, the end of the session.
///
/// It costs nothing while nothing happens: the kernel tells of writes to the store's folder, and one timer runs to the
/// session's deadline. Where the kernel's watches are used up, the store is asked ten times a second.
final class StoreMonitor: Sendable {
    private let files: FileWatch?
    private let timer: Mutex<any DispatchSourceTimer>

    init(_ store: ProfileStore) {
        let check: @Sendable () -> Void = { [weak store] in store?.noticeOthers() }
        files = try? FileWatch(folder: PrivateFolder.parent(of: store.gate.path), onWrite: check)
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler(handler: check)
        if files == nil {
            timer.schedule(deadline: .now(), repeating: .milliseconds(100))
        } else {
            timer.schedule(deadline: .distantFuture)
        }
        timer.activate()
        self.timer = Mutex(timer)
    }

    deinit {
        timer.withLock { $0.cancel() }
    }

    /// Sets the timer to the moment at which the session ends unless it is used.
    func expectEnd(in left: Duration) {
        guard files != nil else { return }
        timer.withLock { $0.schedule(deadline: .now() + .nanoseconds(left.nanoseconds)) }
    }
}
