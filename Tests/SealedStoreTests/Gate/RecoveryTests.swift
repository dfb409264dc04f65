import SealedStoreTesting
import Testing

@testable import SealedStore

@Suite(.temporaryStore) struct `Recovery` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }
    private static let new = "820461"

    private func secrets(_ passcode: String = Self.new) throws -> Gate.Secrets {
        try Gate.Secrets(passcode: Secret(passcode))
    }

    /// Gives the store content of every kind.
    private func populate() throws {
        let store = try temporary.unlock()
        try store.addNotes(1...3)
        try store.edit { $0.days = 6 }
        try store.updateDraft { $0.place = "draft" }
    }

    private func expectEverything(in store: TripStore) throws {
        #expect(try store.document.days == 6)
        #expect(try store.committed.revision == 2)
        #expect(try store.savedDraft?.place == "draft")
        #expect(try store.notes == [1: "Note 1", 2: "Note 2", 3: "Note 3"])
        #expect(try store.note(2) == TripStore.note(2))
        #expect(try store.total == 3)
    }

    @Test func `restores everything under new secrets, and the old ones open nothing`() throws {
        try populate()
        let newCode = try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        #expect(temporary.attempt(TemporaryStore.passcode) == .wrongPasscode)
        try expectEverything(in: try gate.unlock(with: Secret(Self.new)))
        #expect(code { try gate.recover(with: temporary.recoveryCode, settingUp: secrets("640275")) } == .wrongPasscode)
        try gate.recover(with: newCode, settingUp: secrets("640275"))
        try expectEverything(in: try gate.unlock(with: Secret("640275")))
    }

    @Test func `works when the device secret is missing, and makes a new one`() throws {
        try populate()
        try remove(try temporary.stateFolder)
        #expect(temporary.attempt(TemporaryStore.passcode) == .noDeviceSecret)
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        try expectEverything(in: try gate.unlock(with: Secret(Self.new)))
    }

    @Test func `works when failed attempts can no longer be counted, and forgets them`() throws {
        for _ in 1...5 { _ = temporary.attempt("111112") }
        try remove("\(try temporary.stateFolder)/gate.state")
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        #expect(temporary.attempt(Self.new) == nil)
        #expect(try temporary.failures == 0)
    }

    @Test func `refuses another store's code and weak new secrets, and changes nothing`() throws {
        let other = try TemporaryStore()
        #expect(code { try gate.recover(with: other.recoveryCode, settingUp: secrets()) } == .wrongPasscode)
        #expect(code { try gate.recover(with: temporary.recoveryCode, settingUp: secrets("123456")) } == .invalidValue)
        #expect(temporary.attempt(TemporaryStore.passcode) == nil)
    }

    @Test(arguments: ["device.key", "gate.state", "seen.state", "device.key.new", "gate.state.new", "seen.state.new"])
    func `is refused and changes nothing when a folder has the name of one of its files`(name: String) throws {
        try populate()
        let obstacle = "\(try temporary.stateFolder)/\(name)"
        if !name.hasSuffix(".new") { try remove(obstacle) }
        try makeFolder("\(obstacle)/inside")
        let (file, names) = (try bytes(of: gate.path), try contents(of: try temporary.stateFolder).sorted())
        var shown = 0
        #expect(
            code { try gate.recover(with: temporary.recoveryCode, settingUp: secrets()) { _ in shown += 1 } } == .io)
        #expect(shown == 0)
        #expect(try bytes(of: gate.path) == file)
        #expect(try contents(of: try temporary.stateFolder).sorted() == names)
        try remove(obstacle)
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        try expectEverything(in: try gate.unlock(with: Secret(Self.new)))
    }

    @Test func `ends every session and closes every open store`() throws {
        try temporary.unlock().beginSession()
        let open = try #require(try gate.resume())
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        #expect(try gate.resume() == nil)
        #expect(code { _ = try open.document } == .locked)
    }

    @Test func `changes nothing when it stops before its commit`() throws {
        struct Stop: Error {}
        try populate()
        var shown: RecoveryCode?
        #expect(throws: Stop.self) {
            try gate.recover(with: temporary.recoveryCode, settingUp: secrets()) { code in
                shown = code
                throw Stop()
            }
        }
        #expect(try contents(of: try temporary.stateFolder).contains("device.key.new"))
        try expectEverything(in: try temporary.unlock())
        #expect(try !contents(of: try temporary.stateFolder).contains("device.key.new"))
        let unused = try #require(shown)
        #expect(code { try gate.recover(with: unused, settingUp: secrets()) } == .wrongPasscode)
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
    }

    @Test(arguments: [["device.key", "gate.state"], ["device.key"]])
    func `is completed by the next opening when it stops after its commit`(unfinished: [String]) throws {
        try populate()
        let folder = try temporary.stateFolder
        let before = try ["device.key", "gate.state"].map { try bytes(of: "\(folder)/\($0)") }
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets())
        // The files as they are when the process dies before it renames these.
        for (name, content) in zip(["device.key", "gate.state"], before) where unfinished.contains(name) {
            try copy("\(folder)/\(name)", to: "\(folder)/\(name).new")
            try write(content, to: "\(folder)/\(name)")
        }
        #expect(try gate.status.failures != nil)
        try expectEverything(in: try gate.unlock(with: Secret(Self.new)))
        #expect(try contents(of: folder).sorted() == ["device.key", "gate.state", "path.state", "seen.state"])
    }

    @Test func `keeps the secrets and retires the old code when only a new code is requested`() throws {
        try populate()
        let newCode = try gate.renewRecoveryCode(current: secrets(TemporaryStore.passcode))
        try expectEverything(in: try temporary.unlock())
        #expect(code { try gate.recover(with: temporary.recoveryCode, settingUp: secrets()) } == .wrongPasscode)
        #expect(code { try gate.renewRecoveryCode(current: secrets("111112")) } == .wrongPasscode)
        try gate.recover(with: newCode, settingUp: secrets())
    }

    @Test func `is checked beforehand without a change, and takes a code that was noted meanwhile`() throws {
        try populate()
        let before = try bytes(of: gate.path)
        #expect(code { try gate.verify(.random(), settingUp: secrets()) } == .wrongPasscode)
        #expect(code { try gate.verify(temporary.recoveryCode, settingUp: secrets("123456")) } == .invalidValue)
        try gate.verify(temporary.recoveryCode, settingUp: secrets())
        #expect(try bytes(of: gate.path) == before)
        let noted = try RecoveryCode.random()
        let recovered = try gate.recover(with: temporary.recoveryCode, settingUp: secrets(), newCode: noted)
        #expect(recovered.description == noted.description)
        let next = try RecoveryCode.random()
        #expect(try gate.renewRecoveryCode(current: secrets(), to: next).description == next.description)
        #expect(code { try gate.recover(with: noted, settingUp: secrets("640275")) } == .wrongPasscode)
        try gate.recover(with: next, settingUp: secrets("640275"))
        let path = temporary.folder + "/second.sealed"
        var account = NewAccount(secrets: try secrets(), formats: [.sixDigits])
        account.recoveryCode = next
        let (second, shown) = try Gate.create(account, at: .file(path), configuration: gate.configuration)
        #expect(shown.description == next.description)
        try second.recover(with: next, settingUp: secrets("640275"))
    }

    @Test func `sets both secrets of a gate of two stages`() throws {
        let two = try TemporaryStore(password: "correct horse", format: .fourDigits, passcode: "7391")
        try two.gate.recover(
            with: two.recoveryCode,
            settingUp: Gate.Secrets(passcode: Secret("8204"), password: Secret("better horse")))
        guard case .next(let door) = try two.gate.enter().open(with: Secret("better horse")) else {
            return #expect(Bool(false), "there is no second stage")
        }
        #expect(try door.open(with: Secret("8204")).store().document.place == "nowhere")
    }
}
