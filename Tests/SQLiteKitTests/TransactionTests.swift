import SQLiteKit
import ScenarioSupport
import Testing

@Suite struct `A transaction`: ~Copyable {
    private struct Changed: Error {}

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func notes() throws -> Connection {
        let connection = try connect(folder.path(of: "store"))
        try connection.run("CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT) STRICT")
        return connection
    }

    /// What another connection finds in the file.
    private func stored() throws -> [String] {
        try connect(folder.path(of: "store")).rows("SELECT body FROM note ORDER BY id") { try $0.text(0) }
    }

    @Test func `it commits when its body returns, and returns what the body does`() throws {
        let connection = try notes()
        let count = try connection.transaction(.writing) { connection in
            #expect(connection.isInTransaction == true)
            try connection.run("INSERT INTO note(body) VALUES ('a'), ('b')")
            return connection.changes
        }
        #expect(count == 2)
        #expect(connection.isInTransaction == false)
        #expect(try stored() == ["a", "b"])
    }

    @Test func `it rolls back when its body throws, and passes the error on`() throws {
        let connection = try notes()
        #expect(throws: Changed.self) {
            try connection.transaction(.writing) { connection in
                try connection.run("INSERT INTO note(body) VALUES ('a')")
                throw Changed()
            }
        }
        #expect(connection.isInTransaction == false)
        #expect(try stored() == [])
        try connection.transaction(.writing) { try $0.run("INSERT INTO note(body) VALUES ('later')") }
        #expect(try stored() == ["later"])
    }

    @Test func `it rolls back when SQLite already has`() throws {
        let connection = try notes()
        #expect(throws: Changed.self) {
            try connection.transaction(.writing) { connection in
                try connection.run("INSERT INTO note(body) VALUES ('a')")
                try connection.run("ROLLBACK")
                throw Changed()
            }
        }
        #expect(connection.isInTransaction == false)
    }

    @Test func `one inside another fails, and the outer one is rolled back`() throws {
        let connection = try notes()
        #expect(throws: NestedWriting.self) {
            try connection.transaction(.writing) { connection in
                try connection.run("INSERT INTO note(body) VALUES ('outer')")
                try connection.transaction(.writing) { try $0.run("INSERT INTO note(body) VALUES ('inner')") }
            }
        }
        #expect(connection.isInTransaction == false)
        #expect(try stored() == [])
    }

    @Test func `one inside another that is caught leaves the outer one as it was`() throws {
        let connection = try notes()
        try connection.transaction(.writing) { connection in
            try connection.run("INSERT INTO note(body) VALUES ('outer')")
            #expect(sqliteError { try connection.transaction(.reading) { _ in } } != nil)
            #expect(connection.isInTransaction == true)
        }
        #expect(try stored() == ["outer"])
    }

    @Test func `a writing one excludes other writers from its start`() throws {
        let connection = try notes()
        try connection.transaction(.writing) { _ in
            let other = try connect(folder.path(of: "store"))
            #expect(sqliteError { try other.run("BEGIN IMMEDIATE") }?.isBusy == true)
            // On this thread nobody waits for it at all.
            #expect(throws: NestedWriting.self) { try other.transaction(.writing) { _ in } }
        }
    }

    @Test func `a reading one sees one state, whatever others commit`() throws {
        let connection = try notes()
        try connection.enableWriteAheadLog()
        try connection.run("INSERT INTO note(body) VALUES ('a')")
        func read(_ connection: borrowing Connection) throws -> [String] {
            try connection.rows("SELECT body FROM note") { try $0.text(0) }
        }
        try connection.transaction(.reading) { connection in
            #expect(try read(connection) == ["a"])
            try connect(folder.path(of: "store")).run("UPDATE note SET body = 'b'")
            #expect(try read(connection) == ["a"])
            let error = sqliteError { try connection.run("UPDATE note SET body = 'c'") }
            #expect(error?.isBusy == true, "it wrote over a commit that it had not seen")
        }
        #expect(try read(connection) == ["b"])
    }

    @Test func `a commit that fails stands or falls with what is found out about it`() throws {
        let connection = try notes()
        func write(_ body: String, settling: (SQLiteError, Int) throws -> Void) throws -> Int {
            try connection.transaction(.writing) { connection in
                try connection.run("INSERT INTO note(body) VALUES (?)", .text(body))
                return 7
            } settling: { error, result in
                try settling(error, result)
            }
        }
        let result = try CommitFault.$injected.withValue(.afterCommit) {
            try write("there") { error, result in
                #expect(error.outcomeIsUnknown && result == 7)
                #expect(connection.isInTransaction == false)
            }
        }
        #expect(result == 7)
        let error = CommitFault.$injected.withValue(.insteadOfCommit) {
            sqliteError { _ = try write("gone") { error, _ in throw error.withOutcome(unknown: false) } }
        }
        #expect(error?.outcomeIsUnknown == false)
        #expect(error?.code.primary == 10)
        #expect(try stored() == ["there"])
        var settled = false
        _ = try write("later") { _, _ in settled = true }
        #expect(!settled, "nothing had failed")
    }

    @Test func `a commit that fails has an outcome that nobody knows, when it was to write`() throws {
        let connection = try notes()
        let path = folder.path(of: "store")
        for (kind, unknown) in [(Connection.TransactionKind.writing, true), (.reading, false)] {
            // Without a log, a reader that holds its lock lets a writer do everything but commit.
            let reader = try connect(path)
            try reader.run("BEGIN")
            _ = try reader.rows("SELECT body FROM note") { try $0.text(0) }
            let error = sqliteError {
                try connection.transaction(kind) { try $0.run("INSERT INTO note(body) VALUES ('a')") }
            }
            #expect(error?.isBusy == true && error?.sql == "COMMIT")
            #expect(error?.outcomeIsUnknown == unknown)
            #expect(connection.isInTransaction == false)
        }
        #expect(try stored() == [])
    }
}
