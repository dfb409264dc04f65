import SealedStoreTesting
import Testing

@testable import SQLiteKit
@testable import SealedStore

@Suite(.temporaryStore) struct `The history` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `starts with the first revision, which changed nothing`() throws {
        let store = try temporary.unlock()
        let history = try store.history()
        #expect(history.map(\.revision) == [1])
        #expect(history.first?.changes == [])
        #expect(history.first?.model == (try store.document))
        #expect(history.first?.at == temporary.clock.wallTime)
    }

    @Test func `has every commit, newest first, with its time, its changes and the resulting profile`() throws {
        let store = try temporary.unlock()
        let start = temporary.clock.wallTime.secondsSince1970
        for days in [3, 6, 9] {
            temporary.clock.advance(by: .seconds(60))
            try store.edit { $0.days = days }
        }
        let history = try temporary.unlock().history()
        #expect(history.map(\.revision) == [4, 3, 2, 1])
        #expect(history.map(\.at.secondsSince1970) == [start + 180, start + 120, start + 60, start])
        #expect(history.map(\.model.days) == [9, 6, 3, 1])
        #expect(history[0].changes.map(\.from) == [AnyFieldValue(6)])
        #expect(history[0].changes.map(\.to) == [AnyFieldValue(9)])
    }

    @Test(arguments: [(1, [4]), (3, [4, 3, 2]), (4, [4, 3, 2, 1]), (9, [4, 3, 2, 1]), (0, []), (-1, [])])
    func `can be read up to a limit`(limit: Int, revisions: [Int]) throws {
        let store = try temporary.unlock()
        for days in [3, 6, 9] { try store.edit { $0.days = days } }
        #expect(try store.history(limit: limit).map(\.revision) == revisions)
    }

    @Test func `keeps thousands of commits`() throws {
        let store = try temporary.unlock()
        for round in 1...300 { try store.edit { $0.place = "round \(round)" } }
        #expect(try store.history().map(\.revision) == Array((1...301).reversed()))
    }

    @Test func `contains drafts only once they are committed`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.days = 3
        try store.save(&draft)
        #expect(try store.history().count == 1)
        try store.commit(draft)
        #expect(try store.history().map(\.changes.count) == [1, 0])
    }

    @Test func `can't be read once the store is closed`() throws {
        let store = try temporary.unlock()
        store.close()
        #expect(code { _ = try store.history() } == .locked)
    }
}

/// Rows of the history removed, put back or duplicated by someone who can write the file but has no key.
@Suite(.temporaryStore) struct `A history whose rows were tampered with` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func connect() throws -> Connection {
        try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// Rows that an attacker has copied.
    private typealias Rows = [(revision: Int, record: [UInt8])]

    /// Makes revisions 1 to 5, of which 4 and 5 are committed twice: between the two times, the earlier file is put
    /// back.
    ///
    /// - Parameter lost: receives the rows of the first time.
    private func commitTwice(_ lost: inout Rows) throws -> TripStore {
        let path = temporary.gate.path
        for name in ["second", "third"] { try temporary.unlock().edit { $0.place = name } }
        try copy(path, to: "\(path).old")
        for name in ["lost", "lost too"] { try temporary.unlock().edit { $0.place = name } }
        lost = try connect().rows("SELECT number, head FROM record WHERE kind = 'trip.history' AND number > 3") {
            (try $0.integer(0), try $0.blob(1))
        }
        try remove(path)
        try copy("\(path).old", to: path)
        try temporary.gate.acceptOlder(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        let store = try temporary.unlock()
        for name in ["fourth", "fifth"] { try store.edit { $0.place = name } }
        return store
    }

    /// Runs a statement that finds the kept rows in a table named `kept`.
    private func execute(_ sql: String, kept: Rows) throws {
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept (revision INTEGER, record BLOB)")
        for row in kept {
            try connection.run("INSERT INTO kept VALUES (?, ?)", .integer(row.revision), .blob(row.record))
        }
        try connection.run(sql)
    }

    private static let removal = "DELETE FROM record WHERE kind = 'trip.history'"

    private static func change(_ number: Int, _ change: String) -> String {
        "UPDATE record SET \(change) WHERE kind = 'trip.history' AND number = \(number)"
    }

    private static func addition(_ number: Int, of other: Int) -> String {
        """
        INSERT INTO record (account, kind, number, revision, head)
        SELECT account, kind, \(number), \(number), head FROM record WHERE kind = 'trip.history' AND number = \(other)
        """
    }

    @Test(
        arguments: [
            (change(4, "head = (SELECT record FROM kept WHERE revision = 4)"), [4]),
            (change(5, "head = (SELECT record FROM kept WHERE revision = 5)"), [5]),
            ("\(removal) AND number = 5", [5]), ("\(removal) AND number = 3", [3]), ("\(removal) AND number = 1", [1]),
            (removal, [5, 4, 3, 2, 1]), (change(2, "head = zeroblob(300)"), [2]),
        ] as [(String, [Int])])
    func `reports which row was changed`(sql: String, revisions: [Int]) throws {
        var kept: Rows = []
        let store = try commitTwice(&kept)
        let whole = try store.history()
        try execute(sql, kept: kept)
        #expect(code { _ = try store.history() } == .damaged)
        let readable = try store.readableHistory()
        #expect(readable.damaged == revisions.map(DamagedPart.revision))
        #expect(readable.value.allSatisfy(whole.contains), "something was shown that was never committed")
        #expect(try store.check().contains { $0.name == "trip.history" && !$0.isOK })
    }

    @Test(arguments: [
        addition(6, of: 5), addition(0, of: 1),
    ])
    func `does not show an extra row, and the check counts it`(sql: String) throws {
        var kept: Rows = []
        let store = try commitTwice(&kept)
        let whole = try store.history()
        try execute(sql, kept: kept)
        #expect(try store.history() == whole)
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["manifest"])
    }

