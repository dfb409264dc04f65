import SQLiteKit
import TestSupport
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

    /// The content that another connection finds in the file.
    private func stored() throws -> [String] {
        try connect(folder.path(of: "store")).rows("SELECT body FROM note ORDER BY id") { try $0.text(0) }
    }

    @Test func `commits when its body returns, and returns the body's result`() throws {
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

    @Test func `rolls back when its body throws, and rethrows the error`() throws {
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

    @Test func `ends when SQLite has already rolled it back`() throws {
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

    @Test func `fails inside another transaction, which is rolled back`() throws {
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

    @Test func `leaves the outer transaction unchanged when its error is caught there`() throws {
        let connection = try notes()
        try connection.transaction(.writing) { connection in
            try connection.run("INSERT INTO note(body) VALUES ('outer')")
            #expect(sqliteError { try connection.transaction(.reading) { _ in } } != nil)
            #expect(connection.isInTransaction == true)
        }
        #expect(try stored() == ["outer"])
    }

    @Test func `excludes other writers from its start when it writes`() throws {
        let connection = try notes()
        try connection.transaction(.writing) { _ in
            let other = try connect(folder.path(of: "store"))
            #expect(sqliteError { try other.run("BEGIN IMMEDIATE") }?.isBusy == true)
            // On the same thread, it isn't waited for at all.
            #expect(throws: NestedWriting.self) { try other.transaction(.writing) { _ in } }
        }
    }

    @Test func `sees one state when it reads, whatever others commit`() throws {
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

    @Test func `has the outcome that is found out after a failed commit`() throws {
        let connection = try notes()
        func write(_ body: String, settling: (SQLiteError, Int) throws -> Void) throws -> Int {
            try connection.transaction(.writing) { connection in
                try connection.run("INSERT INTO note(body) VALUES (?)", .text(body))
                return 7
            } settling: { error, result in
                try settling(error, result)
            }
        }
        // Without a log, a reader that holds its lock lets a writer do everything but commit.
        let reader = try connect(folder.path(of: "store"))
        try reader.run("BEGIN")
        _ = try reader.rows("SELECT body FROM note") { try $0.text(0) }
        let result = try write("found") { error, result in
            #expect(error.outcomeIsUnknown && result == 7)
            #expect(connection.isInTransaction == false)
        }
        #expect(result == 7)
        let error = sqliteError { _ = try write("gone") { error, _ in throw error.withOutcome(unknown: false) } }
        #expect(error?.outcomeIsUnknown == false)
        #expect(error?.isBusy == true)
        try reader.run("COMMIT")
        var settled = false
        _ = try write("later") { _, _ in settled = true }
        #expect(!settled, "nothing had failed")
        #expect(try stored() == ["later"])
    }

    @Test func `has an unknown outcome after a failed commit when it was writing`() throws {
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
