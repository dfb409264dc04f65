import Glibc
import Synchronization
import SystemKit
import TestSupport
import Testing

/// One at a time, since the last test counts watches of its folder.
@Suite(.serialized, .timeLimit(.minutes(20))) struct `A watch over a folder`: ~Copyable {
    private let folder: TemporaryFolder
    private var path: String { folder.path(of: "file") }

    init() throws {
        let folder = try TemporaryFolder()
        try plant("before", at: folder.path(of: "file"))
        self.folder = folder
    }

    /// Whether the watch wakes within the test's time limit after the change. Only waking ends the wait.
    private func wakes(
        in watched: String? = nil, for files: Set<String>? = nil, after change: () throws -> Void
    ) async throws -> Bool {
        let (wakings, continuation) = AsyncStream<Void>.makeStream()
        let watch = try FileWatch(folder: watched ?? folder.path, files: files) { continuation.yield() }
        try change()
        for await _ in wakings {
            return withExtendedLifetime(watch) { true }
        }
        return false
    }

    @Test func `wakes on a write into a file`() async throws {
        #expect(try await wakes { try PrivateFile.open(path, writing: true).write([1], at: 0) })
    }

    @Test func `wakes on a new file`() async throws {
        #expect(try await wakes { try PrivateFile.create(folder.path(of: "new")) })
    }

    @Test func `wakes when a file is replaced`() async throws {
        #expect(try await wakes { try PrivateFile.write([1], to: path) })
    }

    @Test func `wakes when a file is removed`() async throws {
        #expect(try await wakes { try PrivateFile.remove(path) })
    }

    @Test func `wakes on the announcement of a write`() async throws {
        #expect(try await wakes { FileWatch.announceWrite(to: path) })
    }

    @Test func `announces a write without changing the file's times`() throws {
        let before = try changed()
        FileWatch.announceWrite(to: path)
        #expect(try changed() == before)
    }

    /// When the file's content and its entry were last changed, in nanoseconds.
    private func changed() throws -> [Int] {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return [status.st_mtim, status.st_ctim].map { $0.tv_sec * 1_000_000_000 + $0.tv_nsec }
    }

    @Test func `wakes when a file that was open for writing is closed`() async throws {
        #expect(try await wakes { _ = try PrivateFile.open(path, writing: true) })
    }

    @Test func `wakes on a write by another program`() async throws {
        let shell = Program(path: "/bin/sh")
        #expect(try await wakes { _ = try shell.run("-c", "echo after >> \(path)") })
    }

    @Test func `wakes for each write after the previous one was reported`() async throws {
        let (wakings, continuation) = AsyncStream<Void>.makeStream()
        let watch = try FileWatch(folder: folder.path) { continuation.yield() }
        var count = 0
        try PrivateFile.open(path, writing: true).write([1], at: 0)
        for await _ in wakings {
            count += 1
            if count == 3 { break }
            try PrivateFile.open(path, writing: true).write([1], at: count)
        }
        withExtendedLifetime(watch) { #expect(count == 3) }
    }

    @Test func `wakes for the files that it is limited to`() async throws {
        #expect(try await wakes(for: ["file"]) { try PrivateFile.write([1], to: path) })
    }

    @Test func `wakes when the folder is removed, even when it is limited to some files`() async throws {
        try PrivateFolder.make(folder.path(of: "inner"))
        #expect(
            try await wakes(in: folder.path(of: "inner"), for: ["file"]) {
                try PrivateFolder.removeIfEmpty(folder.path(of: "inner"))
            })
    }

    @Test func `does not wake for files that it is not limited to`() async throws {
        let sleeping = Atomic(0)
        let (wakings, continuation) = AsyncStream<Void>.makeStream()
        let other = try FileWatch(folder: folder.path, files: ["other"]) { sleeping.add(1, ordering: .relaxed) }
        let watch = try FileWatch(folder: folder.path, files: ["file"]) { continuation.yield() }
        let all = try FileWatch(folder: folder.path) { continuation.yield() }
        for count in 1...20 {
            try PrivateFile.open(path, writing: true).write([1], at: count)
            for await _ in wakings { break }
        }
        withExtendedLifetime((other, watch, all)) { #expect(sleeping.load(ordering: .relaxed) == 0) }
    }

    /// By default, the kernel gives a user 128 instances.
    @Test func `shares one kernel instance with a thousand others`() throws {
        let folders = try (0..<500).map { number in
            try PrivateFolder.make(folder.path(of: "\(number)"))
            return folder.path(of: "\(number)")
        }
        let watches = try (folders + folders).map { try FileWatch(folder: $0, files: ["file"]) {} }
        let instances = descriptors(watching: folders)
        withExtendedLifetime(watches) { #expect(instances.count == 1) }
    }

    @Test func `is an error for a missing folder`() {
        let error = #expect(throws: SystemError.self) { _ = try FileWatch(folder: path + ".absent") {} }
        #expect(error?.isMissing == true)
    }

    /// The queue closes it a moment later; only that ends the wait.
    @Test func `holds no descriptor after its lifetime has ended`() async throws {
        do {
            let watch = try FileWatch(folder: folder.path) {}
            withExtendedLifetime(watch) { #expect(!descriptors(watching: [folder.path]).isEmpty) }
        }
        while !descriptors(watching: [folder.path]).isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// This process's descriptors that watch some of the folders, by their inodes. Other tests may have watches too.
    private func descriptors(watching folders: [String]) -> [String] {
        let inodes = folders.map { folder in
            var status = stat()
            stat(folder, &status)
            return " ino:\(String(status.st_ino, radix: 16)) "
        }
        return names(in: "/proc/self/fdinfo").filter { name in
            let watched = content(of: "/proc/self/fdinfo/\(name)")
            return inodes.contains { watched.contains($0) }
        }
    }

    /// The current content of a kernel file.
    private func content(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
