internal import CPostgres

/// The answer to one statement: its rows, and the number of rows it changed.
@safe public final class PostgresRows {
    private let result: OpaquePointer
    private let library: profile_pq
    private let sql: String
    public let count: Int
    private let columns: Int

    /// Takes ownership of the result.
    init(_ result: OpaquePointer, of sql: String, _ library: ClientLibrary) {
        unsafe self.result = unsafe result
        self.library = library.functions
        self.sql = sql
        count = unsafe Int(library.functions.ntuples(result))
        columns = unsafe Int(library.functions.nfields(result))
    }

    deinit { unsafe library.clear(result) }

    /// The number of rows that the statement changed.
    public var changes: Int {
        guard let text = unsafe library.cmdTuples(result) else { return 0 }
        return unsafe Int(String(cString: text)) ?? 0
    }

    public var isEmpty: Bool { count == 0 }

    public func isNull(_ row: Int, _ column: Int) throws(PostgresError) -> Bool {
        try require(row < count && column < columns, "lacks column \(column)")
        return unsafe library.getisnull(result, Int32(row), Int32(column)) != 0
    }

    public func integer(_ row: Int, _ column: Int) throws(PostgresError) -> Int {
        let bytes = unsafe try value(row, column, "an integer") { TypeNumber.integers[$0] == $1 }
        // Sign-extended from the first byte, whatever the width.
        var number = unsafe Int(Int8(bitPattern: bytes[0]))
        for index in 1..<bytes.count { unsafe number = number << 8 | Int(bytes[index]) }
        return number
    }

    public func boolean(_ row: Int, _ column: Int) throws(PostgresError) -> Bool {
        unsafe try value(row, column, "a boolean") { $0 == TypeNumber.boolean && $1 == 1 }[0] != 0
    }

    public func bytes(_ row: Int, _ column: Int) throws(PostgresError) -> [UInt8] {
        unsafe Array(try value(row, column, "bytes") { type, _ in type == TypeNumber.bytes })
    }

    public func optionalBytes(_ row: Int, _ column: Int) throws(PostgresError) -> [UInt8]? {
        try isNull(row, column) ? nil : try bytes(row, column)
    }

    public func text(_ row: Int, _ column: Int) throws(PostgresError) -> String {
        let bytes = unsafe try value(row, column, "a text") { type, _ in TypeNumber.textLike.contains(type) }
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw PostgresError(.unexpectedAnswer, "the server's text is not UTF-8", sql: sql)
        }
        return text
    }

    /// The maximum length of a value accepted from a server, in bytes.
    public static let longest = 256 << 20

    private func value(
        _ row: Int, _ column: Int, _ kind: String, _ fits: (UInt32, Int) -> Bool
    ) throws(PostgresError) -> UnsafeBufferPointer<UInt8> {
        try require(!isNull(row, column), "has NULL instead of \(kind) in column \(column)")
        let length = unsafe Int(library.getlength(result, Int32(row), Int32(column)))
        let type = unsafe library.ftype(result, Int32(column))
        try require(
            unsafe library.fformat(result, Int32(column)) == 1 && fits(type, length),
            "has something other than \(kind) in column \(column)")
        try require(length <= Self.longest, "has a value of \(length) bytes in column \(column)")
        guard let start = unsafe library.getvalue(result, Int32(row), Int32(column)), length >= 0 else {
            throw PostgresError(.unexpectedAnswer, "the server's answer has no value", sql: sql)
        }
        return unsafe UnsafeBufferPointer(
            start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: length)
    }

    private func require(_ holds: Bool, _ problem: String) throws(PostgresError) {
        guard holds else { throw PostgresError(.unexpectedAnswer, "the server's answer \(problem)", sql: sql) }
    }
}
