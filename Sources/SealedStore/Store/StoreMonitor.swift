internal import Dispatch
internal import Synchronization

/// Notices changes that others make to an open store: commits, a lock, a changed passcode, the end of the session.
///
/// It does no work while nothing happens: the engine reports changes, and one timer is set to the session's deadline.
/// If the engine can't report changes, for example because the kernel's watches are used up, the store is polled ten
/// times a second.
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

    /// Sets the timer to the moment at which the session ends if it isn't used.
    func expectEnd(in left: Duration) {
        guard watch != nil else { return }
        timer.withLock { $0.schedule(deadline: .now() + .nanoseconds(left.nanoseconds)) }
    }
}
