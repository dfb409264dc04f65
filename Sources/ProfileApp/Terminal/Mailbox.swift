internal import Synchronization
internal import SystemKit

/// Where what happens elsewhere is left for the loop, which is woken by it.
final class Mailbox: Sendable {
    private let waiting = Mutex<[AppEvent]>([])
    private let wakeUp: WakeUp

    init() throws(SystemError) {
        wakeUp = try WakeUp()
    }

    /// Readable while something is waiting.
    var descriptor: Int32 { wakeUp.descriptor }

    /// May be called from any thread.
    func post(_ event: AppEvent) {
        waiting.withLock { $0.append(event) }
        wakeUp.send()
    }

    /// What was left since this was last asked, in order.
    func collect() -> [AppEvent] {
        wakeUp.clear()
        return waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
