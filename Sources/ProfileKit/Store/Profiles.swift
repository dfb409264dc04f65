/// The committed profile now and after each commit, from this process and from others.
///
///     for try await profile in store.profiles { print(profile.username) }
///
/// Commits that follow each other faster than they are read are collapsed: the latest is always delivered, each at
/// most once, in order. The sequence ends by throwing ``ProfileError`` with `locked` when the store is closed, its
/// session ends or its passcode changes.
public struct Profiles: AsyncSequence, Sendable {
    public typealias Element = Profile
    let store: ProfileStore

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: CommitSubscription(store))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private let subscription: CommitSubscription
        private var wakes: AsyncStream<Void>.Iterator
        private var revision = 0

        init(subscription: CommitSubscription) {
            self.subscription = subscription
            wakes = subscription.wakes.makeAsyncIterator()
        }

        /// The next committed profile; `nil` when the task is cancelled.
        public mutating func next() async throws -> Profile? {
            while !Task.isCancelled {
                let committed = try subscription.store.committed
                if committed.revision != revision {
                    revision = committed.revision
                    return committed.profile
                }
                guard await wakes.next() != nil else { return nil }
            }
            return nil
        }
    }
}

extension ProfileStore {
    /// The committed profile now and after each commit.
    public var profiles: Profiles { Profiles(store: self) }
}

/// One reader's place in the store's ``CommitSignal``, given up with the last reference.
final class CommitSubscription: Sendable {
    let store: ProfileStore
    /// An element whenever something may have changed; any number that wasn't waited for counts as one.
    let wakes: AsyncStream<Void>
    private let observation: ChangeObservation

    init(_ store: ProfileStore) {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.store = store
        self.wakes = wakes
        observation = ChangeObservation(of: store) { continuation.yield() }
    }
}
