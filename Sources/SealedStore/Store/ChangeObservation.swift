/// Reports every moment at which an open store may have changed, until the last reference is released.
///
/// It is for readers that can't wait on ``DocumentStore/documents``, such as a loop that also waits for other events.
/// It doesn't say what changed: read the store, which throws if it has been locked.
public final class ChangeObservation: Sendable {
    private let place: any EngineWatch

    /// - Parameter wake: called on any thread, and also for changes that don't matter to the caller. It must not use
    ///   the store itself.
    public init(of store: some GatedStore, wake: @escaping @Sendable () -> Void) {
        place = store.opened.followers.add(wake)
        store.opened.watch()
    }
}

/// A store that a sequence follows: it is queried whenever something may have changed, and only then.
package struct FollowedStore<Store: GatedStore> {
    private let store: Store
    /// Released with the last copy, which ends the wake-ups.
    private let observation: ChangeObservation
    /// Yields whenever something may have changed; wake-ups that nobody awaited are merged into one.
    private var wakes: AsyncStream<Void>.Iterator

    package init(_ store: Store) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.store = store
        wakes = stream.makeAsyncIterator()
        observation = ChangeObservation(of: store) { continuation.yield() }
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
