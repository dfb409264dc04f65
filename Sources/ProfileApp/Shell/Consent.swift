internal import Dispatch
internal import Synchronization

/// A person's word that a recovery may go on, which the worker waits for and the loop gives.
///
/// Others can't open or change the store meanwhile, so nobody is waited for longer than it takes to write a code down.
final class Consent: Sendable {
    private struct State {
        var answers: [Ticket: Bool] = [:]
        /// The app is left: every answer is no.
        var isOver = false
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)
    private static let patience = DispatchTimeInterval.seconds(5 * 60)

    /// Waits for the answer to a request, which may have been given before; no answer is a no.
    func wait(for ticket: Ticket) -> Bool {
        let end = DispatchTime.now() + Self.patience
        while true {
            let answer = state.withLock { $0.isOver ? false : $0.answers.removeValue(forKey: ticket) }
            if let answer { return answer }
            guard signal.wait(timeout: end) == .success else { return false }
        }
    }

    func give(_ goesOn: Bool, for ticket: Ticket) {
        state.withLock { $0.answers[ticket] = goesOn }
        signal.signal()
    }

    /// Answers no from now on.
    func giveUp() {
        state.withLock { $0.isOver = true }
        signal.signal()
    }
}
