import Glibc
import ScenarioSupport
import SystemKit
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

    @Test func `has its name when it is whole, and is closed to others`() throws {
        let file = try NewFile(for: path)
        try file.write([1, 2, 3])
        #expect(!exists(path))
        #expect(mode(of: file.path) == 0o600)
        try file.publish()
        #expect(try PrivateFile.read(path, limit: 3) == [1, 2, 3])
        #expect(mode(of: path) == 0o600)
        #expect(names(in: folder.path) == ["file"])
    }

    @Test func `leaves nothing when it is given up`() throws {
        do {
            let file = try NewFile(for: path)
            try file.write([1])
        }
        #expect(names(in: folder.path) == [])
    }

    @Test func `takes no other's place, not even one that came meanwhile`() throws {
        let file = try NewFile(for: path)
        try plant("other", at: path)
        #expect(refusal(of: file)?.alreadyExists == true)
        #expect(names(in: folder.path) == ["file"])
        #expect { _ = try NewFile(for: path) } throws: { ($0 as? SystemError)?.alreadyExists == true }
        #expect(try PrivateFile.read(path, limit: 9) == Array("other".utf8))
    }

    @Test func `takes a link that leads nowhere for what it is`() throws {
        symlink("/nowhere", path)
        #expect { _ = try NewFile(for: path) } throws: { ($0 as? SystemError)?.alreadyExists == true }
    }

    @Test func `copies the bytes of any file that can be read`() throws {
        let other = folder.path(of: "other")
        try plant(String(repeating: "0123456789", count: 300_000), at: other)
        symlink(other, folder.path(of: "link"))
        let file = try NewFile(for: path)
        try file.copy(from: folder.path(of: "link"))
        try file.publish()
        #expect(try PrivateFile.read(path, limit: 3_000_000) == PrivateFile.read(other, limit: 3_000_000))
    }
}
