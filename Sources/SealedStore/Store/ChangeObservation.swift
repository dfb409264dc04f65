/// Tells of every moment at which an open store may have changed, until the last reference goes.
///
/// It is for readers that can't wait on ``DocumentStore/documents``, such as a loop that waits for other things as well.
/// What changed isn't told: read the store. When it was locked, that throws.
public final class ChangeObservation: Sendable {
    private let place: any EngineWatch

    /// - Parameter wake: is called on any thread, also for changes of no interest. It must not use the store itself.
    public init(of store: some GatedStore, wake: @escaping @Sendable () -> Void) {
        place = store.opened.followers.add(wake)
        store.opened.watch()
    }
}