    @Test(arguments: [
        change(4, "head = (SELECT record FROM kept WHERE revision = 4)"),
        "\(removal) AND number = 4",
    ])
    func `restores nothing on undo, and reports nothing to readers`(sql: String) throws {
        var kept: Rows = []
        let store = try commitTwice(&kept)
        try execute(sql, kept: kept)
        #expect(code { try store.undo() } == .damaged)
        #expect(code { try store.undo(to: 3) } == .damaged)
        #expect(try store.document.place == "fifth")
        #expect(try store.history(limit: 1).map(\.revision) == [5], "the entries that were read are complete")
    }
}

@Suite(.temporaryStore, .timeLimit(.minutes(20))) struct `A history with a limit` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// A store with a limit on its history, and with some commits.
    private func store(limit: Int?, commits: Int = 0) throws -> TripStore {
        var configuration = temporary.gate.configuration
        configuration.historyLimit = limit
        let gate = try Gate(at: .file(temporary.gate.path), configuration: configuration)
        let store = try gate.unlock(with: Secret(TemporaryStore.passcode))
        for round in 0..<commits { try store.edit { $0.place = "round \(round + 1)" } }
        return store
    }

    private func revisions() throws -> [Int] { try temporary.unlock().history().map(\.revision) }

    @Test(arguments: [
        (1, [7]), (3, [7, 6, 5]), (7, [7, 6, 5, 4, 3, 2, 1]), (100, [7, 6, 5, 4, 3, 2, 1]), (0, [7]), (-1, [7]),
    ])
    func `keeps the newest commits`(limit: Int, kept: [Int]) throws {
        let store = try store(limit: limit, commits: 6)
        #expect(try revisions() == kept)
        #expect(try store.document.place == "round 6")
        #expect(try store.check().filter { !$0.isOK } == [])
        #expect(try store.history().last?.changes == [], "the history starts with the oldest entry")
        #expect(try store.history().dropLast().allSatisfy { $0.changes.count == 1 })
    }

    @Test func `is trimmed only by commits, and grows again without the limit`() throws {
        _ = try store(limit: nil, commits: 5)
        let bounded = try store(limit: 2)
        #expect(try revisions().count == 6, "opening drops nothing")
        try bounded.edit { $0.place = "round 5" }
        #expect(try revisions().count == 6, "nor does a commit that changes nothing")
        try bounded.edit { $0.place = "another" }
        #expect(try revisions() == [7, 6])
        _ = try store(limit: nil, commits: 2)
        #expect(try revisions() == [9, 8, 7, 6])
        #expect(try bounded.check().filter { !$0.isOK } == [])
    }

    @Test func `has that limit in a transaction of the program's own too`() throws {
        let store = try store(limit: 2)
        for days in 2...5 {
            try store.opened.write { transaction in
                try DocumentRecords<Trip>().edit(at: transaction.now, in: &transaction) { $0.days = days }
            }
        }
        #expect(try revisions() == [5, 4])
        #expect(try store.opened.read { try DocumentRecords<Trip>().commit(after: .min, in: &$0)?.revision } == 4)
    }

    @Test func `refuses to go back to revisions that are not kept, and says which is the first`() throws {
        let store = try store(limit: 3, commits: 5)
        let error = #expect(throws: StoreError.self) { try store.undo(to: 3) }
        #expect(error?.code == .notFound)
        #expect(error?.reason == .noRevision(3, oldest: 4))
        let missing = #expect(throws: StoreError.self) { try store.undo(to: 7) }
        #expect(missing?.reason == .noRevision(7, oldest: 4))
        #expect(try store.undo(to: 4).model.place == "round 3")
        #expect(try store.undo().model.place == "round 5")
        #expect(code { try self.store(limit: 1, commits: 1).undo() } == .notFound)
    }

    @Test func `lets a slow reader continue with the oldest commit that is kept`() async throws {
        let reader = try temporary.unlock()
        var trips = reader.documents.makeAsyncIterator()
        _ = try await trips.next()
        _ = try store(limit: 3, commits: 9)
        for round in 7...9 { #expect(try await trips.next()?.place == "round \(round)") }
    }

    @Test(arguments: ["number = 4", "number = 5", "number = 6"])
    func `does not hide that someone removed a commit`(which: String) throws {
        let store = try store(limit: 3, commits: 5)
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run("DELETE FROM record WHERE kind = 'trip.history' AND \(which)")
        // Reading may be refused as a whole; the check names the part.
        let failed = try store.check().filter { !$0.isOK }.map(\.name)
        #expect(failed.contains("trip.history"))
    }

    @Test func `is backed up and recovered unchanged`() throws {
        let store = try store(limit: 3, commits: 5)
        try store.backup(to: "\(temporary.folder)/backup")
        try temporary.gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        let recovered = try temporary.gate.unlock(with: Secret("820461"))
        #expect(try recovered.history().map(\.revision) == [6, 5, 4])
        #expect(try recovered.check().filter { !$0.isOK } == [])
    }
}
