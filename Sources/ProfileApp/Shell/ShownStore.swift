internal import Dispatch
internal import ProfileKit
internal import ProfileRendering

/// A store that is open, with the task that tells what becomes of it.
struct ShownStore: Sendable {
    let store: ProfileStore
    /// Whether its session was there before, so that others use it, too.
    let hasJoined: Bool
    private let following: Task<Void, Never>

    /// - Parameter content: what was read already, and isn't told again.
    init(
        _ store: ProfileStore, hasJoined: Bool, showing content: Content,
        telling tell: @escaping @Sendable (News) -> Void
    ) {
        (self.store, self.hasJoined) = (store, hasJoined)
        following = Task {
            var seen = content
            while !Task.isCancelled {
                do {
                    return try await Self.follow(store, from: &seen, telling: tell)
                } catch let error as StoreError where [.unreachable, .busy].contains(error.code) {
                    // A server that is starting again wakes nobody when it is back. Whoever works at the store is told
                    // when they ask for something.
                    try? await Task.sleep(for: Self.pause)
                } catch {
                    // Who stopped following knows why.
                    if !Task.isCancelled { tell(.closed(WordedError(error))) }
                    return
                }
            }
        }
    }

    /// How long to wait before looking again at a store that couldn't be read.
    private static let pause = Duration.seconds(1)

    private static func follow(
        _ store: ProfileStore, from seen: inout Content, telling tell: @Sendable (News) -> Void
    ) async throws {
        for try await change in store.changes {
            // The hikes are many: they are read again only when their digest says so, or the older ones weren't read
            // yet. Damage may have been mended without a change of the digest.
            let isSame = change.summary.hikes == seen.summary.hikes && !seen.index.isPartial && seen.damaged.isEmpty
            let next =
                isSame
                ? Content(summary: change.summary, index: seen.index, today: store.today)
                : Content(summary: change.summary, hikes: try store.readableHikes, today: store.today)
            if next != seen { tell(.content(next)) }
            seen = next
        }
    }

    /// Tells nothing more of it; it stays open.
    func stopFollowing() { following.cancel() }

    /// Wipes its key, and tells nothing more of it.
    func close() {
        following.cancel()
        store.close()
    }

    /// Closes the store, and waits until nothing here uses its file any more.
    func finish() {
        close()
        let hasEnded = DispatchSemaphore(value: 0)
        Task { [following] in
            await following.value
            hasEnded.signal()
        }
        hasEnded.wait()
    }
}

extension Content {
    /// As many of the newest hikes as are seen at first. The older ones follow.
    private static let firstHikes = 1000

    init(of store: ProfileStore) throws {
        let newest = try store.readableNewestHikes(limit: Self.firstHikes + 1)
        self.init(
            summary: try store.summary, hikes: newest, isPartial: newest.value.count > Self.firstHikes,
            today: store.today)
    }

    /// What opens is shown, so that damage to one hike keeps nobody from the others.
    init(summary: Summary, hikes: Readable<[HikeHeader]>, isPartial: Bool = false, today: Day) {
        self.init(
            summary: summary, index: HikeIndex(hikes.value, isPartial: isPartial), today: today,
            damaged: hikes.damaged)
    }
}
