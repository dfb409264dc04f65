/// Reports every moment at which an open store may have changed, until the last reference is released.
///
/// It is for readers that can't wait on ``DocumentStore/documents``, such as a loop that also waits for other events.
/// It doesn't say what changed: read the store, which throws if it has been locked.
public final class ChangeSubscription: Sendable {
    private let watch: any EngineWatch

    /// - Parameter wake: called on any thread, and also for changes that don't matter to the caller. It must not use
    ///   the store itself.
    public init(of store: some GatedStore, wake: @escaping @Sendable () -> Void) {
        watch = store.opened.followers.add(wake)
        store.opened.watch()
    }
}
