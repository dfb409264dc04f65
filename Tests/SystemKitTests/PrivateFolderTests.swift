import Glibc
import SystemKit
import TestSupport
import Testing

@Suite struct `A private folder`: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "a")
    }

    @Test func `is made with its parents, all closed to other users`() throws {
        try PrivateFolder.make("\(path)/b/c")
        for made in [path, "\(path)/b", "\(path)/b/c"] { #expect(mode(of: made) == 0o700) }
        #expect(PrivateFolder.isClosedToOthers("\(path)/b/c"))
        try PrivateFolder.make("\(path)/b/c")
    }

    @Test func `is refused for a file at its path or above it`() throws {
        try plant("in the way", at: path)
        #expect(throws: UnsafeFile.self) { try PrivateFolder.make(path) }
        #expect(throws: (any Error).self) { try PrivateFolder.make("\(path)/b") }
        #expect(throws: (any Error).self) { try PrivateFolder.make("\(path)/b/c") }
    }

    @Test func `is refused with a name that is too long, even when its parents are made`() {
        let long = "\(path)/b/" + String(repeating: "c", count: 300)
        #expect(throws: SystemError.self) { try PrivateFolder.make(long) }
        #expect(exists("\(path)/b"))
    }

    @Test func `is refused for a link at its path`() throws {
        #expect(mkdir(folder.path(of: "real"), 0o700) == 0)
        #expect(symlink(folder.path(of: "real"), path) == 0)
        #expect(throws: UnsafeFile.self) { try PrivateFolder.make(path) }
    }

    @Test(.enabled(if: geteuid() == 0, "giving a folder away takes root"))
    func `is refused for another user's folder`() throws {
        #expect(mkdir(path, 0o700) == 0)
        #expect(chown(path, 65_534, 65_534) == 0)
        #expect(!PrivateFolder.isClosedToOthers(path))
        #expect(throws: UnsafeFile.self) { _ = try PrivateFolder.open(path).read(0, at: 0) }
        #expect(throws: UnsafeFile.self) { try PrivateFolder.make(path) }
    }

    @Test(arguments: [0o700: false, 0o755: false, 0o1777: false, 0o775: true, 0o757: true, 0o777: true])
    func `is exposed where others may write, unless only to files of their own`(mode: Int, isExposed: Bool) {
        #expect(mkdir(path, 0o700) == 0 && chmod(path, mode_t(mode)) == 0)
        let exposure = PrivateFolder.exposure(of: path)
        #expect(exposure?.problem == (isExposed ? .writableByOthers : nil))
        #expect(PrivateFolder.exposure(of: "\(path)/missing") == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "giving a folder away takes root"))
    func `is exposed if it is another user's, but not if it is root's`() {
        #expect(mkdir(path, 0o700) == 0)
        #expect(PrivateFolder.exposure(of: path) == nil)
        #expect(chown(path, 65_534, 65_534) == 0)
        #expect(PrivateFolder.exposure(of: path)?.problem == .foreign)
    }

    @Test(arguments: [0o700: true, 0o500: true, 0o701: false, 0o710: false, 0o740: false, 0o755: false, 0o777: false])
    func `counts as closed when no other user has any right`(mode: Int, isClosed: Bool) {
        #expect(mkdir(path, 0o700) == 0 && chmod(path, mode_t(mode)) == 0)
        #expect(PrivateFolder.isClosedToOthers(path) == isClosed)
    }

    @Test func `does not count as closed for a file or a missing item`() throws {
        #expect(!PrivateFolder.isClosedToOthers(path))
        try plant("", at: path)
        #expect(chmod(path, 0o600) == 0)
        #expect(!PrivateFolder.isClosedToOthers(path))
    }

    @Test func `is removed only when it is empty`() throws {
        try PrivateFolder.make("\(path)/b")
        try PrivateFolder.removeIfEmpty(path)
        #expect(exists("\(path)/b"))
        try PrivateFolder.removeIfEmpty("\(path)/b")
        try PrivateFolder.removeIfEmpty(path)
        #expect(!exists(path))
        try PrivateFolder.removeIfEmpty(path)
        try plant("", at: path)
        #expect(throws: SystemError.self) { try PrivateFolder.removeIfEmpty(path) }
    }

    @Test func `is opened only when it is a folder`() throws {
        try plant("", at: path)
        #expect(throws: SystemError.self) { _ = try PrivateFolder.open(path).read(0, at: 0) }
        #expect(throws: SystemError.self) { try PrivateFolder.sync(path) }
        try PrivateFolder.sync(folder.path)
    }

    @Test(arguments: [
        "/a/b": "/a", "/a": "/", "a/b": "a", "a": ".", "": ".", "/": "/", "./a": ".", "/a/b/c": "/a/b",
    ])
    func `is found above a path as the part before its last slash`(path: String, parent: String) {
        #expect(PrivateFolder.parent(of: path) == parent)
    }

    @Test func `has links above it resolved, but not its own name`() throws {
        #expect(mkdir(folder.path(of: "real"), 0o700) == 0)
        #expect(symlink("real", path) == 0)
        #expect(symlink("absent", folder.path(of: "real/link")) == 0)
        let real = folder.path(of: "real")
        #expect(try PrivateFolder.resolvingParent(of: "\(path)/store") == "\(real)/store")
        #expect(try PrivateFolder.resolvingParent(of: "\(path)/../a/./link") == "\(real)/link")
        #expect(try PrivateFolder.resolvingParent(of: path) == path)
        #expect(try PrivateFolder.resolvingParent(of: "/store") == "/store")
        #expect(try PrivateFolder.resolvingParent(of: "store").hasPrefix("/"))
        let error = #expect(throws: SystemError.self) { try PrivateFolder.resolvingParent(of: "\(path)/no/store") }
        #expect(error?.isMissing == true)
    }
}
