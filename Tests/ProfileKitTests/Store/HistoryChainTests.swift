import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

/// Rows of the history taken away, put back or doubled by someone who can write the file but has no key.
@Suite(.temporaryStore) struct `A history whose rows were tampered with` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func connect() throws -> Connection {
        try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// Rows that an attacker has kept.
    private typealias Rows = [(revision: Int, record: [UInt8])]

    /// Makes revisions 1 to 5, of which 4 and 5 are committed twice: the first time in a file that is put back then.
    ///
    /// - Parameter lost: is given the rows of the first time.
    private func commitTwice(_ lost: inout Rows) throws -> ProfileStore {
        let path = temporary.gate.path
        for name in ["second", "third"] { try temporary.unlock().edit { $0.username = name } }
        try copy(path, to: "\(path).old")
        for name in ["lost", "lost too"] { try temporary.unlock().edit { $0.username = name } }
        lost = try connect().rows("SELECT revision, record FROM history WHERE revision > 3") {
            (try $0.integer(0), try $0.blob(1))
        }
        try remove(path)
        try copy("\(path).old", to: path)
        try temporary.gate.acceptOlder(current: Gate.Secrets(passcode: Secret(TemporaryStore.passcode)))
        let store = try temporary.unlock()
        for name in ["fourth", "fifth"] { try store.edit { $0.username = name } }
        return store
    }

    /// Runs a statement that finds the rows that were kept in a table of this name.
    private func execute(_ sql: String, kept: Rows) throws {
        let connection = try connect()
        try connection.run("CREATE TEMP TABLE kept (revision INTEGER, record BLOB)")
        for row in kept {
            try connection.run("INSERT INTO kept VALUES (?, ?)", .integer(row.revision), .blob(row.record))
        }
        try connection.run(sql)
    }

    @Test(
        arguments: [
            ("UPDATE history SET record = (SELECT record FROM kept WHERE revision = 4) WHERE revision = 4", [4]),
            ("UPDATE history SET record = (SELECT record FROM kept WHERE revision = 5) WHERE revision = 5", [5]),
            ("DELETE FROM history WHERE revision = 5", [5]), ("DELETE FROM history WHERE revision = 3", [3]),
            ("DELETE FROM history WHERE revision = 1", [1]), ("DELETE FROM history", [5, 4, 3, 2, 1]),
            ("UPDATE history SET record = zeroblob(300) WHERE revision = 2", [2]),
        ] as [(String, [Int])])
    func `says which row is not the one that was written`(sql: String, revisions: [Int]) throws {
        var kept: Rows = []
        let store = try commitTwice(&kept)
        let whole = try store.history()
        try execute(sql, kept: kept)
        #expect(code { _ = try store.history() } == .damaged)
        let readable = try store.readableHistory()
        #expect(readable.damaged == revisions.map(DamagedPart.revision))
        #expect(readable.value.allSatisfy(whole.contains), "something was shown that was never committed")
        #expect(try store.check().contains { $0.name == "history" && !$0.isOK })
    }

    @Test(arguments: [
        "INSERT INTO history SELECT account, 6, record FROM history WHERE revision = 5",
        "INSERT INTO history SELECT account, 0, record FROM history WHERE revision = 1",
    ])
    func `shows no row too many, and the check counts it`(sql: String) throws {
        var kept: Rows = []
        let store = try commitTwice(&kept)
        let whole = try store.history()
        try execute(sql, kept: kept)
        #expect(try store.history() == whole)
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["manifest"])
    }

    @Test(arguments: [
        "UPDATE history SET record = (SELECT record FROM kept WHERE revision = 4) WHERE revision = 4",
        "DELETE FROM history WHERE revision = 4",
    ])
    func `brings nothing back by an undo, and tells no reader of it`(sql: String) throws {
        var kept: Rows = []
        let store = try commitTwice(&kept)
        try execute(sql, kept: kept)
        #expect(code { try store.undo() } == .damaged)
        #expect(code { try store.undo(to: 3) } == .damaged)
        #expect(code { _ = try store.summary(after: 3) } == .damaged)
        #expect(try store.profile.username == "fifth")
        #expect(try store.summary(after: 4)?.committed.profile.username == "fifth", "what was read is whole")
        #expect(try store.history(limit: 1).map(\.revision) == [5], "what was read is whole")
    }
}
