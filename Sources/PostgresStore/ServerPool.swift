internal import Dispatch
internal import PostgresKit
internal import SealedStore
internal import Synchronization
internal import SystemKit

/// The connections of one store: each serves one transaction at a time, and is kept here in between.
///
/// A process has one pool for each store. One of its connections also listens for changes while there are watchers, so
/// that a process that only watches needs no second one.
final class ServerPool: Sendable {
    let address: ServerAddress
    let tables: ServerTables
    private let state = Mutex(State())
    /// Signalled for each thread that waits until the hub has finished with its connection.
    private let lent = DispatchSemaphore(value: 0)

    private struct State {
        var idle: [PostgresConnection] = []
        /// Wakes the hub that listens.
        var hub: EventCounter?
        /// The connection that listens, until it is lost. The hub holds it, or it is idle here, or a transaction uses it.
        var listener: PostgresConnection?
        /// A connection that listened, and was in use when the hub ended.
        weak var retired: PostgresConnection?
        var isWithHub = false
        /// The number of threads that wait until it isn't.
        var waiting = 0

        mutating func retireListener() {
            idle.removeAll { $0 === listener }
            (retired, listener) = (listener, nil)
        }
    }

    private struct WeakHub: Sendable {
        weak var hub: ServerHub?
    }
    private let hub = Mutex(WeakHub())

    private static let mostIdle = 16
    /// How long a statement waits for another transaction on the account.
    static let lockTimeout = Duration.seconds(10)
    /// How long the server lets a client be idle within a transaction.
    static let idleTimeout = Duration.seconds(30)

    private let patience: Duration

    /// - Parameter patience: the timeout for an answer, longer than the server's lock timeout.
    init(_ address: ServerAddress, patience: Duration = .seconds(30)) {
        (self.address, self.patience) = (address, patience)
        tables = ServerTables(schema: address.schema)
    }

    // MARK: One pool per store

    private static let pools = Mutex<[ServerAddress: Weak]>([:])

    private struct Weak: Sendable {
        weak var pool: ServerPool?
    }

    /// Returns the pool of a store, which exists as long as it is used.
    static func shared(_ address: ServerAddress) -> ServerPool {
        pools.withLock { pools in
            if let pool = pools[address]?.pool { return pool }
            let pool = ServerPool(address)
            pools = pools.filter { $0.value.pool != nil }
            pools[address] = Weak(pool: pool)
            return pool
        }
    }

    /// Returns the hub for the store's watchers, which exists as long as there are any.
    func hub(_ make: (ServerPool) throws -> ServerHub) throws -> ServerHub {
        try hub.withLock { known in
            if let hub = known.hub { return hub }
            let hub = try make(self)
            known.hub = hub
            return hub
        }
    }

    // MARK: Lending

    /// Returns a connection, and whether it was idle here, in which case it may have been lost unnoticed.
    func take() throws(PostgresError) -> (connection: PostgresConnection, wasIdle: Bool) {
        while true {
            if let waiting = takeIdle() { return (waiting, true) }
            // The hub has it only for a moment.
            let mustWait = state.withLock { state in
                if state.isWithHub { state.waiting += 1 }
                return state.isWithHub
            }
            guard mustWait, lent.wait(timeout: .now() + .seconds(1)) == .success else { break }
        }
        return (try connect(), false)
    }

    /// Runs a body that may run twice: again on a new connection if an idle one turns out to be lost.
    func lend<Result>(
        _ body: (PostgresConnection) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        let (connection, wasIdle) = try take()
        defer { putBack(connection) }
        do throws(PostgresError) {
            return try body(connection)
        } catch {
            guard error.isLoss, wasIdle else { throw error }
        }
        let another = try connect()
        defer { putBack(another) }
        return try body(another)
    }

    /// Returns an idle connection, if possible not the listening one.
    private func takeIdle() -> PostgresConnection? {
        while let waiting = state.withLock({ state in
            let index = state.idle.lastIndex { $0 !== state.listener } ?? state.idle.indices.last
            return index.map { state.idle.remove(at: $0) }
        }) {
            if waiting.isAlive { return waiting }
            lose(waiting)
        }
        return nil
    }

    /// Tells the hub if the connection that was lost is the one on which it listens.
    private func lose(_ connection: PostgresConnection) {
        let hub = state.withLock { state -> EventCounter? in
            guard connection === state.listener else { return nil }
            state.listener = nil
            return state.hub
        }
        hub?.send()
    }

    func putBack(_ connection: PostgresConnection) {
        let hub = state.withLock { state in
            let isListener = connection === state.listener
            if connection.isAlive, connection !== state.retired, isListener || state.idle.count < Self.mostIdle {
                state.idle.append(connection)
            } else if isListener {
                state.listener = nil
            }
            return isListener || state.listener == nil ? state.hub : nil
        }
        hub?.send()
    }

