internal import Dispatch
internal import LinuxKit
internal import Synchronization

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
        Iterator(watch: ProfileWatch(store))
    }

    public struct Iterator: AsyncIteratorProtocol {
        private let watch: ProfileWatch
        private var revision = 0
        private var wakes: AsyncStream<Void>.Iterator

        init(watch: ProfileWatch) {
            self.watch = watch
            wakes = watch.wakes.makeAsyncIterator()
        }

        /// The next committed profile; `nil` when the task is cancelled.
        public mutating func next() async throws -> Profile? {
            while !Task.isCancelled {
                let committed = try watch.store.committed
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

/// What wakes one reader: commits of this process, writes to the store's files by others, and the end of the session.
///
/// It costs nothing while nothing happens: the kernel tells of writes, and one timer runs to the session's deadline.
final class ProfileWatch: Sendable {
    let store: ProfileStore
    let wakes: AsyncStream<Void>
    private let listener: Int
    private let files: FileWatch?
    private let timer: Mutex<any DispatchSourceTimer>

    init(_ store: ProfileStore) {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let wake: @Sendable () -> Void = { continuation.yield() }
        self.store = store
        self.wakes = wakes
        listener = store.commits.add(wake)
        files = try? FileWatch(folder: PrivateFolder.parent(of: store.gate.path), onWrite: wake)
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler(handler: wake)
        if files == nil {
            // The kernel's watches are limited in number. Without one, the store is asked ten times a second.
            timer.schedule(deadline: .now(), repeating: .milliseconds(100))
        } else if let left = store.session?.timeLeft(at: store.gate.configuration.clock.bootInstant) {
            timer.schedule(deadline: .now() + .nanoseconds(left.nanoseconds))
        }
        timer.activate()
        self.timer = Mutex(timer)
    }

    deinit {
        store.commits.remove(listener)
        timer.withLock { $0.cancel() }
    }
}
