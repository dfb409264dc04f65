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

    /// Waits until a body finds something in the store. Returns `nil` if the task is cancelled.
    package mutating func next<Value>(_ find: (Store) throws -> Value?) async throws -> Value? {
        while !Task.isCancelled {
            if let found = try find(store) { return found }
            guard await wakes.next() != nil else { return nil }
        }
        return nil
    }
}
