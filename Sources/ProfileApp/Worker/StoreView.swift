internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// An open store, with the task that reports its changes.
struct StoreView: Sendable {
    let store: ProfileStore
    /// Whether its session existed before, so that others use it too.
    let hasJoined: Bool
    private let following: Task<Void, Never>

    /// - Parameter content: the content already known, which isn't reported again.
    init(
        _ store: ProfileStore, hasJoined: Bool, showing content: Content,
        telling tell: @escaping @Sendable (StoreNews) -> Void
    ) {
        (self.store, self.hasJoined) = (store, hasJoined)
        following = Task {
            var seen = content
            var pauses = Backoff()
            while !Task.isCancelled {
                let begin = ContinuousClock.now
                do {
                    try await Self.follow(store, from: &seen, telling: tell)
                } catch let error as StoreError where [.unreachable, .busy].contains(error.code) {
                    // A server that restarts doesn't notify anybody when it is back, so this tries again after a pause.
                    // Meanwhile the user learns of it from failing requests. A pause that is cancelled ends the loop.
                    if begin.duration(to: .now) > .seconds(30) { pauses.reset() }
                    try? await Task.sleep(for: pauses.next())
                } catch {
                    // If the app itself stopped following, the store's end is no news.
                    if !Task.isCancelled { tell(.closed(UserMessage(error))) }
                    return
                }
            }
        }
    }

    /// Reports changes until the task is cancelled, or damage is found or repaired.
    private static func follow(
        _ store: ProfileStore, from seen: inout Content, telling tell: @Sendable (StoreNews) -> Void
    ) async throws {
        guard seen.damaged.isEmpty else {
            return try await followDamaged(store, from: &seen, telling: tell)
        }
        do {
            var isFirst = true
            for try await change in store.changes {
                // There may be many hikes, so they are read again only if one of them changed, or if the older ones
                // weren't read yet. The first change reports everything, since they may have changed before it.
                let isSame = !change.kinds.contains(.hikes) && !seen.index.isPartial
                var next =
                    try isSame
                    ? seen.showing(change.summary.whole.value, of: store)
                    : Content(change.summary.whole, store.readableHikes, of: store)
                // Hikes that were changed back look the same, but a screen may show the change in between.
                next.hikeReadings = seen.hikeReadings + (isSame || isFirst ? 0 : 1)
                if next != seen { tell(.content(next)) }
                (seen, isFirst) = (next, false)
                guard next.damaged.isEmpty else { return }
            }
        } catch let error as StoreError where error.code == .damaged {
            try await followDamaged(store, from: &seen, telling: tell)
        }
    }

    /// Reports changes to a damaged store until all of it opens again. `changes` can't be used here: it throws while
    /// the summary is damaged, and a repair may leave the numbers that it compares unchanged.
    private static func followDamaged(
        _ store: ProfileStore, from seen: inout Content, telling tell: @Sendable (StoreNews) -> Void
    ) async throws {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = ChangeSubscription(of: store) { continuation.yield() }
        defer { withExtendedLifetime(subscription) {} }
        func look() throws -> Bool {
            var next = try Content(store.readableSummary, store.readableHikes, of: store)
            next.hikeReadings = seen.hikeReadings
            if next != seen { tell(.content(next)) }
            seen = next
            return next.damaged.isEmpty
        }
        _ = try look()
        for await _ in wakes where try look() { return }
    }

    /// Stops reporting changes. The store stays open.
    func stopFollowing() { following.cancel() }

    /// Stops reporting changes, and closes the store.
    func close() {
        following.cancel()
        store.close()
    }
}
