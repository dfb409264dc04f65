internal import Dispatch
internal import Synchronization

/// Runs blocking calls of a store or a gate on a separate thread, so that they don't occupy one of the few threads of
/// the cooperative pool while they wait for the disk or another process.
///
///     let history = try await offloading { try store.history(limit: 10) }
///
/// What derives keys, waits for another program's attempt or follows a store has an asynchronous form of its own. What
/// cancelling the task does is said under *Cancelling* in the overview of SealedStore.
///
/// - Throws: `CancellationError` if the task is cancelled before the first transaction or attempt has begun; any error
///   that the body throws.
@discardableResult
public func offloading<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await offloading(to: OffloadedCalls.other.queue, body)
}

/// Runs an operation at a gate on a thread of its own: it may wait for other attempts, and derives keys.
package func offloadingAttempt<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await offloading(to: OffloadedCalls.attempts.queue, body)
}

/// The groups of offloaded calls. A call never waits for a thread that another group occupies, or that Dispatch's
/// global queues do, on which Swift's tasks run.
enum OffloadedCalls {
    case attempts, ofStores, other

    /// A new queue, which has a thread of its own while something runs on it: the number of processors doesn't limit
    /// these threads, but there are at most 255 for each quality of service.
    var queue: DispatchQueue {
        let quality: DispatchQoS =
            switch self {
            case .attempts: .utility
            // A switch to a thread of these two takes half as long as to one of the others.
            case .ofStores: .userInteractive
            case .other: .userInitiated
            }
        return DispatchQueue(label: "sealed-store", qos: quality)
    }
}

func offloading<Result: Sendable>(
    to queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(
                    with: Swift.Result {
                        try cancellation.check()
                        return try Cancellation.$current.withValue(cancellation, operation: body)
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

    /// The cancellation of the task for which this thread works. There is none in a blocking operation, nor once a
    /// transaction has begun.
    @TaskLocal package static var current: Cancellation?

    package static var isRequested: Bool { current?.requested.load(ordering: .acquiring) ?? false }

    fileprivate func request() { requested.store(true, ordering: .releasing) }

    fileprivate func check() throws {
        if requested.load(ordering: .acquiring) { throw CancellationError() }
    }

    /// Runs the body of a transaction, which is completed once it has begun.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before; any error that the body throws.
    static func passing<Result>(_ body: () throws -> Result) throws -> Result {
        guard let current else { return try body() }
        try current.check()
        return try $current.withValue(nil, operation: body)
    }
}
