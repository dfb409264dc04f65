import Glibc
import SystemKit
import TestSupport
import Testing

@Suite struct `A new file`: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "file")
    }

    private func refusal(of file: consuming NewFile) -> SystemError? {
        do throws(SystemError) {
            try file.publish()
            return nil
        } catch {
            return error
        }
    }

    @Test func `gets its name when it is complete, and is closed to other users`() throws {
        let file = try NewFile(for: path)
        try file.write([1, 2, 3])
        #expect(!exists(path))
        #expect(mode(of: file.path) == 0o600)
        try file.publish()
        #expect(try PrivateFile.read(path, limit: 3) == [1, 2, 3])
        #expect(mode(of: path) == 0o600)
        #expect(names(in: folder.path) == ["file"])
    }

    @Test func `leaves nothing when it is abandoned`() throws {
        do {
            let file = try NewFile(for: path)
            try file.write([1])
        }
        #expect(names(in: folder.path) == [])
    }

    @Test func `replaces no other file, not even one that was created meanwhile`() throws {
        let file = try NewFile(for: path)
        try plant("other", at: path)
        #expect(refusal(of: file)?.alreadyExists == true)
        #expect(names(in: folder.path) == ["file"])
        #expect { _ = try NewFile(for: path) } throws: { ($0 as? SystemError)?.alreadyExists == true }
        #expect(try PrivateFile.read(path, limit: 9) == Array("other".utf8))
    }

    @Test func `is removed by the next one in the folder if its process was killed, and no other file is`() throws {
        let abandoned = try NewFile(for: path).path
        for suffix in ["", "-wal", "-shm"] { try plant("half", at: abandoned + suffix) }
        let others = ["a.tmp", "a.unnamed.tmp", "a.0123456789abc.tmp", "a.0123456789AB-.unnamed.tmp"]
        for name in others { try plant("another program's", at: folder.path(of: name)) }
        let live = try NewFile(for: folder.path(of: "live"))
        #expect(names(in: folder.path).count == others.count + 1)
        let next = try NewFile(for: path)
        #expect(names(in: folder.path).count == others.count + 2, "the live one stays")
        try live.publish()
        try next.publish()
        #expect(Set(names(in: folder.path)) == Set(others + ["file", "live"]))
    }

    @Test func `removes what SQLite left beside one that is gone, and nothing beside any other file`() throws {
        let live = try NewFile(for: folder.path(of: "live"))
        let other = folder.path(of: "a.0123456789abc.unnamed.tmp")
        symlink("/nowhere", other)
        for path in [live.path, other, folder.path(of: "store"), folder.path(of: "a.unnamed.tmp")] {
            for suffix in ["-journal", "-wal", "-shm", "-old"] { try plant("in use", at: path + suffix) }
        }
        let kept = names(in: folder.path)
        let gone = try NewFile(for: path).path
        #expect(!exists(gone))
        for suffix in ["-journal", "-wal", "-shm"] { try plant("half", at: gone + suffix) }
        let next = try NewFile(for: path)
        try next.publish()
        #expect(names(in: folder.path) == (kept + ["file"]).sorted())
        try live.publish()
    }

    @Test func `treats a dangling link as an existing file`() throws {
        symlink("/nowhere", path)
        #expect { _ = try NewFile(for: path) } throws: { ($0 as? SystemError)?.alreadyExists == true }
    }

    @Test func `copies the bytes of any readable file`() throws {
        let other = folder.path(of: "other")
        try plant(String(repeating: "0123456789", count: 300_000), at: other)
        symlink(other, folder.path(of: "link"))
        let file = try NewFile(for: path)
        try file.copy(from: folder.path(of: "link"))
        try file.publish()
        #expect(try PrivateFile.read(path, limit: 3_000_000) == PrivateFile.read(other, limit: 3_000_000))
    }
}
