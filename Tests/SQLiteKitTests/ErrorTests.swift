import Glibc
import SQLiteKit
import TestSupport
import Testing

@Suite struct `A SQLite error`: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func notes(_ name: String = "store") throws -> Connection {
        let connection = try connect(folder.path(of: name))
        try connection.run("CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE) STRICT")
        try connection.run("INSERT INTO note VALUES (1, 'a')")
        return connection
    }

    private func kinds(_ error: SQLiteError?) -> [String] {
        guard let error else { return ["none"] }
        let all = [
            ("busy", error.isBusy), ("damage", error.isDamage), ("constraint", error.code.primary == 19),
            ("memory", error.isOutOfMemory), ("io", error.isIO), ("full", error.isFull),
            ("read-only", error.isReadOnly), ("cannot open", error.cannotOpen),
        ]
        return all.filter(\.1).map(\.0)
    }

    @Test(arguments: [
        "INSERT INTO note VALUES (1, 'b')", "INSERT INTO note VALUES (2, 'a')", "INSERT INTO note VALUES (2, NULL)",
        "INSERT INTO note VALUES (2, x'00')",
    ])
    func `is a constraint for a broken rule of the table`(sql: String) throws {
        let connection = try notes()
        let error = sqliteError { try connection.run(sql) }
        #expect(kinds(error) == ["constraint"])
        #expect(error.map { $0.code.extended != $0.code.primary } == true, "the extended code is lost")
    }

    @Test func `is busy for a file that another connection holds, after the timeout`() throws {
        let holder = try notes()
        try holder.run("BEGIN IMMEDIATE")
        let other = try connect(folder.path(of: "store"), busyTimeout: .milliseconds(50))
        let begin = ContinuousClock.now
        let error = sqliteError { try other.run("INSERT INTO note VALUES (2, 'b')") }
        #expect(kinds(error) == ["busy"])
        #expect(ContinuousClock.now - begin >= .milliseconds(45))
        try holder.run("COMMIT")
        try other.run("INSERT INTO note VALUES (2, 'b')")
    }

    @Test(arguments: [100, 511, 5000]) func `is damage for a file of garbage`(count: Int) throws {
        let path = folder.path(of: "garbage")
        try write([UInt8](repeating: 0x5A, count: count), to: path)
        let connection = try connect(path, mode: .existing)
        #expect(kinds(sqliteError { _ = try connection.pragma("application_id") }) == ["damage"])
        #expect(content(of: path).count == count, "the file was changed")
    }

    @Test func `is damage for a page overwritten with garbage`() throws {
        let path = folder.path(of: "store")
        do { try notes().run("INSERT INTO note VALUES (2, 'b')") }
        var bytes = content(of: path)
        for place in 4096..<bytes.count { bytes[place] = 0x5A }
        try write(bytes, to: path)
        let connection = try connect(path, mode: .existing)
        #expect(
            kinds(sqliteError { _ = try connection.rows("SELECT body FROM note") { try $0.text(0) } }) == ["damage"])
    }

    @Test(arguments: ["DELETE FROM absent", "SELECT", "SELECT absent FROM note", "SELECT count(1, 2) FROM note"])
    func `is a mistake in the program for an invalid statement, not damage`(sql: String) throws {
        let connection = try notes()
        #expect(kinds(sqliteError { try connection.run(sql) }) == [])
    }

    @Test(
        arguments: [
            (10, ["io"]), (266, ["io"]), (522, ["io"]), (3082, ["memory"]), (7, ["memory"]), (11, ["damage"]),
            (267, ["damage"]), (26, ["damage"]), (15, ["busy"]), (261, ["busy"]), (17, []), (20, []), (21, []),
            (25, []),
        ] as [(Int32, [String])])
    func `has one meaning for each SQLite code`(code: Int32, expected: [String]) {
        #expect(kinds(SQLiteError(code, "")) == expected)
    }

    @Test func `is damage for a schema format that SQLite doesn't know`() throws {
        let path = folder.path(of: "store")
        do { _ = try notes() }
        var bytes = content(of: path)
        bytes[47] = 9
        try write(bytes, to: path)
        let connection = try connect(path, mode: .existing)
        #expect(kinds(sqliteError { try connection.harden() }) == ["damage"])
    }

    @Test func `is full for a file at its maximum size`() throws {
        let connection = try notes()
        try connection.run("PRAGMA max_page_count = 8")
        let error = sqliteError { try connection.run("INSERT INTO note VALUES (2, ?)", .text(longText)) }
        #expect(kinds(error) == ["io", "full"])
    }

    @Test func `is read-only for a connection that may only read`() throws {
        let connection = try notes()
        try connection.run("PRAGMA query_only = 1")
        #expect(kinds(sqliteError { try connection.run("DELETE FROM note") }) == ["io", "read-only"])
    }

    @Test func `is read-only for a file that may not be written, which can be read`() throws {
        do { try notes().run("INSERT INTO note VALUES (2, 'b')") }
        let path = folder.path(of: "store")
        #expect(chmod(path, 0o444) == 0 && chmod(folder.path, 0o555) == 0)
        try asAnyone {
            let connection = try connect(path, mode: .existing)
            #expect(try connection.rows("SELECT body FROM note") { try $0.text(0) } == ["a", "b"])
            #expect(kinds(sqliteError { try connection.run("DELETE FROM note") }) == ["io", "read-only"])
        }
    }

    @Test func `is reported for a new file in a folder without write permission`() throws {
        #expect(chmod(folder.path, 0o555) == 0)
        asAnyone {
            let error = sqliteError { _ = try connect(folder.path(of: "new")).changes }
            #expect(kinds(error) == ["io", "cannot open"])
        }
    }

    @Test func `has a description with the statement and never a bound value`() throws {
        let connection = try notes()
        let secret = "canary-\(UInt64.random(in: .min ... .max))"
        try connection.run("INSERT INTO note VALUES (2, ?)", .text(secret))
        let sql = "INSERT INTO note VALUES (?, ?)"
        let error = try #require(sqliteError { try connection.run(sql, 3, .text(secret)) })
        #expect(error.sql == sql)
        #expect(error.description.contains(sql) && error.description.contains("2067"))
        #expect(!"\(error) \(String(reflecting: error)) \(error.message)".contains(secret))
        #expect(!error.outcomeIsUnknown)
    }

    private var longText: String { String(repeating: "a", count: 100_000) }
}
