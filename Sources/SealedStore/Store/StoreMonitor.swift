internal import Dispatch
internal import Synchronization

/// Notices what others do to an open store: commits, a lock, a changed passcode, the end of the session.
///
/// It costs nothing while nothing happens: the engine tells of changes, and one timer runs to the
/// session's deadline. Where the engine can't, such as when the kernel's watches are used up, the store is asked ten times a second.
final class StoreMonitor: Sendable {
    private let watch: (any EngineWatch)?
    private let timer: Mutex<any DispatchSourceTimer>

    init(_ store: OpenStore, _ engine: any RecordEngine) {
        let check: @Sendable () -> Void = { [weak store] in store?.noticeOthers() }
        watch = try? engine.watch(store.account, check)
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler(handler: check)
        if watch == nil {
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
        guard watch != nil else { return }
        timer.withLock { $0.schedule(deadline: .now() + .nanoseconds(left.nanoseconds)) }
    }
}
