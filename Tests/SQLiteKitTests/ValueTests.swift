import SQLiteKit
import TestSupport
import Testing

@Suite struct `A value`: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A table with a row of each type, whose types SQLite keeps.
    private func table() throws -> Connection {
        let connection = try connect(folder.path(of: "store"))
        try connection.run("CREATE TABLE value(id INTEGER PRIMARY KEY, any ANY) STRICT")
        return connection
    }

    private func roundTrip<Value>(
        _ value: SQLiteValue, read: (borrowing Row) throws -> Value
    ) throws -> (Value?, type: String?, bytes: Int?) {
        let connection = try table()
        try connection.run("INSERT INTO value(any) VALUES (?)", value)
        return (
            try connection.first("SELECT any FROM value", read: read),
            try connection.first("SELECT typeof(any) FROM value") { try $0.text(0) },
            try connection.first("SELECT ifnull(length(CAST(any AS BLOB)), -1) FROM value") { try $0.integer(0) }
        )
    }

    @Test(arguments: [0, 1, -1, 1 << 31, 1 << 32, 1 << 53 + 1, .max, .min])
    func `is read back with all 64 bits of an integer`(number: Int) throws {
        let back = try roundTrip(.integer(number)) { try $0.integer(0) }
        #expect(back.0 == number)
        #expect(back.type == "integer")
    }

    @Test(arguments: ["", "a", "a\0b", "\0", "\0\0", "päss 🥾", "e\u{301}", "'; DROP TABLE value; --"])
    func `is read back byte for byte as text, also empty or with NUL`(text: String) throws {
        let back = try roundTrip(.text(text)) { try Array($0.text(0).utf8) }
        #expect(back.0 == Array(text.utf8))
        #expect(back.type == "text")
        #expect(back.bytes == text.utf8.count)
    }

    @Test(arguments: [0, 1, 255, 4096, 100_000])
    func `is read back as a blob, and an empty blob is not NULL`(count: Int) throws {
        let blob = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let back = try roundTrip(.blob(blob)) { try $0.blob(0) }
        #expect(back.0 == blob)
        #expect(back.type == "blob")
        #expect(back.bytes == count)
    }

    @Test func `distinguishes NULL from an empty text, an empty blob and zero`() throws {
        #expect(try roundTrip(.null) { $0.isNull(0) }.0 == true)
        let connection = try connect(folder.path(of: "store"))
        try connection.run("DELETE FROM value")
        try connection.run("INSERT INTO value(any) VALUES (?), (?), (?)", "", .blob([]), 0)
        #expect(try connection.rows("SELECT any FROM value") { $0.isNull(0) } == [false, false, false])
    }

    @Test func `can be written as a literal`() {
        #expect(([7, "seven", nil] as [SQLiteValue]) == [.integer(7), .text("seven"), .null])
    }

    /// Each value is stored as one type and read as another one that SQLite would convert it to.
    @Test(arguments: ["NULL", "7", "'7'", "x'37'", "7.0"])
    func `of another type is an error, never converted`(literal: String) throws {
        let connection = try table()
        try connection.run("INSERT INTO value(any) VALUES (\(literal))")
        func refused(_ read: (borrowing Row) throws -> Void) -> Bool {
            sqliteError { _ = try connection.first("SELECT any FROM value", read: read) }?.isDamage == true
        }
        #expect(refused { _ = try $0.integer(0) } == (literal != "7"))
        #expect(refused { _ = try $0.text(0) } == (literal != "'7'"))
        #expect(refused { _ = try $0.blob(0) } == (literal != "x'37'"))
    }

    @Test(arguments: ["FF", "C0AF", "EDA080", "F5808080", "61E282"])
    func `is damage when its text is not UTF-8`(hexadecimal: String) throws {
        let connection = try table()
        try connection.run("INSERT INTO value(any) VALUES (CAST(x'\(hexadecimal)' AS TEXT))")
        let error = sqliteError { _ = try connection.first("SELECT any FROM value") { try $0.text(0) } }
        #expect(error?.isDamage == true)
    }

    @Test(arguments: [1, 2, 1000, -1] as [Int32])
    func `is an error in a column that doesn't exist`(column: Int32) throws {
        let connection = try table()
        #expect(sqliteError { _ = try connection.first("SELECT 7") { try $0.integer(column) } } != nil)
    }
}
