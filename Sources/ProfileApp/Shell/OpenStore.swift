internal import ProfileKit

/// A store that is open, with the task that tells what becomes of it.
struct OpenStore: Sendable {
    let store: ProfileStore
    private let following: Task<Void, Never>

    /// - Parameter content: what was read already, and isn't told again.
    init(_ store: ProfileStore, showing content: Content, telling tell: @escaping @Sendable (News) -> Void) {
        self.store = store
        following = Task {
            var seen = content
            do {
                for try await change in store.changes {
                    // The hikes are many: they are read again only when their digest says so.
                    let isSame = change.summary.hikes == seen.summary.hikes
                    let hikes = isSame ? seen.hikes : try store.hikes
                    let next = Content(summary: change.summary, hikes: hikes, today: store.today)
                    if next != seen { tell(.content(next)) }
                    seen = next
                }
            } catch {
                tell(.closed(ProfileError(error)))
            }
        }
    }

    /// Wipes its key, and tells nothing more of it.
    func close() {
        following.cancel()
        store.close()
    }
}

extension Content {
    init(of store: ProfileStore) throws {
        self.init(summary: try store.summary, hikes: try store.hikes, today: store.today)
    }
}
