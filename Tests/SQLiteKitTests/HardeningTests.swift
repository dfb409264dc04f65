import SQLiteKit
import TestSupport
import Testing

@Suite struct `A hardened connection`: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file with everything that a crafted one may contain.
    private func crafted() throws -> Connection {
        let connection = try connect(folder.path(of: "store"))
        for sql in [
            "CREATE TABLE note(id INTEGER PRIMARY KEY, body TEXT) STRICT",
            "CREATE TABLE fired(id INTEGER) STRICT",
            "CREATE TABLE child(note INTEGER REFERENCES note(id)) STRICT",
            "CREATE TRIGGER spy AFTER INSERT ON note BEGIN INSERT INTO fired VALUES (new.id); END",
            "CREATE VIEW peek AS SELECT body FROM note",
        ] {
            try connection.run(sql)
        }
        return connection
    }

    private func hardened() throws -> Connection {
        let connection = try crafted()
        try connection.harden()
        return connection
    }

    @Test(arguments: [
        ("foreign_keys", 1), ("cell_size_check", 1), ("secure_delete", 1), ("temp_store", 2), ("synchronous", 2),
        ("trusted_schema", 0),
    ])
    func `reports its pragmas as set`(name: String, value: Int) throws {
        #expect(try hardened().pragma(name) == value)
    }

    @Test func `fires no triggers, unlike before`() throws {
        let connection = try crafted()
        func fired() throws -> Int? { try connection.first("SELECT count(*) FROM fired") { try $0.integer(0) } }
        try connection.run("INSERT INTO note VALUES (1, 'a')")
        #expect(try fired() == 1)
        try connection.harden()
        try connection.run("INSERT INTO note VALUES (2, 'b')")
        #expect(try fired() == 1)
    }

    @Test(arguments: [
        "SELECT body FROM peek",
        "SELECT \"double\"",
        "CREATE INDEX quoted ON note(\"absent\")",
        "UPDATE sqlite_schema SET sql = ''",
        "DELETE FROM sqlite_schema",
        "INSERT INTO child VALUES (99)",
        "SELECT load_extension('libc.so.6')",
        "SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5",
        "SELECT zeroblob(67108865)",
    ])
    func `refuses what a crafted file or statement could do before`(sql: String) throws {
        let isRefusedAnyway = sql.contains("sqlite_schema") || sql.contains("load_extension")
        let connection = try crafted()
        if !isRefusedAnyway {
            #expect(sqliteError { try connection.transaction(.reading) { try $0.run(sql) } } == nil)
            try connection.run("DROP INDEX IF EXISTS quoted")
            try connection.run("DELETE FROM child")
        }
        try connection.harden()
        #expect(sqliteError { try connection.run(sql) } != nil)
    }

    @Test func `does not let the schema become writable, unlike before`() throws {
        let connection = try crafted()
        try connection.run("PRAGMA writable_schema = 1")
        try connection.run("UPDATE sqlite_schema SET sql = sql")
        try connection.harden()
        try connection.run("PRAGMA writable_schema = 1")
        #expect(sqliteError { try connection.run("UPDATE sqlite_schema SET sql = sql") } != nil)
    }

    @Test func `does not let the journal be switched off`() throws {
        let connection = try hardened()
        try connection.run("PRAGMA journal_mode = OFF")
        #expect(try connection.first("PRAGMA journal_mode") { try $0.text(0) } != "off")
    }

    @Test func `allows one attached file, as VACUUM needs, and no second one`() throws {
        let connection = try hardened()
        try connection.run("ATTACH ? AS one", .text(folder.path(of: "one")))
        #expect(sqliteError { try connection.run("ATTACH ? AS two", .text(folder.path(of: "two"))) } != nil)
        try connection.run("DETACH one")
        try connection.run("VACUUM INTO ?", .text(folder.path(of: "copy")))
        #expect(content(of: folder.path(of: "copy")).count > 0)
    }

    @Test func `enforces its limits exactly`() throws {
        let connection = try hardened()
        func sum(_ terms: Int) -> String { "SELECT " + (1...terms).map(String.init).joined(separator: "+") }
        #expect(sqliteError { try connection.run(sum(30)) } == nil)
        #expect(sqliteError { try connection.run(sum(40)) } != nil)
        func padded(_ count: Int) -> String { "SELECT 1" + String(repeating: " ", count: count - 8) }
        #expect(sqliteError { try connection.run(padded(65_536)) } == nil)
        #expect(sqliteError { try connection.run(padded(65_537)) } != nil)
        #expect(sqliteError { try connection.run("SELECT ?32") }?.message.hasPrefix("bound") == true)
        #expect(sqliteError { try connection.run("SELECT ?33") }?.message.contains("variable number") == true)
    }

    @Test func `can be hardened twice`() throws {
        let connection = try hardened()
        try connection.harden()
        #expect(try connection.pragma("synchronous") == 2)
    }

    @Test func `keeps write-ahead logging once it is switched on`() throws {
        let connection = try hardened()
        try connection.enableWriteAheadLog()
        try connection.enableWriteAheadLog()
        #expect(try connection.first("PRAGMA journal_mode") { try $0.text(0) } == "wal")
        try connection.run("INSERT INTO note VALUES (1, 'a')")
        #expect(content(of: folder.path(of: "store-wal")).count > 0)
        let other = try connect(folder.path(of: "store"), mode: .existing)
        #expect(try other.first("PRAGMA journal_mode") { try $0.text(0) } == "wal")
    }
}
