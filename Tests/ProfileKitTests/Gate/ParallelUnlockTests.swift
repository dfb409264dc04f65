import Dispatch
import ProfileKit
import ProfileKitTesting
import Synchronization
import Testing

@Suite(.temporaryStore) struct `Unlocks in parallel` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// The outcomes of as many attempts at once, each with its own opening of the files.
    private func outcomes(of passcode: String, count: Int) -> [ProfileError.Code?] {
        let temporary = temporary
        let outcomes = Mutex<[ProfileError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: count) { _ in
            let outcome = temporary.attempt(passcode)
            outcomes.withLock { $0.append(outcome) }
        }
        return outcomes.withLock { $0 }
    }

    @Test func `with 64 wrong codes derive exactly five times`() throws {
        // A wrong passcode is told only after a derivation, and a throttled one before.
        let outcomes = outcomes(of: "111112", count: 64)
        #expect(outcomes.filter { $0 == .wrongPasscode }.count == 5)
        #expect(outcomes.filter { $0 == .throttled }.count == 59)
        #expect(try temporary.failures == 5)
    }

    @Test func `wait for each other where secrets are asked for once more`() throws {
        let gate = temporary.gate
        let outcomes = Mutex<[ProfileError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let outcome = code { try gate.verify(GateSecrets(passcode: Secret(TemporaryStore.passcode))) }
            outcomes.withLock { $0.append(outcome) }
        }
        #expect(outcomes.withLock { $0 } == [ProfileError.Code?](repeating: nil, count: 8))
    }

    @Test func `with eight right codes all open`() throws {
        #expect(outcomes(of: TemporaryStore.passcode, count: 8).allSatisfy { $0 == nil })
        #expect(try temporary.failures == 0)
    }
}
