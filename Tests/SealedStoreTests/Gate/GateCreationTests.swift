import Dispatch
import FoundationEssentials
import SealedStoreTesting
import Synchronization
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `Creating an account` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `refuses an id that is taken and changes nothing`() throws {
        let refusal = code {
            _ = try Gate.create(
                NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path),
                configuration: temporary.gate.configuration)
        }
        #expect(refusal == .exists)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `adds another account with a separate gate`() throws {
        let other = try AccountID("second")
        try temporary.unlock().edit { $0.place = "here" }
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: other,
            configuration: temporary.gate.configuration)
        let gate = try Gate(at: .file(temporary.gate.path), account: other, configuration: temporary.gate.configuration)
        #expect(try gate.unlock(with: Secret("820461")).document.place == "nowhere")
        #expect(code { _ = try gate.unlock(with: Secret(TemporaryStore.passcode)) } == .wrongPasscode)
        #expect(try temporary.accounts == [.main, other])
        #expect(try temporary.failures == 0)
    }

    @Test func `refuses a malformed passcode`() throws {
        let path = "\(temporary.folder)/other.sealed"
        #expect(
            code {
                _ = try Gate.create(
                    NewAccount(passcode: Secret("12345")), at: .file(path), configuration: temporary.gate.configuration)
            } == .invalidValue)
        #expect(code { _ = try Gate(at: .file(path), configuration: temporary.gate.configuration) } == .noStore)
    }

    @Test func `leaves no empty file where its tables can't be made`() throws {
        let path = "\(temporary.folder)/other.sealed"
        try makeFolder("\(path)-shm")
        let refusal = code {
            _ = try Gate.create(
                NewAccount(passcode: Secret("820461")), at: .file(path), configuration: temporary.gate.configuration)
        }
        #expect(refusal == .io)
        #expect(try contents(of: temporary.folder).filter { $0.hasPrefix("other") } == ["other.sealed-shm"])
    }

    private func openOrCreate(
        _ passcode: String, at path: String? = nil, account: AccountID = .main,
        _ handler: @escaping @Sendable (RecoveryCode) throws -> Void = { _ in Issue.record("an account was created") }
    ) async throws -> Gate {
        try await Gate.openOrCreate(
            at: .file(path ?? temporary.gate.path), account: account, passcode: Secret(passcode),
            configuration: temporary.gate.configuration, recoveryCodeHandler: handler)
    }

    @Test func `opens an existing account instead, without trying or changing its passcode`() async throws {
        let gate = try await openOrCreate("820461")
        #expect(try temporary.failures == 0)
        #expect(code { _ = try gate.unlock(with: Secret("820461")) } == .wrongPasscode)
        #expect(try await gate.unlock(with: Secret(TemporaryStore.passcode)).document.place == "nowhere")
    }

    @Test func `leaves no device secret when nobody could note the recovery code`() async throws {
        struct Unseen: Error {}
        let second = try AccountID("second")
        await #expect(throws: (any Error).self) {
            _ = try await openOrCreate("820461", account: second) { _ in throw Unseen() }
        }
        #expect(try contents(of: "\(temporary.stateFolder)/..") == ["main"])
        #expect(try temporary.accounts == [.main])
        #expect(try await openOrCreate("820461", account: second) { _ in }.account == second)
    }

    @Test func `adds an account that an existing store lacks`() async throws {
        let codes = Mutex<[String]>([])
        let second = try AccountID("second")
        let gate = try await openOrCreate("820461", account: second) { code in
            codes.withLock { $0.append(code.description) }
        }
        #expect(codes.withLock { $0.count } == 1)
        #expect(try await gate.unlock(with: Secret("820461")).committed.revision == 1)
        #expect(try temporary.accounts == [.main, second])
    }

    @Test func `refuses a popular passcode only for a new account`() async throws {
        #expect(try await openOrCreate("123456").status.failures == 0)
        let path = "\(temporary.folder)/other.sealed"
        let error = await #expect(throws: StoreError.self) { try await openOrCreate("123456", at: path) }
        #expect(error?.code == .invalidValue)
        #expect(code { _ = try Gate(at: .file(path), configuration: temporary.gate.configuration) } == .noStore)
    }

    @Test func `leaves no account behind when its recovery code can't be delivered`() async throws {
        struct Undelivered: Error {}
        let path = "\(temporary.folder)/other.sealed"
        await #expect(throws: Undelivered.self) {
            try await openOrCreate("820461", at: path) { _ in throw Undelivered() }
        }
        #expect(code { _ = try Gate(at: .file(path), configuration: temporary.gate.configuration) } == .noStore)
    }

    @Test func `makes files and folders that only this user can access`() throws {
        let folder = try temporary.stateFolder
        #expect(try mode(of: temporary.gate.path) == 0o600)
        #expect(try mode(of: folder) == 0o700)
        #expect(try mode(of: "\(folder)/device.key") == 0o600)
        #expect(try mode(of: "\(folder)/gate.state") == 0o600)
    }

    @Test(arguments: [CodeFormat.fourDigits, .fourDigitsAndLetter, .passphrase])
    func `accepts codes of every format`(format: CodeFormat) throws {
        let code = [CodeFormat.fourDigits: "7391", .fourDigitsAndLetter: "7391k", .passphrase: "två gröna stövlar"]
        let store = try TemporaryStore(format: format, passcode: try #require(code[format]))
        #expect(try store.gate.stages() == [format])
        #expect(store.attempt(try #require(code[format])) == nil)
        #expect(store.attempt("zzzzzzzzzz") != nil)
    }

    @Test(arguments: [8, 128]) func `accepts passphrases and passwords of 8 to 128 bytes`(count: Int) throws {
        // Each character is two bytes in UTF-8.
        let secret = String(repeating: "åö", count: count / 4)
        #expect(try TemporaryStore(format: .passphrase, passcode: secret).attempt(secret) == nil)
        let two = try TemporaryStore(password: secret)
        let gate = two.gate.enter()
        guard case .next(let door) = try gate.open(with: Secret(secret)) else {
            Issue.record("the password doesn't lead to the second stage")
            return
        }
        #expect(throws: Never.self) { try door.open(with: Secret(TemporaryStore.passcode)) }
    }

    @Test(arguments: [7, 129]) func `refuses passphrases and passwords of other lengths`(count: Int) throws {
        let secret = String(repeating: "å", count: count / 2) + "v"
        #expect(secret.utf8.count == count)
        #expect(code { _ = try TemporaryStore(format: .passphrase, passcode: secret) } == .invalidValue)
        #expect(code { _ = try TemporaryStore(password: secret) } == .invalidValue)
        let old = "two green boots"
        let made = try TemporaryStore(format: .passphrase, passcode: old)
        #expect(
            code { try made.gate.recover(with: made.recoveryCode, settingUp: .init(passcode: Secret(secret))) }
                == .invalidValue)
        #expect(
            code { try made.gate.change(to: Secret(secret), current: .init(passcode: Secret(old))) } == .invalidValue)
        #expect(made.attempt(old) == nil)
    }

    @Test func `reads the letter of a code in either case`() throws {
        let store = try TemporaryStore(format: .fourDigitsAndLetter, passcode: "7391k")
        #expect(store.attempt("7391K") == nil)
        #expect(store.attempt("7391j") == .wrongPasscode)
    }

    @Test func `reports a store that doesn't exist as not found`() {
        #expect(code { _ = try Gate(at: "\(temporary.folder)/none/none.sealed") } == .noStore)
        #expect(code { _ = try Gate(at: .file(temporary.gate.path), account: try AccountID("nobody")) } == .noStore)
    }
}

