internal import Dispatch

/// The queues of one open store, which run its reads and its writes one at a time, as the store itself does.
struct StoreQueues: Sendable {
    fileprivate let reading = OffloadedCalls.ofStores.queue
    fileprivate let writing = OffloadedCalls.ofStores.queue
}

extension OpenAccount {
    /// Runs an operation of this store on one of its two threads, so that however many wait, other stores' don't.
    func offloading<Result: Sendable>(
        _ access: EngineAccess, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await SealedStore.offloading(to: access == .reading ? queues.reading : queues.writing, body)
    }
}
