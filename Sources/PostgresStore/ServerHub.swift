internal import Dispatch
internal import PostgresKit
internal import SealedStore
internal import Synchronization
internal import SystemKit

/// Wakes the watchers of a store's accounts in this process, with one connection that listens for all of them.
///
/// A wake-up only means that something may have changed. Whenever the connection is (re)established, all watchers are
/// woken, in case something was missed. If the server doesn't support LISTEN, all watched accounts are polled with one
/// query.
final class ServerHub: Sendable {
    private let loop: Loop

    /// - Parameter listens: whether to try LISTEN before polling.
    init(_ pool: ServerPool, listens: Bool) throws(SystemError) {
        loop = Loop(pool, try WakeUp(), listens: listens)
        loop.start()
    }

    deinit { loop.stop() }

    // MARK: One hub per store

    private static let hubs = Mutex<[ServerAddress: Weak]>([:])

    private struct Weak: Sendable {
        weak var hub: ServerHub?
    }

    /// Returns the hub of a store, which exists as long as there are watchers.
    static func shared(by pool: ServerPool) throws -> ServerHub {
        try hubs.withLock { hubs in
            if let hub = hubs[pool.address]?.hub { return hub }
            let hub = try ServerHub(pool, listens: true)
            hubs = hubs.filter { $0.value.hub != nil }
            hubs[pool.address] = Weak(hub: hub)
            return hub
        }
    }

    func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) -> any EngineWatch {
        Watch(of: loop.add(account, wake), in: self)
    }

    /// Keeps the hub alive along with its entry in the list.
    private final class Watch: EngineWatch {
        private let watch: any EngineWatch
        private let hub: ServerHub

        init(of watch: any EngineWatch, in hub: ServerHub) {
            (self.watch, self.hub) = (watch, hub)
        }
    }

    // MARK: Listening

    /// The work of the listening thread.
    private final class Loop: Sendable {
        private let pool: ServerPool
        private let signal: WakeUp
        private let listens: Bool
        private let state = Mutex(State())

        private struct State {
            var lists: [AccountID: WakeList] = [:]
            var isStopped = false
        }

        init(_ pool: ServerPool, _ signal: WakeUp, listens: Bool) {
            (self.pool, self.signal, self.listens) = (pool, signal, listens)
        }

        func start() {
            DispatchQueue(label: "profile.server-hub").async { self.run() }
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            signal.send()
        }

        func add(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) -> any EngineWatch {
            let place = state.withLock { state in
                let list = state.lists[account] ?? WakeList()
                state.lists[account] = list
                return list.add(wake)
            }
            signal.send()
            return place
        }

        /// The accounts being watched; `nil` if the hub has been stopped.
        private var watched: Set<AccountID>? {
            state.withLock { state in
                state.lists = state.lists.filter { !$0.value.isEmpty }
                return state.isStopped ? nil : Set(state.lists.keys)
            }
        }

        private func wake(_ accounts: some Sequence<AccountID>) {
            for list in state.withLock({ state in accounts.compactMap { state.lists[$0] } }) { list.wake() }
        }

        private func run() {
            while watched != nil {
                if let connection = try? pool.connect() {
                    // Any error ends this connection. All watchers are woken with the next one.
                    try? listen(on: connection)
                }
                guard watched != nil else { return }
                _ = Readiness.wait(for: [signal.descriptor], timeout: Self.pause)
                signal.clear()
            }
        }

        /// How long to wait before reconnecting to a server.
        private static let pause = Duration.milliseconds(500)
        /// The polling interval for a server without LISTEN.
        private static let interval = Duration.milliseconds(250)
        /// How often writers are asked to keep notifying.
        private static let renewal = Duration.seconds(60)

        private func listen(on connection: PostgresConnection) throws {
            let tells = try isToldOfChanges(on: connection)
            // After the machine has slept, writers no longer notify, so they are asked again at once.
            let timer = try BootTimer()
            var told: Set<AccountID> = []
            var writers: [AccountID: [UInt8]] = [:]
            var renewed = ContinuousClock.now
            while let accounts = watched {
                let isDue = renewed.duration(to: .now) >= Self.renewal
                let new = isDue ? accounts : accounts.subtracting(told)
                if tells, !new.isEmpty {
                    // Later commits send a notification; earlier ones are found by reading.
                    // In order, since two processes that each wait for an account of the other would be refused.
                    _ = try connection.run(new.sorted { "\($0)" < "\($1)" }.map(pool.tables.watch))
                    if isDue { renewed = .now }
                }
                // A new watcher is woken once, after the point from which changes are noticed.
                var changed = accounts.subtracting(told)
                told = accounts
                if !tells {
                    let found = try self.writers(of: accounts, by: connection)
                    changed.formUnion(accounts.filter { writers[$0] != found[$0] })
                    writers = found
                }
                wake(changed)
                // Some may have come with the answers above, so that the connection is no longer readable.
                let named = try connection.takeNotifications().map(\.payload)
                wake(accounts.filter { named.contains($0.description) })
                timer.set(to: tells ? Self.renewal : Self.interval)
                _ = Readiness.wait(
                    for: [signal.descriptor, connection.descriptor, timer.descriptor], timeout: nil)
                signal.clear()
            }
        }

        /// Whether the server sends notifications from now on; some don't support LISTEN.
        private func isToldOfChanges(on connection: PostgresConnection) throws(PostgresError) -> Bool {
            guard listens else { return false }
            do throws(PostgresError) {
                _ = try connection.run(pool.tables.listening)
                return true
            } catch {
                guard !error.isLoss else { throw error }
                return false
            }
        }

        private func writers(
            of accounts: Set<AccountID>, by connection: PostgresConnection
        ) throws -> [AccountID: [UInt8]] {
            let rows = try connection.run(pool.tables.writers(of: Array(accounts)))
            var writers: [AccountID: [UInt8]] = [:]
            for row in 0..<rows.count { writers[try AccountID(rows.text(row, 0))] = try rows.bytes(row, 1) }
            return writers
        }
    }
}