/// A second file of one store, copied without a restore.
@Suite(.temporaryStore) struct `An account created in a copied file` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func makeAccount(_ id: String, at path: String) throws {
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(path), account: AccountID(id),
            configuration: temporary.gate.configuration)
    }

    @Test func `never uses the device secret of the original's account`() throws {
        let (original, copy) = (temporary.gate.path, temporary.gate.path + ".copy")
        try FileManager.default.copyItem(atPath: original, toPath: copy)
        try makeAccount("second", at: original)
        #expect(code { try makeAccount("second", at: copy) } == .exists)
        let gate = try Gate(
            at: .file(original), account: AccountID("second"), configuration: temporary.gate.configuration)
        #expect(throws: Never.self) { try gate.unlock(with: Secret("820461")) }
    }

    @Test func `can have the id of a removed account`() throws {
        let path = temporary.gate.path
        try makeAccount("second", at: path)
        let gate = try Gate(at: .file(path), account: AccountID("second"), configuration: temporary.gate.configuration)
        try gate.removeAccount(current: Gate.Secrets(passcode: Secret("820461")))
        #expect(throws: Never.self) { try makeAccount("second", at: path) }
    }
}

/// Two machines that create the same account at once don't share a state folder, and so not the lock either.
@Suite(.temporaryStore) struct `Two creations of one account` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `make one account, and the other is refused`() throws {
        for round in 1...3 {
            let account = try AccountID("account-\(round)")
            let (path, folder, shared) = (temporary.gate.path, temporary.folder, temporary.gate.configuration)
            let outcomes = Mutex<[StoreError.Code?]>([])
            DispatchQueue.concurrentPerform(iterations: 2) { machine in
                var configuration = shared
                configuration.stateFolder = "\(folder)/machine-\(machine)"
                // Deriving the keys takes longer than anything else, so that neither is done when the other begins.
                configuration.cost = .interactive
                let outcome = code { [configuration] in
                    _ = try Gate.create(
                        NewAccount(passcode: Secret("820461")), at: .file(path), account: account,
                        configuration: configuration)
                }
                outcomes.withLock { $0.append(outcome) }
            }
            #expect(Set(outcomes.withLock { $0 }) == [nil, .exists])
        }
    }
}