    // MARK: For the hub

    /// The state of the listening connection.
    enum Listener {
        case idle(PostgresConnection)
        case inUse
        case lost
    }

    /// Begins to wake a hub whenever a connection is put back that it may want. An earlier hub may not have ended yet.
    func begin(_ hub: EventCounter) {
        state.withLock { state in
            state.retireListener()
            state.hub = hub
        }
    }

    /// Ends what ``begin(_:)`` began.
    func end(_ hub: EventCounter) { state.withLock { if $0.hub === hub { $0.hub = nil } } }

    /// Takes an idle connection to listen on it, or opens one.
    ///
    /// - Parameter connecting: whether to open one.
    /// - Returns: the connection; `nil` if there is none, or a later hub has begun.
    func takeListener(for hub: EventCounter, connecting: Bool) throws(PostgresError) -> PostgresConnection? {
        // First, so that nobody opens another one at this moment.
        state.withLock { $0.isWithHub = true }
        var connection = takeIdle()
        if connection == nil, connecting { connection = try connect() }
        let isTaken = state.withLock { state in
            guard state.hub === hub, connection != nil else { return false }
            state.listener = connection
            return true
        }
        guard isTaken else {
            endHolding { _ in }
            if let connection { putBack(connection) }
            return nil
        }
        return connection
    }

    /// Takes the connection on which a hub listens again, unless a transaction uses it.
    func retakeListener(for hub: EventCounter) -> Listener {
        state.withLock { state in
            guard state.hub === hub, let listener = state.listener else { return .lost }
            guard let index = state.idle.firstIndex(where: { $0 === listener }) else { return .inUse }
            state.idle.remove(at: index)
            state.isWithHub = true
            return .idle(listener)
        }
    }

    /// Lends the connection that listens to transactions.
    func lendListener(_ connection: PostgresConnection) {
        endHolding { if $0.listener === connection { $0.idle.append(connection) } }
    }

    /// Closes the connection on which a hub listened, since nobody would take the notifications any more.
    func endListening(_ hub: EventCounter) {
        endHolding { if $0.hub === hub { $0.retireListener() } }
    }

    private func endHolding(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            state.isWithHub = false
            defer { state.waiting = 0 }
            return state.waiting
        }
        for _ in 0..<waiting { lent.signal() }
    }

    // MARK: Connecting

    /// Opens a connection to replace one that turned out to be lost.
    func connect(inPlaceOf lost: PostgresConnection) throws(PostgresError) -> PostgresConnection {
        lose(lost)
        return try connect()
    }

    /// Opens a new connection on which commits are acknowledged only when durable, and nothing waits forever.
    func connect() throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(
            to: address, patience: patience, longWaitHandler: { LongWait.announce() })
        let answers = try connection.run([
            .once("SHOW synchronous_commit"), .once("SET lock_timeout = '\(Self.lockTimeout.inMilliseconds)ms'"),
            .once("SET idle_in_transaction_session_timeout = '\(Self.idleTimeout.inMilliseconds)ms'"),
            // A cancelled wait for a standby is a warning.
            .once("SET client_min_messages = 'warning'"),
            .once("SHOW lock_timeout"), .once("SHOW idle_in_transaction_session_timeout"),
        ])
        guard ServerDuration.parse(try answers[4].text(0, 0)) == Self.lockTimeout,
            ServerDuration.parse(try answers[5].text(0, 0)) == Self.idleTimeout
        else {
            throw PostgresError(.unsuitable(.session), "it did not keep the settings of this connection")
        }
        if !Self.isDurable(try answers[0].text(0, 0)) {
            let answers = try connection.run([.once("SET synchronous_commit = 'on'"), .once("SHOW synchronous_commit")])
            guard Self.isDurable(try answers[1].text(0, 0)) else {
                throw PostgresError(.unsuitable(.durableCommits), "synchronous_commit is off")
            }
        }
        return connection
    }

    /// Whether an acknowledged commit is durable: on this server, or also applied on its standbys.
    private static func isDurable(_ synchronousCommit: String) -> Bool {
        ["on", "remote_apply"].contains(synchronousCommit)
    }
}

/// A duration as a server shows it: `10s`, `10000ms`, or in milliseconds without a unit.
enum ServerDuration {
    static func parse(_ text: String) -> Duration? {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(number) else { return nil }
        switch text.dropFirst(number.count).drop(while: \.isWhitespace) {
        case "", "ms": return .milliseconds(count)
        case "s": return .seconds(count)
        case "min": return .seconds(60 * count)
        case "h": return .seconds(3600 * count)
        default: return nil
        }
    }
}

extension Duration {
    fileprivate var inMilliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
