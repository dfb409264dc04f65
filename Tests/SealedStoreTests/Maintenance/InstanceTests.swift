import SealedStoreTesting
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// A store and a copy of it that was restored beside it, on the machine that has its device secret.
@Suite(
    .temporaryStore,
    .reliability(
        "R30", "what is done to a copy doesn't affect its original, nor the other way",
        figure: "10 operations in both directions, repeated restores, exchanged gates and records")
) struct `A restored copy` {
    private static let passcode = TemporaryStore.passcode
    private static let second = "second"

    private var temporary: TemporaryStore { TemporaryStore.current }
    private var backup: String { "\(temporary.folder)/backup" }
    private var restoredPath: String { "\(temporary.folder)/restored.sealed" }

    private func secrets(_ passcode: String = passcode) throws -> Gate.Secrets {
        try Gate.Secrets(passcode: Secret(passcode))
    }

    /// Makes the backup, of a store with content of every kind.
    private func populate() throws {
        let store = try temporary.unlock()
        try store.addNotes(7...7)
        try store.edit { $0.days = 3 }
        try store.updateDraft { $0.place = "draft" }
        try store.setReadableText("Call Ada")
        try store.backup(to: backup)
    }

    private func restore(with passcode: String? = passcode, to path: String? = nil) throws -> Gate {
        let path = path ?? restoredPath
        try Gate.restore(backup, to: .file(path), configuration: temporary.gate.configuration) { _ in
            try passcode.map { (.main, try secrets($0)) }
        }
        return try Gate(at: .file(path), configuration: temporary.gate.configuration)
    }

    @Test func `is restored with everything else when its readable text is damaged`() throws {
        try populate()
        try Connection(opening: backup, mode: .existing, busyTimeout: .seconds(1))
            .run("UPDATE record SET head = zeroblob(300) WHERE kind = 'card'")
        let gate = try restore()
        let store = try gate.unlock(with: Secret(Self.passcode))
        #expect(try store.document.days == 3)
        #expect(try store.notes == [7: "Note 7"])
        let failed = try store.check().filter { !$0.isOK }.map(\.name)
        #expect(failed == ["card", "manifest"])
    }

    /// Expects a store to be unchanged since the backup was made, without attempts counted at its gate.
    private func expectUntouched(_ gate: Gate) throws {
        #expect(try gate.status.failures == 0)
        let store = try gate.unlock(with: Secret(Self.passcode))
        #expect(try store.committed.revision == 2)
        #expect(try store.document.days == 3)
        #expect(try store.savedDraft?.place == "draft")
        #expect(try store.notes == [7: "Note 7"])
        #expect(try gate.readableText() == "Call Ada")
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try Gate.all(at: .file(gate.path), configuration: gate.configuration).map(\.account) == [.main])
        // Its recovery code is the one from the time of the backup.
        try gate.recover(with: temporary.recoveryCode, settingUp: secrets("640275"))
        #expect(try gate.unlock(with: Secret("640275")).document.days == 3)
    }

    @Test func `isn't made of a store that is open here, whose locks reading it would release`() throws {
        let (path, configuration) = (temporary.gate.path, temporary.gate.configuration)
        let store = try temporary.unlock()
        let refused = #expect(throws: StoreError.self) {
            try Gate.restore(path, to: .file(restoredPath), configuration: configuration)
        }
        guard case .unsafeFile(let file) = refused?.reason, file.path == path, file.problem == .openStore else {
            throw try #require(refused)
        }
        try store.edit { $0.days = 3 }
    }

    /// An operation on either of the two.
    enum Operation: String, CaseIterable {
        case edit, manyEdits, passcodeChange, recovery, newRecoveryCode, removal, session
        case furtherAccount, card, olderFile
    }

    private func run(_ operation: Operation, at gate: Gate) throws {
        func unlock() throws -> TripStore { try gate.unlock(with: Secret(Self.passcode)) }
        switch operation {
        case .edit: try unlock().edit { $0.days = 1 }
        case .manyEdits:
            let store = try unlock()
            for number in 1...20 { try store.edit { $0.place = "name \(number)" } }
            try store.discard()
            try store.removeNote(7)
        case .passcodeChange: try gate.change(to: Secret("820461"), current: secrets())
        case .recovery: try gate.recover(with: temporary.recoveryCode, settingUp: secrets("820461"))
        case .newRecoveryCode: try gate.renewRecoveryCode(current: secrets())
        case .removal: try gate.removeAccount(current: secrets())
        case .session:
            try unlock().beginSession()
            try gate.lock()
        case .furtherAccount:
            _ = try Gate.create(
                NewAccount(passcode: Secret("820461")), at: .file(gate.path), account: try AccountID(Self.second),
                configuration: gate.configuration)
        case .card: try unlock().setReadableText(nil)
        case .olderFile:
            let old = try bytes(of: gate.path)
            try unlock().edit { $0.days = 1 }
            try write(old, to: gate.path)
            try gate.acceptOlder(current: secrets())
        }
    }

    @Test(arguments: Operation.allCases) func `does not affect its original`(operation: Operation) throws {
        try populate()
        try run(operation, at: try restore())
        try expectUntouched(temporary.gate)
    }

    @Test(arguments: Operation.allCases) func `is not affected by its original`(operation: Operation) throws {
        try populate()
        let restored = try restore()
        try run(operation, at: temporary.gate)
        try expectUntouched(restored)
    }

    @Test func `opens with the backup's secrets, which are tried at the original's gate`() throws {
        try populate()
        #expect(code { _ = try restore(with: "111112") } == .wrongPasscode)
        #expect(try temporary.failures == 1)
        #expect(code { _ = try restore(with: "12345") } == .invalidValue)
        #expect(try temporary.failures == 1)
        for _ in 2...5 { #expect(code { _ = try restore(with: "111112") } == .wrongPasscode) }
        #expect(code { _ = try restore() } == .throttled)
        #expect(temporary.attempt(Self.passcode) == .throttled)
        temporary.clock.advance(by: .seconds(61))
        let restored = try restore()
        #expect(try temporary.failures == 0)
        try expectUntouched(restored)
    }

    @Test func `gives no further attempts when it is restored repeatedly`() throws {
        try populate()
        for number in 1...5 {
            let gate = try restore(with: nil, to: "\(restoredPath).\(number)")
            #expect(code { _ = try gate.unlock(with: Secret("111112")) } == .noDeviceSecret)
            #expect(try gate.status.failures == nil)
            #expect(code { _ = try restore(with: "111112") } == .wrongPasscode)
        }
        #expect(temporary.attempt(Self.passcode) == .throttled)
    }

    @Test func `has its own device secret, and can't be opened with the original's`() throws {
        try populate()
        let stores = "\(temporary.folder)/.local/state/trips"
        let store = "\(stores)/\(try #require(try contents(of: stores).first))"
        let original = try #require(try contents(of: store).first)
        let restored = try restore()
        let copy = try #require(try contents(of: store).first { $0 != original })
        let devices = try [original, copy].map { try bytes(of: "\(store)/\($0)/main/device.key") }
        #expect(devices[0] != devices[1])
        try write(devices[0], to: "\(store)/\(copy)/main/device.key")
        #expect(code { _ = try restored.unlock(with: Secret(Self.passcode)) } == .noDeviceSecret)
    }

    @Test func `that has no secrets is opened by recovery, and leaves the original unchanged`() throws {
        try populate()
        let restored = try restore(with: nil)
        #expect(code { _ = try restored.unlock(with: Secret(Self.passcode)) } == .noDeviceSecret)
        let newCode = try restored.recover(with: temporary.recoveryCode, settingUp: secrets("820461"))
        let store = try restored.unlock(with: Secret("820461"))
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(code { try temporary.gate.recover(with: newCode, settingUp: secrets("820461")) } == .wrongPasscode)
        try expectUntouched(temporary.gate)
    }

    @Test func `has a way to recover each account`() throws {
        try populate()
        let id = try AccountID(Self.second)
        let (second, code2) = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: id,
            configuration: temporary.gate.configuration)
        let file = "\(temporary.folder)/both"
        try temporary.unlock().backup(to: file)
        var asked: [BackupAccount] = []
        let restored = try Gate.restore(file, to: .file(restoredPath), configuration: second.configuration) {
            accounts in
            asked = accounts
            return (id, try secrets("820461"))
        }
        #expect(asked.map(\.id) == [.main, id])
        #expect(asked.map(\.stages) == [[.sixDigits], [.sixDigits]])
        #expect(asked.allSatisfy { $0.hasDeviceSecret && $0.retryAfter == .zero })
        #expect(restored == RestoredAccounts(opened: id, awaitingRecovery: [.main]))
        let gates = try Gate.all(at: .file(restoredPath), configuration: second.configuration)
        #expect(code { _ = try gates[0].unlock(with: Secret(Self.passcode)) } == .noDeviceSecret)
        #expect(try gates[1].unlock(with: Secret("820461")).check().filter { !$0.isOK } == [])
        try gates[0].recover(with: temporary.recoveryCode, settingUp: secrets())
        try gates[1].recover(with: code2, settingUp: secrets("640275"))
        #expect(try gates[0].unlock(with: Secret(Self.passcode)).notes.count == 1)
        #expect(try second.unlock(with: Secret("820461")).committed.revision == 1)
    }

    @Test func `of a gate of two stages asks for both secrets, and keeps both`() throws {
        let two = try TemporaryStore(password: "correct horse", format: .fourDigits, passcode: "7391")
        try two.unlock().backup(to: backup)
        func restore(_ password: String, _ code: String) throws {
            try Gate.restore(backup, to: .file(restoredPath), configuration: two.gate.configuration) { _ in
                (.main, try Gate.Secrets(passcode: Secret(code), password: Secret(password)))
            }
        }
        #expect(code { try restore("correct house", "7391") } == .wrongPasscode)
        #expect(code { try restore("correct horse", "7392") } == .wrongPasscode)
        #expect(try two.gate.status.failures == 2)
        try restore("correct horse", "7391")
        let gate = try Gate(at: .file(restoredPath), configuration: two.gate.configuration)
        guard case .next(let second) = try gate.enter().open(with: Secret("correct horse")) else {
            return #expect(Bool(false), "there is no second stage")
        }
        #expect(try second.open(with: Secret("7391")).store().committed.revision == 1)
    }

    @Test func `of a store from before a change of its passcode has no account whose secrets could be tried`() throws {
        try populate()
        try temporary.gate.recover(with: temporary.recoveryCode, settingUp: secrets("820461"))
        var found: [BackupAccount] = []
        let restored = try Gate.restore(backup, to: .file(restoredPath), configuration: temporary.gate.configuration) {
            found = $0
            return nil
        }
        #expect(found.map(\.id) == [.main] && found.map(\.hasDeviceSecret) == [false])
        #expect(restored == RestoredAccounts(opened: nil, awaitingRecovery: [.main]))
    }

    /// The original and the restored copy, with the same number of writes; swapped to test the other one.
    private func both(swapped: Bool) throws -> (one: Gate, other: Gate) {
        try populate()
        let (original, restored) = (temporary.gate, try restore())
        for (gate, name) in [(original, "original"), (restored, "restored")] {
            try gate.unlock(with: Secret(Self.passcode)).edit { $0.place = name }
        }
        return swapped ? (restored, original) : (original, restored)
    }

    @Test(arguments: [true, false]) func `does not open with the other store's gate`(swapped: Bool) throws {
        let (one, other) = try both(swapped: swapped)
        try copyRows(of: ["account", "stage"], from: other, to: one)
        #expect(code { _ = try one.unlock(with: Secret(Self.passcode)) } == .noDeviceSecret)
        // Not even when the other's state folder is put in its place.
        try copyRows(of: ["store"], from: other, to: one)
        try expectDamage(one)
    }

    @Test(arguments: [true, false]) func `is damaged with the other store's records`(swapped: Bool) throws {
        let (one, other) = try both(swapped: swapped)
        try copyRows(of: ["record", "manifest"], from: other, to: one)
        try expectDamage(one)
    }

    private func expectDamage(_ gate: Gate) throws {
        // With the other's instance, it would be refused in this place before that.
        let opening = try gate.enter(refusingOlder: false).open(with: Secret(Self.passcode))
        let store = try opening.store()
        #expect(code { _ = try store.document } == .damaged)
        #expect(code { try store.edit { $0.place = "new" } } == .damaged)
        #expect(try store.check().filter { !$0.isOK }.map(\.name).contains("manifest"))
    }

    private func copyRows(of tables: [String], from: Gate, to: Gate) throws {
        let source = try Connection(opening: from.path, mode: .existing, busyTimeout: .seconds(1))
        let target = try Connection(opening: to.path, mode: .existing, busyTimeout: .seconds(1))
        for table in tables {
            let columns = try source.rows("SELECT name FROM pragma_table_info(?)", .text(table)) { try $0.text(0) }
            let literals = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
            let rows = try source.rows("SELECT \(literals) FROM \(table)") { try $0.text(0) }
            try target.run("DELETE FROM \(table)")
            for row in rows { try target.run("INSERT INTO \(table) VALUES (\(row))") }
        }
    }
}
