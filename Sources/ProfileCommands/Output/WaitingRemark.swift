internal import Glibc
internal import ProfileKit
internal import Synchronization

/// Reports once, after a second, that the command is waiting for another process: ten silent seconds look like a crash.
enum WaitingRemark {
    static let text = "waiting for another process…"

    static func install() {
        let wasSaid = Atomic(false)
        StoreWait.observe {
            guard !wasSaid.exchange(true, ordering: .relaxed) else { return }
            // The waiting thread may be any, so this bypasses the buffered output.
            let line = Array("\(text)\n".utf8)
            _ = unsafe write(STDERR_FILENO, line, line.count)
        }
    }

    /// For screens, which output on stderr would corrupt.
    static func remove() {
        StoreWait.observe(nil)
    }
}
