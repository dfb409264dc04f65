import Dispatch
import Glibc
import Synchronization
import SystemKit
import TestSupport
import Testing

@Suite struct `A private file`: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "file")
    }

    @Test(arguments: [0, 1, 511, 70_000]) func `is read back as it was written`(count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try PrivateFile.write(content, to: path)
        #expect(try PrivateFile.read(path, limit: count) == content)
        #expect(names(in: folder.path) == ["file"], "a draft was left behind")
    }

    /// A clock that was wrong, or a copy that didn't keep times, may have written any time that the file system knows: ext4
    /// ends in 2446.
    @Test(arguments: [-9_999_999_999, -1, 0, 9_999_999_999])
    func `has a later time of writing after each mark, whatever its time was`(seconds: Int) throws {
        try PrivateFile.write([1], to: path)
        let times = [timespec(tv_sec: seconds, tv_nsec: 999_999_999), timespec(tv_sec: seconds, tv_nsec: 999_999_999)]
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        var last = try #require(PrivateFile.timeOfWriting(of: path))
        for _ in 1...3 {
            try PrivateFile.advanceTimeOfWriting(of: path)
            let next = try #require(PrivateFile.timeOfWriting(of: path))
            #expect(next > last)
            last = next
        }
    }

    @Test func `is closed to other users under every umask`() throws {
        let before = umask(0)
        defer { umask(before) }
        for mask in [0, 0o022, 0o077] as [mode_t] {
            umask(mask)
            try PrivateFile.write([1], to: path)
            #expect(mode(of: path) == 0o600)
            let created = folder.path(of: "created-\(mask)")
            try PrivateFile.create(created)
            #expect(mode(of: created) == 0o600)
        }
    }

    @Test func `is replaced on writing, while a reader can continue to read the old one`() throws {
        try PrivateFile.write(Array("old".utf8), to: path)
        let reader = try PrivateFile.open(path)
        let before = inode(of: path)
        try PrivateFile.write(Array("newer".utf8), to: path)
        #expect(inode(of: path) != before)
        #expect(try reader.read(9, at: 0) == Array("old".utf8))
        #expect(try PrivateFile.read(path, limit: 9) == Array("newer".utf8))
    }

    @Test func `replaces a link on writing, without changing the link's target`() throws {
        let outside = try TemporaryFolder()
        let target = outside.path(of: "target")
        try plant("theirs", at: target)
        #expect(symlink(target, path) == 0)
        // The temporary file's name may be planted as well.
        #expect(symlink(target, path + ".tmp") == 0)
        try PrivateFile.write(Array("ours".utf8), to: path)
        #expect(try PrivateFile.read(path, limit: 9) == Array("ours".utf8))
        #expect(try PrivateFile.read(target, limit: 9) == Array("theirs".utf8))
        #expect(names(in: folder.path) == ["file"])
    }

    @Test func `is written even when a crash left a temporary file behind`() throws {
        try plant("half of a dra", at: path + ".tmp")
        try PrivateFile.write(Array("whole".utf8), to: path)
        #expect(try PrivateFile.read(path, limit: 9) == Array("whole".utf8))
        #expect(names(in: folder.path) == ["file"])
    }

    @Test func `is not written over a folder, and leaves nothing behind`() throws {
        #expect(mkdir(path, 0o700) == 0)
        #expect(throws: SystemError.self) { try PrivateFile.write(Array("secret".utf8), to: path) }
        #expect(names(in: folder.path) == ["file"])
    }

    @Test func `reports a missing folder on writing`() throws {
        let error = #expect(throws: SystemError.self) { try PrivateFile.write([1], to: "\(path)/in") }
        #expect(error?.isMissing == true)
    }

    @Test func `is refused above its length limit, but not at the limit`() throws {
        try PrivateFile.write([1, 2, 3, 4], to: path)
        #expect(try PrivateFile.read(path, limit: 4).count == 4)
        #expect(throws: UnsafeFile.self) { try PrivateFile.read(path, limit: 3) }
        #expect(throws: UnsafeFile.self) { try PrivateFile.read(path, limit: 0) }
    }

    @Test func `is not changed by creating it again`() throws {
        try PrivateFile.write([1, 2, 3], to: path)
        try PrivateFile.create(path)
        #expect(try PrivateFile.read(path, limit: 9) == [1, 2, 3])
    }

    @Test func `is replaced by any number of writers at once, whole each time`() async throws {
        let path = path
        let lengths = 1...8
        try await withThrowingTaskGroup(of: Void.self) { group in
            for length in lengths {
                group.addTask {
                    for _ in 1...2000 {
                        try PrivateFile.replace(path, with: [UInt8](repeating: UInt8(length), count: length).span)
                        let content = try PrivateFile.read(path, limit: lengths.upperBound)
                        #expect(lengths.contains(content.count) && content.allSatisfy { Int($0) == content.count })
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(names(in: folder.path) == ["file"])
        #expect(mode(of: path) == 0o600)
    }

    @Test func `is there or isn't while another thread removes it, and never has a second name`() throws {
        let path = path
        let errors = Mutex([String]())
        let isDone = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            do {
                if number == 1 {
                    while !isDone.load(ordering: .relaxed) { try PrivateFile.checkIfPresent(path) }
                } else {
                    defer { isDone.store(true, ordering: .relaxed) }
                    for _ in 0..<10_000 {
                        try PrivateFile.create(path)
                        try PrivateFile.remove(path)
                    }
                }
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        #expect(errors.withLock { $0 }.isEmpty)
    }

    @Test func `is removed once, and removing it again is no error`() throws {
        try PrivateFile.write([1], to: path)
        try PrivateFile.remove(path)
        #expect(!exists(path))
        try PrivateFile.remove(path)
        #expect(mkdir(path, 0o700) == 0)
        #expect(throws: SystemError.self) { try PrivateFile.remove(path) }
    }
}