@Suite(.temporaryStore) struct `Removing an account` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func addSecond() throws -> Gate {
        try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID("second"),
            configuration: temporary.gate.configuration
        ).gate
    }

    @Test func `deletes its data, its session and its device secret, and keeps the other accounts`() throws {
        let second = try addSecond()
        try second.unlock(with: Secret("820461")).beginSession()
        try second.removeAccount(current: Gate.Secrets(passcode: Secret("820461")))
        #expect(try temporary.accounts == [.main])
        #expect(code { _ = try second.resume() } == .noStore)
        #expect(try !contents(of: "\(try temporary.stateFolder)/..").contains("second"))
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `asks for its secrets, subject to the lockout ladder`() throws {
        let second = try addSecond()
        #expect(
            code { try second.removeAccount(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode))) }
                == .wrongPasscode)
        #expect(try second.status.failures == 1)
        #expect(try temporary.accounts.count == 2)
    }

    @Test func `locks nobody out when it fails after a change of secrets that was killed`() throws {
        let folder = try temporary.stateFolder
        // The state of a new device secret that was killed before the secret itself was written.
        try copy("\(folder)/device.key", to: "\(folder)/gate.state.new")
        let core = temporary.gate.core
        try core.folder(in: core.take()).prepareRemoval()
        #expect(temporary.attempt("111222") == .wrongPasscode)
        #expect(try temporary.failures == 1)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test func `lets the id be used again, without any of the old data`() throws {
        let gate = temporary.gate
        try temporary.unlock().edit { $0.place = "old" }
        try gate.removeAccount(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        #expect(try temporary.accounts.isEmpty)
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(gate.path), configuration: gate.configuration)
        #expect(try gate.unlock(with: Secret("820461")).document.place == "nowhere")
    }
}
