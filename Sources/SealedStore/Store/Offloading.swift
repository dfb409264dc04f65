internal import Dispatch
internal import Synchronization

/// Runs blocking work on a separate thread, so that it doesn't occupy one of the few threads of the cooperative pool
/// while it waits for the disk, another process or a key derivation.
///
/// - Parameter body: receives a value that says whether the task has been cancelled. It completes any write that it has
///   begun.
/// - Throws: `CancellationError` if the task was cancelled before the body began; any error that the body throws.
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

/// Whether a task was cancelled, for work done on another thread.
package final class Cancellation: Sendable {
    private let requested = Atomic<Bool>(false)

    package var isRequested: Bool { requested.load(ordering: .acquiring) }

    func request() { requested.store(true, ordering: .releasing) }

    /// - Throws: `CancellationError` once cancellation has been requested.
    package func check() throws {
        if isRequested { throw CancellationError() }
    }
}
