/// A store that a sequence follows: it is queried whenever something may have changed, and only then.
package struct ChangeFollower<Store: GatedStore> {
    private let store: Store
    /// Released with the last copy, which ends the wake-ups.
    private let subscription: ChangeSubscription
    /// Yields whenever something may have changed; wake-ups that nobody awaited are merged into one.
    private var wakes: AsyncStream<Void>.Iterator

    package init(_ store: Store) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.store = store
        wakes = stream.makeAsyncIterator()
        subscription = ChangeSubscription(of: store) { continuation.yield() }
    }

    /// Waits until a body, which runs on the store's own thread, finds something in it. Returns `nil` if the task is
    /// cancelled.
    package mutating func next<Value: Sendable>(
        _ find: @escaping @Sendable (Store) throws -> Value?
    ) async throws -> Value? {
        while !Task.isCancelled {
            do {
                if let found = try await store.opened.offloading(.reading, { [store] in try find(store) }) {
                    return found
                }
            } catch is CancellationError {
                return nil
            }
            guard await wakes.next() != nil else { return nil }
        }
        return nil
    }
}
