import FoundationEssentials
import SealedStoreTesting
import TestSupport
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// Rows removed or put back with SQLite, by someone who has no key.
@Suite(.temporaryStore) struct `The manifest of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func connect() throws -> Connection {
        try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func problem(_ store: TripStore) throws -> CheckFinding? {
        try store.check().first { $0.name == "manifest" && !$0.isOK }?.problem
    }

    @Test(
        arguments: [
            ("DELETE FROM record WHERE kind = 'note' AND number = 1", .recordCount(written: 9, found: 8)),
            ("DELETE FROM record WHERE kind = 'note'", .recordCount(written: 9, found: 6)),
            ("DELETE FROM record WHERE kind = 'trip.history' AND number = 2", .recordCount(written: 9, found: 8)),
            ("UPDATE record SET fingerprint = zeroblob(32) WHERE kind = 'note' AND number = 2", .recordsDiffer),
            (
                "UPDATE record SET head = (SELECT head FROM kept), fingerprint = (SELECT fingerprint FROM kept), "
                    + "body = (SELECT body FROM kept) WHERE kind = 'note' AND number = 3", .recordsDiffer
            ),
            ("INSERT INTO record SELECT * FROM kept WHERE number = 4", .recordCount(written: 9, found: 10)),
            ("DELETE FROM record WHERE kind = 'trip.draft'", .parts([.draft])),
            ("DELETE FROM manifest", .parts([.manifest])),
            ("UPDATE manifest SET revision = revision - 1", .parts([.manifest])),
        ] as [(String, CheckFinding)])
    func `detects a row that is missing, older or back again`(sql: String, problem: CheckFinding) throws {
        let store = try temporary.unlock()
        try store.addNotes(1...4)
        try store.edit { $0.days = 3 }
        let connection = try connect()
        // An attacker's copy of the rows as they were: the old note 3, and the note 4 that is about to go.
        try connection.run(
            "CREATE TEMP TABLE kept AS SELECT * FROM record WHERE kind = 'note' AND number IN (3, 4) ORDER BY number")
        try store.addNotes(3...3, text: "Other")
        try store.removeNote(4)
        try store.edit { $0.place = "new" }
        try store.updateDraft { $0.place = "draft" }
        #expect(try self.problem(store) == nil)
        try connection.run(sql)
        #expect(try self.problem(store) == problem)
        #expect(try self.problem(temporary.unlock()) == problem, "whatever was opened when")
    }

    @Test(arguments: 1...6) func `matches the records after any sequence of writes`(seed: UInt64) throws {
        var random = SeededSource(seed: seed)
        let store = try temporary.unlock()
        for step in 1...40 {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: try store.edit { $0.place = "name \(step)" }
            case 1: try store.updateDraft { $0.place = "draft \(step)" }
            case 2: if let draft = try store.savedDraft { try store.commit(draft, deciding: .all(.mine)) }
            case 3: if try store.savedDraft != nil { try store.discard() }
            case 4:
                let number = Int.random(in: 1...9, using: &random)
                try store.addNotes(number...number, text: "step \(step)")
            case 5: if try store.committed.revision > 1 { try store.undo() }
            default:
                for number in try store.notes.keys where Bool.random(using: &random) { try store.removeNote(number) }
            }
            // A refusal in the middle of a transaction leaves no trace.
            #expect(throws: CancellationError.self) {
                try store.opened.write { transaction in
                    let note = Note("refused", day: 1, weight: 1)
                    try SealedCollection<Note>().put(note, number: 30, in: &transaction)
                    throw CancellationError()
                }
            }
        }
        #expect(try store.check().filter { !$0.isOK } == [])
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        let recovered = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try recovered.check().filter { !$0.isOK } == [])
        try recovered.edit { $0.place = "recovered" }
        #expect(try recovered.check().filter { !$0.isOK } == [])
    }

    @Test func `is updated by the only file that writes records`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
        #expect(files.contains("SealedStore/Engine/SQLite/SQLiteBackend.swift"))
        let writing = try Regex(#"(INTO|UPDATE|FROM) +(profile|history|draft|summary|hike|emergency|record)\b"#)
        for file in files where file != "SealedStore/Engine/SQLite/SQLiteBackend.swift" {
            let text = String(decoding: try bytes(of: "\(sources)/\(file)"), as: UTF8.self)
            for line in text.split(separator: "\n") where line.contains(writing) {
                let isReading = line.contains("SELECT") && !line.contains("DELETE") && !line.contains("INTO")
                #expect(isReading, "\(file): \(line)")
            }
        }
    }
}

/// Rows moved, swapped or put back by someone who can write the file but has no key.
@Suite(
    .temporaryStore,
    .reliability(
        "R8", "a row that was moved, swapped or put back is refused",
        figure: "17 changes of rows: other numbers, kinds, accounts and revisions")
) struct `A record in another record's place` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func execute(_ sql: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(sql)
    }

    private func populate() throws -> TripStore {
        let store = try temporary.unlock()
        try store.addNotes(1...2)
        try store.edit { $0.days = 3 }
        var draft = try store.draft()
        draft.place = "draft"
        try store.save(&draft)
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID("second"),
            configuration: temporary.gate.configuration)
        return store
    }

    /// The head of a record of this kind.
    private static func head(_ kind: String, _ number: Int? = nil, of account: String = "main") -> String {
        "(SELECT head FROM record WHERE kind = '\(kind)' AND account = '\(account)'"
            + (number.map { " AND number = \($0)" } ?? "") + ")"
    }

    private static func change(_ kind: String, _ change: String) -> String {
        "UPDATE record SET \(change) WHERE kind = '\(kind)' AND account = 'main'"
    }

    @Test(arguments: [
        change("trip", "head = \(head("trip", of: "second"))"), change("trip", "head = \(head("trip.history", 2))"),
        change("trip", "number = 1"), change("trip", "number = 3"), change("trip", "head = \(head("trip.draft"))"),
        change("total", "head = \(head("total", of: "second"))"), change("total", "number = number + 1"),
        change("trip.draft", "number = 2"), change("trip.draft", "head = \(head("trip"))"),
        "DELETE FROM record WHERE kind = 'trip' AND account = 'main'",
        "DELETE FROM record WHERE kind = 'total' AND account = 'main'",
    ])
    func `is refused when what has one record is read`(sql: String) throws {
        let store = try populate()
        try execute(sql)
        #expect(code { _ = try (store.document, store.savedDraft, store.total) } == .damaged)
    }

    @Test(arguments: [
        change("note", "head = \(head("note", 2))") + " AND number = 1",
        change("note", "head = body") + " AND number = 1",
        change("note", "body = (SELECT body FROM record WHERE kind = 'note' AND number = 2)") + " AND number = 1",
        change("note", "body = head") + " AND number = 1", change("note", "head = zeroblob(300)") + " AND number = 1",
    ])
    func `is refused when the note is read`(sql: String) throws {
        let store = try populate()
        try execute(sql)
        #expect(code { _ = try store.note(1) } == .damaged)
        #expect(try store.note(2)?.text == "Note 2")
    }

    @Test func `stops a command from writing`() throws {
        let store = try populate()
        try execute("UPDATE record SET number = 9 WHERE kind = 'trip' AND account = 'main'")
        #expect(code { try store.edit { $0.place = "new" } } == .damaged)
    }
}
