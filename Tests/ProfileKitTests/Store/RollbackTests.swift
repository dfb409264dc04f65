import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `Older data that was put back` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var secrets: Gate.Secrets {
        get throws { try Gate.Secrets(passcode: Secret(TemporaryStore.passcode)) }
    }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    /// Commits, and puts the previous file back.
    private func putBack() throws {
        let path = temporary.gate.path
        try temporary.unlock().edit { $0.username = "old" }
        try copy(path, to: "\(path).old")
        try temporary.unlock().edit { $0.username = "new" }
        try remove(path)
        try copy("\(path).old", to: path)
    }

    @Test func `is detected when it is the whole store, with the passcode and with a session`() throws {
        try temporary.unlock().beginSession()
        try putBack()
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        #expect(code { _ = try temporary.gate.resume() } == .damaged)
        #expect(try temporary.failures == 0)
    }

    @Test func `is found by the check, which still opens with a session`() throws {
        try temporary.unlock().beginSession()
        try putBack()
        let store = try #require(try temporary.gate.resume(refusingOlder: false))
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["generation"])
    }

    @Test func `is detected when the newer store was only read here, since its writer was killed`() throws {
        let (path, state) = (temporary.gate.path, "\(try temporary.stateFolder)/seen.state")
        try temporary.unlock().beginSession()
        try copy(path, to: "\(path).old")
        let remembered = try bytes(of: state)
        try temporary.unlock().edit { $0.username = "new" }
        try write(remembered, to: state)
        #expect(try temporary.gate.resume()?.profile.username == "new")
        try remove(path)
        try copy("\(path).old", to: path)
        #expect(code { _ = try temporary.gate.resume() } == .damaged)
    }

    @Test func `is noticed by a store that is open, before it reads or writes`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.username = "old" }
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        func manifest() throws -> (revision: Int, record: [UInt8])? {
            try connection.first("SELECT revision, record FROM manifest") { (try $0.integer(0), try $0.blob(1)) }
        }
        func put(_ row: (revision: Int, record: [UInt8])?) throws {
            guard let row else { return }
            try connection.run(
                "UPDATE manifest SET revision = ?, record = ?", .integer(row.revision), .blob(row.record))
        }
        let old = try manifest()
        try store.edit { $0.username = "new" }
        let new = try manifest()
        try put(old)
        for use in [{ _ = try store.profile }, { try store.edit { $0.username = "other" } }] {
            let error = #expect(throws: StoreError.self) { try use() }
            #expect(error?.reason == .older(.using))
        }
        try put(new)
        #expect(try store.profile.username == "new")
    }

    @Test func `is accepted on request, after the passcode`() throws {
        try putBack()
        #expect(
            code { try temporary.gate.acceptOlder(current: Gate.Secrets(passcode: Secret("111112"))) } == .wrongPasscode
        )
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        #expect(try temporary.gate.acceptOlder(current: secrets))
        #expect(try temporary.unlock().profile.username == "old")
        #expect(try !temporary.gate.acceptOlder(current: secrets), "it is no longer older")
    }

    @Test func `is not reported by an acceptance where nothing is remembered`() throws {
        try temporary.unlock().edit { $0.username = "new" }
        try remove("\(try temporary.stateFolder)/seen.state")
        #expect(try !temporary.gate.acceptOlder(current: secrets))
    }

    @Test func `is not reported when the store is newer than the machine remembers`() throws {
        let state = "\(try temporary.stateFolder)/seen.state"
        try temporary.unlock().edit { $0.username = "old" }
        let before = try bytes(of: state)
        try temporary.unlock().edit { $0.username = "new" }
        try write(before, to: state)
        #expect(try temporary.unlock().profile.username == "new")
    }

    @Test(arguments: ["profile", "summary", "draft"])
    func `is detected when it is one row with its revision`(table: String) throws {
        let store = try temporary.unlock()
        func change(_ name: String) throws {
            try store.edit { $0.goalDate = $0.goalDate.adding(years: name == "old" ? 0 : 1) }
            try store.edit { $0.username = name }
            try store.updateDraft { $0.username = "draft \(name)" }
        }
        try change("old")
        let row = try kept(table)
        try change("new")
        try put(row, back: table)
        #expect(code { _ = try store.summary } == .damaged)
        #expect(code { _ = try temporary.unlock().summary } == .damaged)
    }

    @Test func `is detected when the draft was removed`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { $0.username = "draft" }
        try execute("DELETE FROM draft")
        #expect(code { _ = try store.savedDraft } == .damaged)
    }

    private func kept(_ table: String) throws -> (Int, [UInt8]) {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        let number = table == "draft" ? "save" : "revision"
        return try #require(
            try connection.first("SELECT \(number), record FROM \(table)") { (try $0.integer(0), try $0.blob(1)) })
    }

    private func put(_ row: (number: Int, record: [UInt8]), back table: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        let number = table == "draft" ? "save" : "revision"
        try connection.run("UPDATE \(table) SET \(number) = ?, record = ?", .integer(row.number), .blob(row.record))
    }
}

@Suite(.temporaryStore) struct `The generation of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func generation(of store: ProfileStore) throws -> Int {
        try store.opened.read { $0.generation }
    }

    @Test func `rises by one with each transaction that writes, and with no other`() throws {
        let store = try temporary.unlock()
        let first = try generation(of: store)
        try store.edit { $0.username = "new" }
        try store.updateDraft { $0.username = "draft" }
        try store.discard()
        #expect(try generation(of: store) == first + 3)
        try store.edit { $0.username = "new" }
        _ = try store.summary
        #expect(try generation(of: store) == first + 3)
        let secrets = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
        try temporary.gate.renewRecoveryCode(current: secrets)
        #expect(try generation(of: temporary.unlock()) > first + 3, "a change of secrets continues from there")
    }

    @Test func `is remembered beside the store, and never decreases there`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.username = "new" }
        let newest = try generation(of: store)
        #expect(try store.opened.memory.lastSeen == newest)
        for older in [newest - 1, 1, 0, -1, .min] {
            store.opened.memory.note(LastSeen(generation: older))
            #expect(try store.opened.memory.lastSeen == newest)
        }
        store.opened.memory.note(LastSeen(generation: newest + 2))
        #expect(try store.opened.memory.lastSeen == newest + 2)
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged, "the store is older now")
    }
}
