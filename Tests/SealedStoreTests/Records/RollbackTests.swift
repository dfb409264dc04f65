import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(
    .temporaryStore,
    .reliability(
        "R33", "older data that was put back is noticed at an opening, and by a store that is open",
        figure: "the whole store, the manifest of an open one, and 4 records: each read and write refused",
        control: "an open store that forgets what it saw: commits over it")
) struct `Older data that was put back` {
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
        try temporary.unlock().edit { $0.place = "old" }
        try copy(path, to: "\(path).old")
        try temporary.unlock().edit { $0.place = "new" }
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
        try temporary.unlock().edit { $0.place = "new" }
        try write(remembered, to: state)
        #expect(try temporary.gate.resume()?.document.place == "new")
        try remove(path)
        try copy("\(path).old", to: path)
        #expect(code { _ = try temporary.gate.resume() } == .damaged)
    }

    @Test func `is noticed by a store that is open, before it reads or writes`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.place = "old" }
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
        try store.edit { $0.place = "new" }
        let new = try manifest()
        try put(old)
        for use in [{ _ = try store.document }, { try store.edit { $0.place = "other" } }] {
            let error = #expect(throws: StoreError.self) { try use() }
            #expect(error?.reason == .older(.using))
        }
        try put(new)
        #expect(try store.document.place == "new")
    }

    @Test func `is committed over by a store that is open if it forgets what it saw`() throws {
        // So the test above notices a store that compares nothing.
        let store = try temporary.unlock()
        try store.edit { $0.place = "old" }
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        let tables = ["record", "manifest"]
        for table in tables { try connection.run("CREATE TEMP TABLE old_\(table) AS SELECT * FROM \(table)") }
        try store.edit { $0.place = "new" }
        for table in tables {
            try connection.run("DELETE FROM \(table)")
            try connection.run("INSERT INTO \(table) SELECT * FROM old_\(table)")
        }
        let error = #expect(throws: StoreError.self) { _ = try store.edit { $0.place = "other" } }
        #expect(error?.reason == .older(.using))
        store.opened.current?.newestManifest.withLock { $0 = nil }
        #expect(try store.edit { $0.place = "other" }.revision == 3)
        #expect(try store.document.place == "other")
    }

    @Test func `is accepted on request, after the passcode`() throws {
        try putBack()
        #expect(
            code { try temporary.gate.acceptOlder(current: Gate.Secrets(passcode: Secret("111112"))) } == .wrongPasscode
        )
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        #expect(try temporary.gate.acceptOlder(current: secrets))
        #expect(try temporary.unlock().document.place == "old")
        #expect(try !temporary.gate.acceptOlder(current: secrets), "it is no longer older")
    }

    @Test func `is not reported by an acceptance where nothing is remembered`() throws {
        try temporary.unlock().edit { $0.place = "new" }
        try remove("\(try temporary.stateFolder)/seen.state")
        #expect(try !temporary.gate.acceptOlder(current: secrets))
    }

    @Test func `is not reported when the store is newer than the machine remembers`() throws {
        let state = "\(try temporary.stateFolder)/seen.state"
        try temporary.unlock().edit { $0.place = "old" }
        let before = try bytes(of: state)
        try temporary.unlock().edit { $0.place = "new" }
        try write(before, to: state)
        #expect(try temporary.unlock().document.place == "new")
    }

    @Test(arguments: ["trip", "total", "trip.draft"])
    func `is detected when it is one row with its number`(kind: String) throws {
        let store = try temporary.unlock()
        func change(_ name: String) throws {
            try store.addNotes(1...(name == "old" ? 1 : 2))
            try store.edit { $0.place = name }
            try store.updateDraft { $0.place = "draft \(name)" }
        }
        try change("old")
        let row = try kept(kind)
        try change("new")
        try put(row, back: kind)
        for store in [store, try temporary.unlock()] {
            #expect(code { _ = try (store.document, store.savedDraft, store.total) } == .damaged)
        }
    }

    @Test func `is detected when the draft was removed`() throws {
        let store = try temporary.unlock()
        try store.updateDraft { $0.place = "draft" }
        try execute("DELETE FROM record WHERE kind = 'trip.draft'")
        #expect(code { _ = try store.savedDraft } == .damaged)
    }

    private func kept(_ kind: String) throws -> (Int, [UInt8]) {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        return try #require(
            try connection.first("SELECT number, head FROM record WHERE kind = ?", .text(kind)) {
                (try $0.integer(0), try $0.blob(1))
            })
    }

    private func put(_ row: (number: Int, record: [UInt8]), back kind: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(
            "UPDATE record SET number = ?, revision = ?, head = ? WHERE kind = ?", .integer(row.number),
            .integer(row.number), .blob(row.record), .text(kind))
    }
}

@Suite(.temporaryStore) struct `The generation of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func generation(of store: TripStore) throws -> Int {
        try store.opened.read { $0.generation }
    }

    @Test func `rises by one with each transaction that writes, and with no other`() throws {
        let store = try temporary.unlock()
        let first = try generation(of: store)
        try store.edit { $0.place = "new" }
        try store.updateDraft { $0.place = "draft" }
        try store.discard()
        #expect(try generation(of: store) == first + 3)
        try store.edit { $0.place = "new" }
        _ = try store.document
        #expect(try generation(of: store) == first + 3)
        let secrets = Gate.Secrets(passcode: try Secret(TemporaryStore.passcode))
        try temporary.gate.renewRecoveryCode(current: secrets)
        #expect(try generation(of: temporary.unlock()) > first + 3, "a change of secrets continues from there")
    }

    @Test func `is remembered beside the store, and never decreases there`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.place = "new" }
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
