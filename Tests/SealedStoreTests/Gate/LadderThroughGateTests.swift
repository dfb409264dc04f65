import Dispatch
import FoundationEssentials
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `The lockout ladder at a gate` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var clock: ManualClock { temporary.clock }

    @Test func `imposes the designed wait after each wrong code, up to the thirteenth`() throws {
        for (failures, seconds) in `The lockout ladder`.table.dropFirst().prefix(13) {
            do {
                _ = try temporary.gate.unlock(with: Secret("111112"))
                Issue.record("a wrong code opened the gate")
            } catch let error as StoreError {
                #expect(error.code == .wrongPasscode, "\(error)")
                let reason = StoreError.Reason.wrongSecret(
                    .sixDigits, attemptsBeforeWait: max(5 - failures, 0), wait: .seconds(seconds))
                #expect(error.reason == reason)
            }
            #expect(try temporary.gate.status.failures == failures)
            #expect(try temporary.gate.status.retryAfter == .seconds(seconds))
            guard seconds > 0 else { continue }
            clock.advance(by: .seconds(seconds) - .nanoseconds(1))
            #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
            clock.advance(by: .nanoseconds(1))
        }
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
        #expect(try temporary.failures == 0)
    }

    @Test func `does not restart a wait at each check after a clock that was ahead`() throws {
        for _ in 1...5 { #expect(temporary.attempt("111112") == .wrongPasscode) }
        clock.turnBack(by: .seconds(900))
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        clock.advance(by: .seconds(59))
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        clock.advance(by: .seconds(1))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `does not restart a wait on a mere look at the status`() throws {
        for _ in 1...5 { #expect(temporary.attempt("111112") == .wrongPasscode) }
        clock.turnBack(by: .seconds(900))
        #expect(try temporary.gate.status.retryAfter == .seconds(60))
        clock.advance(by: .seconds(45))
        #expect(try temporary.gate.status.retryAfter == .seconds(15))
    }

    @Test func `allows no earlier attempt while the clock is unreliable, and counts one made then`() throws {
        for _ in 1...5 { #expect(temporary.attempt("111112") == .wrongPasscode) }
        clock.certainty = .none
        clock.advance(by: .seconds(86_400))
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        clock.certainty = .full
        #expect(temporary.attempt("111112") == .wrongPasscode)
        #expect(try temporary.failures == 6)
    }

    @Test func `imposes the same wait after a failure on an unreliable clock once the clock is reliable`() throws {
        clock.certainty = .none
        for _ in 1...5 { #expect(temporary.attempt("111112") == .wrongPasscode) }
        clock.certainty = .full
        clock.advance(by: .seconds(86_400))
        #expect(temporary.attempt(TemporaryStore.passcode) == .throttled)
        clock.advance(by: .seconds(60))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }
}

@Suite(
    .temporaryStore,
    .reliability(
        "R14", "64 parallel wrong unlocks derive exactly five keys",
        figure: "64 unlocks: 5 derivations, 59 refused before",
        control: "each with a count of its own: 64 derivations")
) struct `Unlocks in parallel` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// The outcomes of parallel attempts, each of which opens the files itself.
    private func outcomes(of passcode: String, count: Int) -> [StoreError.Code?] {
        let temporary = temporary
        let outcomes = Mutex<[StoreError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: count) { _ in
            let outcome = temporary.attempt(passcode)
            outcomes.withLock { $0.append(outcome) }
        }
        return outcomes.withLock { $0 }
    }

    @Test func `derive exactly five times with 64 wrong codes`() throws {
        // A wrong passcode is reported only after a derivation, and a throttled one before.
        let outcomes = outcomes(of: "111112", count: 64)
        #expect(outcomes.filter { $0 == .wrongPasscode }.count == 5)
        #expect(outcomes.filter { $0 == .throttled }.count == 59)
        #expect(try temporary.failures == 5)
    }

    @Test func `derive 64 times if each has a count of its own`() throws {
        // So the test above notices a count that is not shared.
        let temporary = temporary
        let outcomes = Mutex<[StoreError.Code?]>([])
        let copies = try (0..<64).map { number in
            let folder = "\(temporary.folder)/copy\(number)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try FileManager.default.copyItem(atPath: "\(temporary.folder)/.local", toPath: "\(folder)/.local")
            return try Gate(
                at: .file(temporary.gate.path), configuration: .forTests(folder: folder, clock: temporary.clock))
        }
        DispatchQueue.concurrentPerform(iterations: copies.count) { number in
            let outcome = code { _ = try copies[number].unlock(with: Secret("111112")) }
            outcomes.withLock { $0.append(outcome) }
        }
        #expect(outcomes.withLock { $0 } == [StoreError.Code?](repeating: .wrongPasscode, count: 64))
    }

    @Test func `wait for each other when secrets are asked for again`() throws {
        let gate = temporary.gate
        let outcomes = Mutex<[StoreError.Code?]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let outcome = code { try gate.verify(GateSecrets(passcode: Secret(TemporaryStore.passcode))) }
            outcomes.withLock { $0.append(outcome) }
        }
        #expect(outcomes.withLock { $0 } == [StoreError.Code?](repeating: nil, count: 8))
    }

    @Test func `all open with eight right codes`() throws {
        #expect(outcomes(of: TemporaryStore.passcode, count: 8).allSatisfy { $0 == nil })
        #expect(try temporary.failures == 0)
    }
}
