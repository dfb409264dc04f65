import Glibc
import SystemKit
import TestSupport
import Testing

@Suite struct `A file that this process has locked`: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "database")
    }

    private func locked() throws -> LockedFile {
        try PrivateFile.create(path)
        return LockedFile(try #require(PrivateFile.identity(of: path)))
    }

    @Test func `is known by each of its names, until the last holder is gone`() throws {
        var holders = [try locked(), try locked()]
        let (link, second) = (folder.path(of: "link"), folder.path(of: "second"))
        #expect(symlink(path, link) == 0 && Glibc.link(path, second) == 0)
        while !holders.isEmpty {
            for name in [path, link, second] { #expect(LockedFile.isLocked(name), "\(name), \(holders.count)") }
            holders.removeLast()
        }
        #expect(!LockedFile.isLocked(path))
    }

    @Test func `isn't another one of the same name, nor a missing one`() throws {
        let holder = try locked()
        withExtendedLifetime(holder) {
            #expect(!LockedFile.isLocked(folder.path(of: "missing")))
            #expect(rename(path, path + ".old") == 0)
            #expect(!LockedFile.isLocked(path))
            #expect(LockedFile.isLocked(path + ".old"))
        }
    }

    @Test func `isn't copied`() throws {
        let copy = try NewFile(for: folder.path(of: "copy"))
        do {
            let holder = try locked()
            defer { withExtendedLifetime(holder) {} }
            #expect(throws: UnsafeFile.self) { try copy.copy(from: path) }
        }
        #expect(throws: Never.self) { try copy.copy(from: path) }
    }
}
