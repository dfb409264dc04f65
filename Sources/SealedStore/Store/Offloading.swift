internal import Dispatch
internal import Synchronization

/// Runs blocking work on a thread of its own, so that no task waits for a disk, another process or a key on one of the
/// few threads that tasks share.
///
/// - Parameter body: is given a value that tells whether the task was cancelled meanwhile. What it has begun to write it
///   finishes.
/// - Throws: `CancellationError` when the task was cancelled before the body began; what the body throws.
package func offloading<Result: Sendable>(_ body: @escaping @Sendable (Cancellation) throws -> Result) async throws
    -> Result
{
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Swift.Result {
                        try cancellation.check()
                        return try body(cancellation)
                    })
            }
        }
    } onCancel: {
        cancellation.request()
    }
}

/// Whether a task was cancelled, for work that is done on another thread.
package final class Cancellation: Sendable {
    private let requested = Atomic<Bool>(false)

    package var isRequested: Bool { requested.load(ordering: .acquiring) }

    func request() { requested.store(true, ordering: .releasing) }

    /// - Throws: `CancellationError` once it was requested.
    package func check() throws {
        if isRequested { throw CancellationError() }
    }
}
