internal import Dispatch
internal import Synchronization

/// The turns in which this process derives keys. A derivation takes hundreds of megabytes and a whole processor, so
/// only a few run at a time, whichever gates they belong to: see ``GateConfiguration/maximumDerivations``.
///
/// They are given in the order in which they were asked for. Whoever has one waits for nothing else, so nobody waits in
/// a circle.
package final class DerivationTurns: Sendable {
    package static let ofProcess = DerivationTurns()

    package init() {}

    private struct State {
        var taken = 0
        var waiting: [Waiter] = []

        /// Gives turns to those who may have one now.
        mutating func give() {
            while let first = waiting.first, taken < first.limit {
                taken += 1
                waiting.removeFirst()
                first.turn.signal()
            }
        }
    }

    private final class Waiter: Sendable {
        let limit: Int
        let turn = DispatchSemaphore(value: 0)

        init(_ limit: Int) { self.limit = limit }
    }

    private let state = Mutex(State())

    /// The number of those who wait for a turn.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Whether anyone has a turn.
    var areTaken: Bool { state.withLock { $0.taken > 0 } }

    /// Waits for a turn. It is given back by ``giveBack()``.
    ///
    /// - Parameter limit: the number of turns, this one included, beyond which it isn't given.
    /// - Throws: `CancellationError` if the task for which this thread works is cancelled while it waits.
    func take(limit: Int) throws(CancellationError) {
        let waiter = Waiter(max(limit, 1))
        state.withLock { state in
            state.waiting.append(waiter)
            state.give()
        }
        while waiter.turn.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
            guard Cancellation.isRequested else { continue }
            let hasLeft = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0 === waiter }) else { return false }
                state.waiting.remove(at: index)
                // The next ones may have higher limits.
                state.give()
                return true
            }
            guard hasLeft else { break }
            throw CancellationError()
        }
        guard Cancellation.isRequested else { return }
        giveBack()
        throw CancellationError()
    }

    func giveBack() {
        state.withLock { state in
            state.taken -= 1
            state.give()
        }
    }
}

/// The turns of a gate, and how many of them it may take.
struct DerivationLimit: Sendable {
    let turns: DerivationTurns
    /// See ``GateConfiguration/maximumDerivations``.
    let maximum: Int

    /// Runs a body that derives a key when it is its turn.
    ///
    /// - Throws: `CancellationError` if the task for which this thread works is cancelled while it waits.
    func inTurn<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        try turns.take(limit: maximum)
        defer { turns.giveBack() }
        return try body()
    }
}

extension GateConfiguration {
    var derivations: DerivationLimit { DerivationLimit(turns: derivationTurns, maximum: maximumDerivations) }
}
