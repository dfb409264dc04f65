internal import Glibc
internal import ProfileKit
internal import Synchronization

/// Says once, after a second, that the command waits for another process: ten silent seconds look like a crash.
enum WaitingRemark {
    static let text = "waiting for another process…"

    static func install() {
        let wasSaid = Atomic(false)
        StoreWait.observe {
            guard !wasSaid.exchange(true, ordering: .relaxed) else { return }
            // The thread that waits may be any, and what the command has to say itself comes later.
            let line = Array("\(text)\n".utf8)
            _ = unsafe write(STDERR_FILENO, line, line.count)
        }
    }

    /// For screens, which stderr would be drawn into.
    static func remove() {
        StoreWait.observe(nil)
    }
}
