import Observation
import ProfileKit

/// A view's model of a store: it changes with every commit, by this program or another.
@Observable @MainActor final class ProfileHost {
    private(set) var profile: Profile?
    /// Whether the store was locked meanwhile, so that the view shows its lock screen.
    private(set) var isLocked = false

    /// Follows the store until it is locked, or the view's task is cancelled.
    func follow(_ store: ProfileStore) async {
        do {
            for try await profile in store.profiles { self.profile = profile }
        } catch {
            profile = nil
            isLocked = true
        }
    }
}

let host = ProfileHost()
withObservationTracking {
    _ = host.profile
} onChange: {
    print("the view is redrawn")
}

let (gate, _) = try Gate.create(NewAccount(passcode: Secret("739158")), at: "host.profile")
let store = try gate.unlock(with: Secret("739158"))
let following = Task { await host.follow(store) }
while host.profile == nil { await Task.yield() }
print("shown: notifications \(host.profile?.prefersNotifications == true ? "on" : "off")")

store.close()
await following.value
print("locked: \(host.isLocked)")
