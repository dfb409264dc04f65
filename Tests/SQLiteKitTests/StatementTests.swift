import SQLiteKit
import TestSupport
import Testing

@Suite struct `A statement`: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func notes() throws -> Connection {
        let connection = try connect(folder.path(of: "store"))
        try connection.run("CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")
        return connection
    }

    @Test func `returns its rows in order, or only the first`() throws {
        let connection = try notes()
        try connection.run("INSERT INTO note(body) VALUES (?), (?), (?)", "a", "b", "c")
        #expect(try connection.rows("SELECT body FROM note ORDER BY id DESC") { try $0.text(0) } == ["c", "b", "a"])
        #expect(try connection.first("SELECT body FROM note ORDER BY id") { try $0.text(0) } == "a")
        #expect(try connection.first("SELECT body FROM note WHERE id = ?", 9) { try $0.text(0) } == nil)
        #expect(try connection.rows("SELECT body FROM note WHERE id = ?", 9) { try $0.text(0) } == [])
    }

    @Test func `reports how many rows it changed`() throws {
        let connection = try notes()
        try connection.run("INSERT INTO note(body) VALUES ('a'), ('b'), ('c')")
        #expect(connection.changes == 3)
        try connection.run("UPDATE note SET body = 'x' WHERE id > ?", 1)
        #expect(connection.changes == 2)
        try connection.run("DELETE FROM note WHERE id = ?", 9)
        #expect(connection.changes == 0)
    }

    @Test func `is refused with too few or too many values before it runs`() throws {
        let connection = try notes()
        for refused in [
            sqliteError { try connection.run("INSERT INTO note VALUES (?, ?)", 1) },
            sqliteError { try connection.run("INSERT INTO note VALUES (?, ?)") },
            sqliteError { try connection.run("INSERT INTO note VALUES (?, ?)", 1, "a", 2) },
            sqliteError { try connection.run("INSERT INTO note VALUES (1, 'a')", 1) },
        ] {
            #expect(refused?.message.hasPrefix("bound ") == true)
        }
        #expect(try connection.first("SELECT count(*) FROM note") { try $0.integer(0) } == 0)
    }

    @Test func `ends when reading a row throws`() throws {
        struct Enough: Error {}
        let connection = try notes()
        try connection.run("INSERT INTO note(body) VALUES ('a'), ('b')")
        #expect(throws: Enough.self) { try connection.rows("SELECT body FROM note") { _ in throw Enough() } }
        // A statement that was still on a row would lock the table.
        try connection.run("DROP TABLE note")
    }

    @Test(arguments: ["SELEC 1", "SELECT", "SELECT * FROM absent", "'", ""])
    func `is an error when its text is not a statement`(sql: String) throws {
        let connection = try notes()
        #expect(sqliteError { try connection.run(sql) } != nil)
    }

    @Test(arguments: ["SELECT 1; DROP TABLE note", "SELECT 1; ;DROP TABLE note", "SELECT 1\0; DROP TABLE note"])
    func `is an error when its text has two statements`(sql: String) throws {
        let connection = try notes()
        #expect(sqliteError { try connection.run(sql) } != nil)
        #expect(try connection.first("SELECT count(*) FROM note") { try $0.integer(0) } == 0)
    }

    @Test(arguments: ["DELETE FROM note;", "DELETE FROM note ; \n", "DELETE FROM note -- all of them"])
    func `may end with a semicolon, space or comment`(sql: String) throws {
        let connection = try notes()
        try connection.run("INSERT INTO note(body) VALUES ('a')")
        try connection.run(sql)
        #expect(connection.changes == 1)
    }
}
