import Glibc
import SQLiteKit
import TestSupport
import Testing

@Suite struct `Opening a file` {
    @Test func `is refused for a missing file that must exist, and makes none`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "missing")
        let error = sqliteError { _ = try connect(path, mode: .existing).changes }
        #expect(error?.cannotOpen == true)
        #expect(access(path, F_OK) != 0)
    }

    @Test func `makes a file that may be missing, and finds it again`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "new")
        try connect(path).run("CREATE TABLE note(body TEXT) STRICT")
        try connect(path, mode: .existing).run("INSERT INTO note VALUES ('kept')")
        #expect(try connect(path, mode: .existing).rows("SELECT body FROM note") { try $0.text(0) } == ["kept"])
    }

    @Test(arguments: ["", "note", "./note", "file:note", "file:/tmp/note?mode=memory", ":memory:"])
    func `is refused for a path that is not absolute`(path: String) {
        for mode in [Connection.Mode.existing, .create] {
            #expect(sqliteError { _ = try connect(path, mode: mode).changes }?.cannotOpen == true)
        }
    }

    @Test func `treats a name that looks like a URI as a name`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "file:note?mode=memory")
        try connect(path).run("CREATE TABLE note(body TEXT) STRICT")
        #expect(content(of: path).starts(with: Array("SQLite format 3\0".utf8)))
    }

    @Test func `is refused for a symbolic link, dangling or not`() throws {
        let folder = try TemporaryFolder()
        let (file, link) = (folder.path(of: "file"), folder.path(of: "link"))
        #expect(symlink(file, link) == 0)
        #expect(sqliteError { _ = try connect(link).changes }?.cannotOpen == true)
        #expect(access(file, F_OK) != 0, "the link was followed")

        try connect(file).run("CREATE TABLE note(body TEXT) STRICT")
        for mode in [Connection.Mode.existing, .create] {
            #expect(sqliteError { _ = try connect(link, mode: mode).changes }?.cannotOpen == true)
        }
    }

    @Test func `is refused for a folder`() throws {
        let folder = try TemporaryFolder()
        #expect(sqliteError { _ = try connect(folder.path).changes }?.cannotOpen == true)
    }

    @Test func `leaves no lock once the connection's lifetime has ended`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "store")
        do {
            let writer = try connect(path)
            try writer.run("CREATE TABLE note(body TEXT) STRICT")
            try writer.run("BEGIN EXCLUSIVE")
            try writer.run("INSERT INTO note VALUES ('lost')")
        }
        #expect(try connect(path).rows("SELECT body FROM note") { try $0.text(0) } == [])
    }
}
