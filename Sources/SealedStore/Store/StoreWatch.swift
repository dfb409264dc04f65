internal import Dispatch
internal import Synchronization
internal import SystemKit

/// Notices changes that others make to an open store: commits, a lock, a changed passcode, the end of the session.
///
/// It does no work while nothing happens: the engine reports changes, and one timer is set to the session's deadline.
/// If the engine can't report changes, for example because the kernel's watches are used up, or there can be no such
/// timer, the store is polled ten times a second.
final class StoreWatch: Sendable {
    private let watch: (any EngineWatch)?
    /// Reports locks that can't be written to the store, where nothing tells of them either.
    private let locks: FileWatch?
    /// Goes off when the session ends; `nil` if the store is polled.
    private let deadline: BootTimer?
    /// The timer that fires at the deadline, or ten times a second: there is one of the two.
    private let waiting: Mutex<(any DispatchSourceRead)?>
    private let polling: Mutex<(any DispatchSourceTimer)?>

    init(_ store: OpenAccount, _ engine: any RecordEngine) {
        let check: @Sendable () -> Void = { [weak store] in store?.noticeOthers() }
        watch = try? engine.watch(store.account, check)
        locks = try? store.memory.folder.watchLocks(check)
        deadline = watch == nil || locks == nil ? nil : try? BootTimer()
        if let deadline {
            let goesOff: @Sendable () -> Void = {
                deadline.clear()
                check()
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: deadline.descriptor)
            source.setEventHandler(handler: goesOff)
            source.activate()
            waiting = Mutex(source)
            polling = Mutex(nil)
        } else {
            let timer = DispatchSource.makeTimerSource()
            timer.setEventHandler(handler: check)
            timer.schedule(deadline: .now(), repeating: .milliseconds(100))
            timer.activate()
            waiting = Mutex(nil)
            polling = Mutex(timer)
        }
    }

    deinit {
        waiting.withLock { $0?.cancel() }
        polling.withLock { $0?.cancel() }
    }

    /// Sets the timer to the moment at which the session ends if it isn't used.
    func scheduleSessionEnd(in left: Duration) { deadline?.set(to: left) }
}
