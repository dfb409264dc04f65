import Glibc
import SystemKit
import TestSupport
import Testing

/// One at a time, since the changes to report are kept for the whole process.
@Suite(.serialized) struct `A file that is open to other users`: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "file")
        try plant("content", at: path)
        self.folder = folder
        self.path = path
    }

    @Test(arguments: [0o644, 0o660, 0o604, 0o777] as [mode_t])
    func `is closed to them when it is opened, and keeps its content`(open: mode_t) throws {
        try #require(chmod(path, open) == 0)
        #expect(try PrivateFile.read(path, limit: 100) == Array("content".utf8))
        #expect(mode(of: path) == Int(open & 0o700))
    }

    @Test(arguments: [0o755, 0o710] as [mode_t]) func `is closed to them when it is a folder`(open: mode_t) throws {
        try #require(chmod(folder.path, open) == 0)
        _ = try PrivateFolder.open(folder.path)
        #expect(mode(of: folder.path) == 0o700)
        try #require(chmod(folder.path, open) == 0)
        try PrivateFolder.make(folder.path)
        #expect(mode(of: folder.path) == 0o700)
    }

    @Test func `is reported once, with its path and its old permissions`() throws {
        try #require(chmod(path, 0o644) == 0)
        try TightenedPermissions.removeOthersAccess(path)
        let change = TightenedPermissions(path: path, mode: 0o644)
        #expect(TightenedPermissions.takeAll().contains(change))
        #expect(!TightenedPermissions.takeAll().contains(change))
    }

    @Test func `is reported once together with the files that belong to it`() throws {
        let log = path + "-log"
        try plant("more", at: log)
        for path in [path, log] { try #require(chmod(path, 0o644) == 0) }
        try TightenedPermissions.removeOthersAccess(path, companions: ["-log", "-none"])
        #expect(mode(of: path) == 0o600 && mode(of: log) == 0o600)
        let mine = TightenedPermissions.takeAll().filter { $0.path.hasPrefix(path) }
        #expect(mine.map(\.path) == [path])
        try #require(chmod(log, 0o640) == 0)
        try TightenedPermissions.removeOthersAccess(path, companions: ["-log"])
        #expect(TightenedPermissions.takeAll().filter { $0.path.hasPrefix(path) }.map(\.path) == [log])
    }

    @Test func `is not changed when it is a link`() throws {
        let link = folder.path(of: "link")
        try #require(symlink(path, link) == 0)
        try #require(chmod(path, 0o644) == 0)
        try TightenedPermissions.removeOthersAccess(link)
        #expect(mode(of: path) == 0o644)
    }
}
