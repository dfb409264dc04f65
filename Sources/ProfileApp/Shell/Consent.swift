internal import Dispatch
internal import Synchronization

/// A person's word that a change may go on, which the worker waits for and the loop gives. Each request has its own.
///
/// Others can't open or change the store meanwhile, so nobody is waited for longer than it takes to write a code down.
final class Consent: Sendable {
    private let answer = Mutex<Bool?>(nil)
    private let signal = DispatchSemaphore(value: 0)
    private let patience: DispatchTimeInterval?

    /// - Parameter patience: how many seconds nobody's answer is waited for; `nil` where no others wait meanwhile.
    init(patience: Int? = 5 * 60) {
        self.patience = patience.map { .seconds($0) }
    }

    /// Waits for the answer, which may have been given before; no answer is a no.
    func wait() -> Bool {
        _ = signal.wait(timeout: patience.map { .now() + $0 } ?? .distantFuture)
        return answer.withLock { $0 } ?? false
    }

    /// Answers. The first answer stands.
    func give(_ goesOn: Bool) {
        answer.withLock { if $0 == nil { $0 = goesOn } }
        signal.signal()
    }
}

/// Where the worker waits for consent, so that it never outlasts the app.
final class ConsentDesk: Sendable {
    private let state = Mutex<(waiting: Consent?, isOver: Bool)>((nil, false))

    func wait(for consent: Consent) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.waiting = consent }
            return state.isOver
        }
        return !isOver && consent.wait()
    }

    /// Answers no from now on: the app is left.
    func giveUp() {
        state.withLock { state in
            state.waiting?.give(false)
            state = (nil, true)
        }
    }
}
