import SQLiteKit
import TestSupport
import Testing

@Suite struct `Deleted content` {
    private static let marker = Array("canary: this may not stay in any page".utf8)
    /// Longer than a page, so that it also uses overflow pages.
    private static let long = marker + [UInt8](repeating: 0x20, count: 9000) + marker

    /// Whether the marker is in the file or its log, before and after the row is deleted.
    private func marks(
        _ row: [UInt8], preparing: (borrowing Connection) throws -> Void
    ) throws -> (before: Bool, after: Bool) {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "store")
        let connection = try connect(path)
        try preparing(connection)
        try connection.enableWriteAheadLog()
        try connection.run("CREATE TABLE note(id INTEGER PRIMARY KEY, body BLOB) STRICT")
        for id in 1...50 { try connection.run("INSERT INTO note VALUES (?, ?)", .integer(id), .blob([1, 2, 3])) }
        try connection.run("UPDATE note SET body = ? WHERE id = 25", .blob(row))
        func isMarked() throws -> Bool {
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)"
            #expect(try connection.first(checkpoint) { try $0.integer(0) } == 0, "the checkpoint was busy")
            return content(of: path).contains(Self.marker) || content(of: path + "-wal").contains(Self.marker)
        }
        let before = try isMarked()
        try connection.run("DELETE FROM note WHERE id = 25")
        return (before, try isMarked())
    }

    @Test(arguments: [marker, long])
    func `is overwritten in the file once the log is checkpointed`(row: [UInt8]) throws {
        let marks = try marks(row) { try $0.harden() }
        #expect(marks.before)
        #expect(!marks.after)
    }

    @Test(arguments: [marker, long])
    func `is found by the same search when a connection overwrites nothing`(row: [UInt8]) throws {
        let marks = try marks(row) { try $0.run("PRAGMA secure_delete = 0") }
        #expect(marks.before && marks.after)
    }
}
