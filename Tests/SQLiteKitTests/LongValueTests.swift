import SQLiteKit
import TestSupport
import Testing

@Suite struct `A value that is too long`: ~Copyable {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let query = RowQuery(
        [RowQuery.Column("id"), .init("body"), .init("note"), .init("body", as: "substr(body, 1, 1)")],
        "FROM value ORDER BY id LIMIT ?")

    /// Three rows, of which the middle one has a blob of 100,000 bytes.
    private func table() throws -> Connection {
        let connection = try connect(folder.path(of: "store"))
        try connection.harden()
        try connection.run("CREATE TABLE value(id INTEGER PRIMARY KEY, body BLOB, note TEXT) STRICT")
        try connection.run("INSERT INTO value VALUES (1, x'01', 'one'), (2, zeroblob(100000), 'two'), (3, NULL, NULL)")
        return connection
    }

    private func lengths(_ connection: borrowing Connection, _ query: String) throws -> [Int?] {
        try connection.rows(query, 9) { try $0.optionalBlob(1)?.count }
    }

    @Test(arguments: [(99_999, true), (100_000, false)])
    func `fails the statement that reads it, while a value of the permitted length is read`(
        limit: Int, isRefused: Bool
    ) throws {
        let connection = try table()
        let error = sqliteError {
            try connection.reading(valuesUpTo: limit) { _ = try lengths(connection, Self.query.text) }
        }
        #expect(error?.isTooLong == (isRefused ? true : nil))
        // The limit applies only while the body runs.
        #expect(try lengths(connection, Self.query.text) == [1, 100_000, nil])
    }

    @Test func `is read as empty in the same query, and the others are unchanged`() throws {
        let connection = try table()
        // A value of the permitted number of bytes is accepted, whatever its type.
        try connection.run("INSERT INTO value VALUES (4, zeroblob(1000), printf('%.*c', 1000, 'x'))")
        let spared = Self.query.sparing(blobsOver: 1000)
        func read<Value>(_ limit: Int, _ value: (borrowing Row) throws -> Value) throws -> [Value] {
            try connection.reading(valuesUpTo: 1000) { try connection.rows(spared, .integer(limit), read: value) }
        }
        #expect(try read(9) { try $0.optionalBlob(1)?.count } == [1, 0, nil, 1000])
        #expect(try read(2) { try $0.integer(0) } == [1, 2])
        #expect(try read(2) { try $0.blob(3) } == [[1], []])
        #expect(try read(2) { try $0.text(2) } == ["one", "two"])
    }

    @Test func `is refused within a nested body, and the outer body's limit applies again afterwards`() throws {
        let connection = try table()
        try connection.reading(valuesUpTo: 200_000) {
            let error = sqliteError {
                try connection.reading(valuesUpTo: 10) { _ = try lengths(connection, Self.query.text) }
            }
            let afterwards = try lengths(connection, Self.query.text)
            #expect(error?.isTooLong == true)
            #expect(afterwards == [1, 100_000, nil])
        }
    }
}
