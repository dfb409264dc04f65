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

/// A store that a sequence follows: it is asked again whenever something may have changed, and never in between.
package struct FollowedStore<Store: GatedStore> {
    private let store: Store
    /// Given up with the last copy, and with it the place among those who are woken.
    private let observation: ChangeObservation
    /// An element whenever something may have changed; any number that wasn't waited for counts as one.
    private var wakes: AsyncStream<Void>.Iterator

    package init(_ store: Store) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.store = store
        wakes = stream.makeAsyncIterator()
        observation = ChangeObservation(of: store) { continuation.yield() }
    }

    /// Waits until a body finds something in the store; `nil` when the task is cancelled.
    package mutating func next<Value>(_ find: (Store) throws -> Value?) async throws -> Value? {
        while !Task.isCancelled {
            if let found = try find(store) { return found }
            guard await wakes.next() != nil else { return nil }
        }
        return nil
    }
}
