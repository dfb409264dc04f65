internal import Synchronization

/// Asks work that is under way to stop at the next place where it can. Copies of it are one flag.
final class StopFlag: Sendable {
    private let flag = Mutex(false)

    var isSet: Bool { flag.withLock { $0 } }

    func set() { flag.withLock { $0 = true } }
}
