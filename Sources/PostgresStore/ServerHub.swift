internal import Dispatch
internal import PostgresKit
internal import SealedStore
internal import Synchronization
internal import SystemKit

/// Wakes those in this process who watch accounts of one store: one connection listens for all of them.
///
/// A wake-up only says *look*. Everyone looks when the connection comes to stand, whatever was missed before. Where the
/// server knows no LISTEN, it is asked for all watched accounts at once, again and again.
final class ServerHub: Sendable {
    private let loop: Loop

    private init(_ pool: ServerPool, listens: Bool) throws(SystemError) {
        loop = Loop(pool, try WakeUp(), listens: listens)
        loop.start()
    }

    deinit { loop.stop() }

    // MARK: One for each store

    private static let hubs = Mutex<[ServerAddress: Weak]>([:])

    private struct Weak: Sendable {
        weak var hub: ServerHub?
    }

    /// The hub of a store, which lives for as long as someone watches.
    static func shared(by pool: ServerPool) throws -> ServerHub {
        try hubs.withLock { hubs in
            if let hub = hubs[pool.address]?.hub { return hub }
            do {
                let hub = try ServerHub(pool, listens: true)
                hubs = hubs.filter { $0.value.hub != nil }
                hubs[pool.address] = Weak(hub: hub)
                return hub
            } catch {
                throw EngineError(.io, "\(error)", cause: error)
            }
        }
    }

    /// A hub that asks, as where a server knows no LISTEN.
    static func polling(by pool: ServerPool) throws(SystemError) -> ServerHub { try ServerHub(pool, listens: false) }

    func watch(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) -> any EngineWatch {
        Place(of: loop.add(account, wake), in: self)
    }

    /// Keeps the hub alive besides the place in its list.
    private final class Place: EngineWatch {
        private let place: any EngineWatch
        private let hub: ServerHub

        init(of place: any EngineWatch, in hub: ServerHub) {
            (self.place, self.hub) = (place, hub)
        }
    }

    // MARK: Listening

    /// What the listening thread works on.
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

        /// The accounts that someone watches; `nil` when nobody is to be woken any more.
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
                    // What goes wrong ends this connection; with the next one everyone looks.
                    try? listen(on: connection)
                }
                guard watched != nil else { return }
                _ = Readiness.wait(for: [signal.descriptor], timeout: Self.pause)
                signal.clear()
            }
        }

        /// How long a server that can't be reached is left alone.
        private static let pause = Duration.milliseconds(500)
        /// How often it is asked where it doesn't tell.
        private static let interval = Duration.milliseconds(250)
        /// How often it is asked to go on telling.
        private static let renewal = Duration.seconds(60)

        private func listen(on connection: PostgresConnection) throws {
            let tells = try isToldOfChanges(on: connection)
            var told: Set<AccountID> = []
            var writers: [AccountID: [UInt8]] = [:]
            var renewed = ContinuousClock.now
            while let accounts = watched {
                let isDue = renewed.duration(to: .now) >= Self.renewal
                let new = isDue ? accounts : accounts.subtracting(told)
                if tells, !new.isEmpty {
                    // Whoever commits behind this tells of it; what was committed before is found by looking.
                    _ = try connection.run(new.map(pool.tables.watch))
                    if isDue { renewed = .now }
                }
                // Who is new looks once, behind the moment from which changes are noticed.
                var changed = accounts.subtracting(told)
                told = accounts
                if !tells {
                    let found = try self.writers(of: accounts, by: connection)
                    changed.formUnion(accounts.filter { writers[$0] != found[$0] })
                    writers = found
                }
                wake(changed)
                let states = Readiness.wait(
                    for: [signal.descriptor, connection.descriptor], timeout: tells ? Self.renewal : Self.interval)
                signal.clear()
                if states[1] != .quiet {
                    let named = try connection.takeNotifications().map(\.payload)
                    wake(accounts.filter { named.contains($0.description) })
                }
            }
        }

        /// Whether the server tells of changes from now on; some know no LISTEN.
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
