import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import ProfileRendering
import StoreSupport
import TestSupport
import Testing

@testable import SQLiteKit

/// Rows removed or put back with SQLite, by someone who has no key.
@Suite(.temporaryStore) struct `The manifest of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func connect() throws -> Connection {
        try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    private func hike(_ id: Int, distance: Double = 5) -> ImportedHike {
        ImportedHike(
            sourceID: id,
            hike: Hike(
                header: HikeHeader(id: id, name: "Hike \(id)", distance: distance),
                observations: [HikeObservation(distanceFromStart: 1)]))
    }

    private func problem(_ store: ProfileStore) throws -> String? {
        try store.check().first { $0.name == "manifest" && !$0.isOK }?.words
    }

    @Test(arguments: [
        ("DELETE FROM hike WHERE id = 1", "9 records were written, but 8 were found"),
        ("DELETE FROM hike", "9 records were written, but 6 were found"),
        ("DELETE FROM history WHERE revision = 2", "9 records were written, but 8 were found"),
        ("UPDATE hike SET fingerprint = zeroblob(32) WHERE id = 2", "a record is not the one that was written"),
        (
            "UPDATE hike SET header = (SELECT header FROM kept), fingerprint = (SELECT fingerprint FROM kept), "
                + "track = (SELECT track FROM kept) WHERE id = 3", "a record is not the one that was written"
        ),
        (
            "INSERT INTO hike (account, id, revision, fingerprint, header, track) "
                + "SELECT account, id, revision, fingerprint, header, track FROM kept WHERE id = 4",
            "9 records were written, but 10 were found"
        ),
        ("DELETE FROM draft", "the list of records is not what was written last: the draft"),
        ("DELETE FROM manifest", "the list of records is not what was written last"),
        ("UPDATE manifest SET revision = revision - 1", "the list of records is not what was written last"),
    ])
    func `detects a row that is missing, older or back again`(sql: String, problem: String) throws {
        let store = try temporary.unlock()
        try store.importHikes([hike(1), hike(2), hike(3, distance: 1), hike(4)])
        try store.edit { $0.seasonalPhoto = .spring }
        let connection = try connect()
        // An attacker's copy of the rows as they were: the old hike 3, and the hike 4 that is about to go.
        try connection.run("CREATE TEMP TABLE kept AS SELECT * FROM hike WHERE id IN (3, 4) ORDER BY id")
        try store.importHikes([hike(3, distance: 2)], replacing: true)
        let content = try store.content
        try store.restore(
            StoreContent(profile: content.profile, hikes: content.hikes.filter { $0.id != 4 }), replacing: true)
        try store.edit { $0.username = "new" }
        try store.updateDraft { $0.username = "draft" }
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
            case 0: try store.edit { $0.username = "name \(step)" }
            case 1: try store.updateDraft { $0.username = "draft \(step)" }
            case 2: if let draft = try store.savedDraft { try store.commit(draft, deciding: .all(.mine)) }
            case 3: if try store.savedDraft != nil { try store.discard() }
            case 4:
                let id = Int.random(in: 1...9, using: &random)
                try store.importHikes([hike(id, distance: Double(step)), hike(20)], replacing: true)
            case 5: if try store.committed.revision > 1 { try store.undo() }
            default:
                var content = try store.content
                content.hikes = content.hikes.filter { _ in Bool.random(using: &random) }
                try store.restore(content, replacing: true)
            }
            // A refusal in the middle of a transaction leaves no trace.
            let refused = code { try store.importHikes([hike(30), ImportedHike(sourceID: 20, hike: hike(31).hike)]) }
            #expect(refused == nil || refused == .invalidValue)
            if refused == nil { try store.restore(try store.content, replacing: true) }
        }
        #expect(try store.check().filter { !$0.isOK } == [])
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        let recovered = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try recovered.check().filter { !$0.isOK } == [])
        try recovered.edit { $0.username = "recovered" }
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

    private func populate() throws -> ProfileStore {
        let store = try temporary.unlock()
        let hikes = (1...2).map { id in
            ImportedHike(sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Hike \(id)", distance: 5)))
        }
        try store.importHikes(hikes)
        try store.edit { $0.seasonalPhoto = .spring }
        var draft = try store.draft()
        draft.username = "draft"
        try store.save(&draft)
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: try AccountID("second"),
            configuration: temporary.gate.configuration)
        return store
    }

    @Test(arguments: [
        "UPDATE profile SET record = (SELECT record FROM profile WHERE account = 'second') WHERE account = 'main'",
        "UPDATE profile SET record = (SELECT record FROM history WHERE account = 'main' AND revision = 2)",
        "UPDATE profile SET revision = 1 WHERE account = 'main'",
        "UPDATE profile SET revision = 3 WHERE account = 'main'",
        "UPDATE profile SET record = (SELECT record FROM draft) WHERE account = 'main'",
        "UPDATE summary SET record = (SELECT record FROM summary WHERE account = 'second') WHERE account = 'main'",
        "UPDATE summary SET revision = revision + 1 WHERE account = 'main'",
        "UPDATE draft SET save = 2", "UPDATE draft SET record = (SELECT record FROM profile WHERE account = 'main')",
        "DELETE FROM profile WHERE account = 'main'", "DELETE FROM summary WHERE account = 'main'",
    ])
    func `is refused when the summary is read`(sql: String) throws {
        let store = try populate()
        try execute(sql)
        #expect(code { _ = try store.summary } == .damaged)
    }

    @Test(arguments: [
        "UPDATE hike SET header = (SELECT header FROM hike WHERE id = 2) WHERE id = 1",
        "UPDATE hike SET header = track WHERE id = 1",
        "UPDATE hike SET track = (SELECT track FROM hike WHERE id = 2) WHERE id = 1",
        "UPDATE hike SET track = header WHERE id = 1",
        "UPDATE hike SET header = zeroblob(300) WHERE id = 1",
    ])
    func `is refused when the hike is read`(sql: String) throws {
        let store = try populate()
        try execute(sql)
        #expect(code { _ = try store.hike(1) } == .damaged)
        #expect(try store.hike(2).name == "Hike 2")
    }

    @Test func `stops a command from writing`() throws {
        let store = try populate()
        try execute("UPDATE profile SET revision = 9 WHERE account = 'main'")
        #expect(code { try store.edit { $0.username = "new" } } == .damaged)
    }
}
