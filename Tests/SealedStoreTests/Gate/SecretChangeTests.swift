import FoundationEssentials
import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `Changing a passcode` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }

    private func secrets(_ passcode: String = TemporaryStore.passcode, password: String? = nil) throws -> Gate.Secrets {
        try Gate.Secrets(passcode: Secret(passcode), password: password.map { try Secret($0) })
    }

    @Test func `accepts the new one and refuses the old one, with data and draft unchanged`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.days = 6 }
        try store.updateDraft { $0.place = "draft" }
        try gate.change(to: Secret("820461"), current: secrets())
        #expect(temporary.attempt(TemporaryStore.passcode) == .wrongPasscode)
        let after = try gate.unlock(with: Secret("820461"))
        #expect(try after.document.days == 6)
        #expect(try after.savedDraft?.place == "draft")
    }

    @Test func `ends every session, and closes every open store`() throws {
        try temporary.unlock().beginSession()
        let open = try #require(try gate.resume())
        let byPasscode = try temporary.unlock()
        try gate.change(to: Secret("820461"), current: secrets())
        #expect(try gate.resume() == nil)
        #expect(code { _ = try open.document } == .locked)
        #expect(code { _ = try byPasscode.document } == .locked)
    }

    @Test func `has the status that can be told without reading it again`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { $0.place = "draft" }
        try store.beginSession()
        #expect(temporary.attempt("111112") == .wrongPasscode)
        let before = try gate.status
        #expect(before.session != nil && before.failures == 1)
        try gate.change(to: Secret("820461"), current: secrets())
        for status in [before.afterSecretChange, try gate.status] {
            #expect(status.session == nil && status.failures == 0 && status.problem == nil)
            #expect(status.retryAfter == .zero && status.hasDraft)
        }
    }

    @Test func `asks for the current one even with a session, and counts a wrong one`() throws {
        try temporary.unlock().beginSession()
        #expect(code { try gate.change(to: Secret("820461"), current: secrets("111112")) } == .wrongPasscode)
        #expect(try temporary.failures == 1)
        for _ in 1...4 { _ = code { try gate.change(to: Secret("820461"), current: secrets("111112")) } }
        #expect(code { try gate.change(to: Secret("820461"), current: secrets()) } == .throttled)
    }

    @Test(arguments: ["82046", "123456"])
    func `reports a new one that breaks the rules only to those who know the current one`(new: String) throws {
        #expect(code { try gate.change(to: Secret(new), current: secrets("111112")) } == .wrongPasscode)
        #expect(try temporary.failures == 1)
        #expect(code { try gate.change(to: Secret(new), current: secrets()) } == .invalidValue)
        #expect(try temporary.failures == 0)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `keeps the recovery code`() throws {
        try gate.change(to: Secret("820461"), current: secrets())
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets("640275"))
        #expect(temporary.attempt("640275") == nil)
    }

    @Test func `changes one stage of two and keeps the other`() throws {
        let two = try TemporaryStore(password: "correct horse", format: .fourDigits, passcode: "7391")
        try two.gate.change(
            .password, to: Secret("better horse"), current: secrets("7391", password: "correct horse"))
        #expect(code { _ = try two.gate.enter().open(with: Secret("correct horse")) } == .wrongPasscode)
        guard case .next(let door) = try two.gate.enter().open(with: Secret("better horse")) else {
            Issue.record("the new password doesn't lead to the second stage")
            return
        }
        #expect(try door.open(with: Secret("7391")).store().document.place == "nowhere")
        #expect(
            code { try gate.change(.password, to: Secret("better horse"), current: secrets()) } == .invalidValue)
    }
}

/// What was overwritten must not stay in the log, from which the old secrets would open it.
@Suite(.temporaryStore) struct `The log after a change of the gate` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var current: Gate.Secrets {
        get throws { Gate.Secrets(passcode: try Secret(TemporaryStore.passcode)) }
    }

    private var log: [UInt8] { (try? bytes(of: "\(temporary.gate.path)-wal")) ?? [] }

    /// Everything with which the old secrets or the old recovery code open the data.
    private func wraps(_ connection: borrowing Connection) throws -> [[UInt8]] {
        try connection.rows("SELECT envelope FROM stage") { try $0.blob(0) }
            + connection.rows("SELECT recovery FROM account") { try $0.blob(0) }
    }

    enum Change: CaseIterable, Sendable { case passcode, recoveryCode, recovery, removal }

    @Test(arguments: Change.allCases)
    func `is empty, with nothing left of what was overwritten`(change: Change) throws {
        // Another program has the store open, so that the log stays when ours closes it.
        let other = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        let old = try wraps(other)
        try temporary.unlock().edit { $0.place = "new" }
        #expect(!log.isEmpty, "there is a log to empty")
        switch change {
        case .passcode: try temporary.gate.change(to: Secret("820461"), current: current)
        case .recoveryCode: try temporary.gate.renewRecoveryCode(current: current)
        case .recovery:
            try temporary.gate.recover(
                with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        case .removal: try temporary.gate.removeAccount(current: current)
        }
        #expect(log.isEmpty)
        let left = try wraps(other)
        let gone = old.filter { !left.contains($0) }
        #expect(!gone.isEmpty)
        let file = Data(try bytes(of: temporary.gate.path))
        for wrap in gone { #expect(file.firstRange(of: Data(wrap)) == nil) }
    }
}
