import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

/// Rows moved, swapped or put back by someone who can write the file but has no key.
@Suite(.temporaryStore) struct `A record in another's place` {
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
            at: temporary.gate.path, account: try AccountID("second"), passcode: Secret("820461"),
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

    @Test func `keeps a writing command from writing`() throws {
        let store = try populate()
        try execute("UPDATE profile SET revision = 9 WHERE account = 'main'")
        #expect(code { try store.edit { $0.username = "new" } } == .damaged)
    }
}
