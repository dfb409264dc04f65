internal import Synchronization
internal import SystemKit

/// A queue of events from other threads for the loop. Posting an event wakes the loop.
final class Mailbox: Sendable {
    private let waiting = Mutex<[AppEvent]>([])
    private let wakeUp: WatchSignal

    init() throws(SystemError) {
        wakeUp = try WatchSignal()
    }

    /// Readable while events are waiting.
    var descriptor: Int32 { wakeUp.descriptor }

    /// May be called from any thread.
    func post(_ event: AppEvent) {
        waiting.withLock { $0.append(event) }
        wakeUp.send()
    }

    /// Removes the waiting events.
    ///
    /// - Returns: the events, in the order in which they were posted.
    func collect() -> [AppEvent] {
        wakeUp.clear()
        return waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
