import Glibc
import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Synchronization
import Testing

@testable import ProfileApp

@Suite(.temporaryStore) struct `The app's worker on secrets` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `makes a store only after confirmation, and then opens it`() async throws {
        let path = temporary.folder + "/first.profile"
        let reports = Mutex<[Reply]>([])
        let source = Worker.Source(
            path: path, account: nil, configuration: temporary.gate.configuration, workspace: { _ in nil },
            workspaces: { [] }, makesStores: true)
        let worker = Worker(source) { event in
            if case .reply(let reply, _) = event { reports.withLock { $0.append(reply) } }
        }
        func replies(to request: Request) async -> [Reply] {
            worker.carryOut(request, for: .gate(1))
            await worker.idle()
            return reports.withLock { replies in
                defer { replies = [] }
                return replies
            }
        }
        guard case .verified(let code)? = await replies(to: .secrets(.prepareCreation(.main))).last else {
            Issue.record("there is no code to note")
            return
        }
        // Whoever leaves while noting the code leaves nothing behind.
        #expect(try worker.start(isStoreNamed: true).newStore != nil)
        #expect(access(path, F_OK) != 0)
        let create = Request.secrets(.create(.main, username: "ada", GateTest.shared("820461"), recoveryCode: code))
        guard case .opened(let opening)? = await replies(to: create).last else {
            Issue.record("it was not made")
            return
        }
        #expect(opening.isNew && opening.hasSession)
        #expect(opening.content.summary.committed?.profile.username == "ada")
        try await Gate(at: .file(path), configuration: source.configuration)
            .recover(with: code, settingUp: Gate.Secrets(passcode: Secret("640275")))
        guard case .refused(let error, _)? = await replies(to: .secrets(.prepareCreation(.main))).last else {
            Issue.record("an existing account is to be created again")
            return
        }
        #expect(error.code == .exists)
        // A creation that fails after the code was noted says so.
        guard case .refused(let failure, _)? = await replies(to: create).last else {
            Issue.record("it was made again")
            return
        }
        #expect(failure.hint.text.contains("is void"))
    }

    @Test func `changes secrets of the open store, which ends all other sessions, and opens it anew`() async throws {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let wrong = Request.secrets(.change(.code, GateTest.shared("820461"), current: [GateTest.shared("111112")]))
        guard case .refused(let error, let status)? = await bench.replies(to: wrong).last else {
            Issue.record("a wrong passcode changed it")
            return
        }
        #expect(error.code == .wrongPasscode)
        #expect(status?.attempts.beforeWait == 4)
        // The session is still open and followed.
        #expect(await bench.replies(to: .session(.read)).count == 1)
        let right = Request.secrets(
            .change(
                .code, GateTest.shared("820461"), current: [GateTest.shared(TemporaryStore.passcode)]))
        let other = try temporary.unlock()
        guard case .secretsChanged(let opening?)? = await bench.replies(to: right).last else {
            Issue.record("it was not changed")
            return
        }
        #expect(opening.hasSession && opening.account.attempts.beforeWait == 5)
        #expect(throws: StoreError.self) { try other.profile }
        #expect(try temporary.gate.status.session != nil)
        guard case .session(_?)? = await bench.replies(to: .session(.read)).last else {
            Issue.record("it isn't open")
            return
        }
        #expect(temporary.attempt(TemporaryStore.passcode) == .wrongPasscode)
        #expect(temporary.attempt("820461") == nil)
        guard case .opened? = await bench.open("820461").last else {
            Issue.record("the new one opens nothing")
            return
        }
    }

    @Test func `opens a store with two doors anew after a change of either secret`() async throws {
        let temporary = try TemporaryStore(password: "correct horse")
        let bench = WorkerBench(temporary)
        let status = GateTest.status([.password, .sixDigits])
        var second = status
        second.stage = 1
        var secrets = ["correct horse", TemporaryStore.passcode].map(GateTest.shared)
        _ = await bench.replies(to: .gate(.open(secrets[0], status)), .gate(.open(secrets[1], second)))
        for (place, stage, new) in [(0, Gate.StageName.password, "battery staple"), (1, .code, "820461")] {
            let change = Request.secrets(.change(stage, GateTest.shared(new), current: secrets))
            guard case .secretsChanged(_?)? = await bench.replies(to: change).last else {
                Issue.record("it is closed after a change of the \(stage)")
                return
            }
            secrets[place] = GateTest.shared(new)
        }
    }

    @Test func `lets others edit and unlock while a new recovery code is noted, which then opens the store`()
        async throws
    {
        let bench = WorkerBench(temporary)
        _ = await bench.open()
        let current = [GateTest.shared(TemporaryStore.passcode)]
        guard
            case .refused(let error, let status)? = await bench.replies(
                to: .secrets(.verify(current: [GateTest.shared("111112")]))
            ).last
        else {
            Issue.record("a wrong passcode was accepted")
            return
        }
        #expect(error.code == .wrongPasscode && status?.attempts.beforeWait == 4 && !error.hint.text.contains("void"))
        guard case .verified(let code)? = await bench.replies(to: .secrets(.verify(current: current))).last else {
            Issue.record("there is no new recovery code")
            return
        }
        // Nothing is held, and nothing has changed.
        let other = try temporary.unlock()
        try await other.edit { $0.username = "meanwhile" }
        #expect(try temporary.gate.status.session != nil)
        #expect(throws: Never.self) {
            try temporary.gate.verify(temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        }
        guard
            case .secretsChanged(_?)? = await bench.replies(
                to: .secrets(.renewRecoveryCode(current: current, to: code))
            ).last
        else {
            Issue.record("it was not changed")
            return
        }
        #expect(throws: StoreError.self) { try other.profile }
        try await temporary.gate.recover(with: code, settingUp: Gate.Secrets(passcode: Secret("820461")))
        #expect(try await temporary.gate.unlock(with: Secret("820461")).profile.username == "meanwhile")
        // The passcode was changed while another code was noted: that one is void.
        guard
            case .refused(let late, _)? = await bench.replies(
                to: .secrets(.renewRecoveryCode(current: current, to: code))
            ).last
        else {
            Issue.record("an old passcode was accepted")
            return
        }
        #expect(late.code == .wrongPasscode && late.hint.text.contains("is void"))
    }

    @Test func `lets others edit and unlock while the new code of a recovery is noted, which then opens the store`()
        async throws
    {
        let bench = WorkerBench(temporary)
        let code = GateTest.shared(temporary.recoveryCode.description)
        let secrets = [GateTest.shared("820461")]
        func verify(_ code: SharedSecret, _ secrets: [SharedSecret]) async -> Reply? {
            await bench.replies(to: .secrets(.verifyRecovery(.main, code: code, secrets: secrets))).last
        }
        guard case .refused(let wrong, _)? = await verify(GateTest.shared(GateTest.zeros.description), secrets),
            case .refused(let popular, _)? = await verify(code, [GateTest.shared("123456")]),
            case .verified(let newCode)? = await verify(code, secrets)
        else {
            Issue.record("it was not checked")
            return
        }
        #expect(wrong.code == .wrongPasscode && popular.code == .invalidValue)
        #expect(newCode.description != temporary.recoveryCode.description)
        #expect(temporary.attempt("820461") == .wrongPasscode)
        try await temporary.unlock().edit { $0.username = "meanwhile" }
        let recover = Request.secrets(.recover(.main, code: code, secrets: secrets, newCode: newCode))
        guard case .recovered? = await bench.replies(to: recover).last else {
            Issue.record("the recovery did not end well")
            return
        }
        #expect(temporary.attempt(TemporaryStore.passcode) == .wrongPasscode)
        #expect(try await temporary.gate.unlock(with: Secret("820461")).profile.username == "meanwhile")
        try await temporary.gate.recover(with: newCode, settingUp: Gate.Secrets(passcode: Secret("640275")))
        // A code that was noted for a recovery that fails is void.
        guard case .refused(let late, _)? = await bench.replies(to: recover).last else { return }
        #expect(late.code == .wrongPasscode && late.hint.text.contains("is void"))
    }
}
