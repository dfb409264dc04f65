internal import Dispatch
internal import PostgresKit
internal import SealedStore
internal import Synchronization
internal import SystemKit

/// Wakes the watchers of a store's accounts in this process, with one connection that listens for all of them.
///
/// A wake-up only means that something may have changed. Whenever the connection is (re)established, all watchers are
/// woken, in case something was missed; and when it is lost, so that they learn of that. If the server doesn't support
/// LISTEN, or the user may not ask for notifications, all watched accounts are polled with one query.
final class ServerHub: Sendable {
    private let loop: Loop

    /// - Parameters:
    ///   - listens: whether to try LISTEN before polling.
    ///   - patience: how long to wait for the connection with which the process begins, before opening another one.
    init(_ pool: ServerPool, listens: Bool, patience: Duration = .milliseconds(200)) throws(SystemError) {
        loop = Loop(pool, try EventCounter(), listens: listens, patience: patience)
        loop.start()
    }

    deinit { loop.stop() }

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
        private let signal: EventCounter
        private let listens: Bool
        private let patience: Duration
        private let state = Mutex(State())

        private struct State {
            var lists: [AccountID: WatchList] = [:]
            var isStopped = false
        }

        init(_ pool: ServerPool, _ signal: EventCounter, listens: Bool, patience: Duration) {
            (self.pool, self.signal, self.listens, self.patience) = (pool, signal, listens, patience)
        }

        func start() {
            pool.begin(signal)
            DispatchQueue(label: "profile.server-hub").async { self.run() }
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            signal.send()
        }

        func add(_ account: AccountID, _ wake: @escaping @Sendable () -> Void) -> any EngineWatch {
            let result = state.withLock { state in
                let list = state.lists[account] ?? WatchList()
                state.lists[account] = list
                return list.add(wake)
            }
            signal.send()
            return result
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
            defer { pool.end(signal) }
            var backoff = Backoff()
            while watched != nil {
                do {
                    defer { pool.endListening(signal) }
                    try listen { backoff.reset() }
                } catch {
                    // Any error ends this connection.
                    if backoff == Backoff() { wake(watched ?? []) }
                }
                guard watched != nil else { return }
                // Ends early when there is a connection again, which a transaction has opened.
                _ = Readiness.wait(for: [signal.descriptor], timeout: backoff.next())
                signal.clear()
            }
        }

        /// How long to wait for a transaction to put the connection back, before looking whether it still exists.
        private static let pause = Duration.seconds(1)
        /// The polling interval for a server without LISTEN.
        private static let interval = Duration.milliseconds(250)
        /// How often writers are asked to keep notifying.
        private static let renewal = Duration.seconds(60)

        /// A connection, which isn't kept here while others may use it.
        private func connection() throws -> PostgresConnection {
            let deadline = ContinuousClock.now.advanced(by: patience)
            // A signal may also mean that there is a new watcher, or that the hub was stopped.
            while watched != nil, ContinuousClock.now < deadline {
                if let connection = try pool.takeListener(for: signal, connecting: false) { return connection }
                _ = Readiness.wait(for: [signal.descriptor], timeout: ContinuousClock.now.duration(to: deadline))
                signal.clear()
            }
            guard watched != nil, let connection = try pool.takeListener(for: signal, connecting: true) else {
                throw PostgresError(.connection, "there is no connection")
            }
            return connection
        }

        /// - Parameter isListening: called once changes are noticed.
        private func listen(_ isListening: () -> Void) throws {
            var held: PostgresConnection? = try connection()
            var tells = try held.map { try isToldOfChanges(on: $0) } ?? false
            // After the machine has slept, writers no longer notify, so they are asked again at once.
            let timer = try BootTimer()
            var told: Set<AccountID> = []
            var writers: [AccountID: [UInt8]] = [:]
            var renewed = ContinuousClock.now
            while let accounts = watched, let connection = held {
                let isDue = renewed.duration(to: .now) >= Self.renewal
                let new = isDue ? accounts : accounts.subtracting(told)
                if tells, !new.isEmpty {
                    // Later commits send a notification; earlier ones are found by reading.
                    tells = try ask(new, on: connection)
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
                // They come after the answers that are still due.
                try connection.finish()
                let named = try connection.takeNotifications().map(\.payload)
                changed.formUnion(accounts.filter { named.contains($0.description) })
                isListening()
                held = nil
                // Once the connection is lent, another thread may close it, and then signals.
                let descriptor = connection.descriptor
                timer.set(to: tells ? Self.renewal : Self.interval)
                pool.lendListener(connection)
                wake(changed)
                held = try awaitNews(on: descriptor, or: timer)
            }
        }

        /// Waits until there may be something to do, and takes the connection back; `nil` if the hub was stopped.
        private func awaitNews(on descriptor: Int32, or timer: BootTimer) throws -> PostgresConnection? {
            var isInUse = false
            while watched != nil {
                // While a transaction uses the connection, its answers are no news.
                let watched = [signal.descriptor] + (isInUse ? [] : [descriptor, timer.descriptor])
                _ = Readiness.wait(for: watched, timeout: isInUse ? Self.pause : nil)
                signal.clear()
                switch pool.retakeListener(for: signal) {
                case .idle(let connection): return connection
                case .inUse: isInUse = true
                case .lost: throw PostgresError(.connection, "the connection was lost")
                }
            }
            return nil
        }

        /// Asks the writers of accounts to notify; `false` if the user may not do that.
        private func ask(_ accounts: Set<AccountID>, on connection: PostgresConnection) throws(PostgresError) -> Bool {
            // In order, since two processes that each wait for an account of the other would be refused.
            let requests = accounts.sorted { "\($0)" < "\($1)" }.map(pool.tables.watch)
            do throws(PostgresError) {
                _ = try connection.run(
                    [ServerTables.writing, ServerTables.unsynced] + requests + [ServerTables.commit])
                return true
            } catch {
                guard ["42501", "25006"].contains(error.sqlState) else { throw error }
                try connection.post([ServerTables.rollback])
                return false
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
