import Glibc
import SystemKit
import TestSupport
import Testing

@Suite(
    .reliability(
        "R17", "an unsafe file in place of ours is refused, and nothing is written through it",
        figure: "symbolic and hard links, a pipe, a folder, another owner")
) struct `A file in place of a private one`: ~Copyable {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "file")
    }

    /// The reasons with which everything that opens or examines the file refuses it.
    private func reasons() -> Set<String> {
        var reasons: Set<String> = []
        func note(_ body: () throws -> Void) {
            do {
                try body()
                reasons.insert("accepted")
            } catch let error as UnsafeFile {
                reasons.insert(error.path == path ? "\(error.problem)" : "another path: \(error)")
            } catch {
                reasons.insert("\(error)")
            }
        }
        note { _ = try PrivateFile.open(path).read(1, at: 0) }
        note { _ = try PrivateFile.open(path, writing: true).read(1, at: 0) }
        note { _ = try PrivateFile.read(path, limit: 100) }
        note { try PrivateFile.checkIfPresent(path) }
        return reasons
    }

    @Test func `is accepted as a regular file of this user`() throws {
        try plant("ours", at: path)
        #expect(reasons() == ["accepted"])
        #expect(try PrivateFile.checkIfPresent(path) == true)
    }

    @Test func `is refused as a symbolic link, dangling or not`() throws {
        #expect(symlink(folder.path(of: "target"), path) == 0)
        #expect(reasons() == ["symbolicLink"])
        try plant("ours", at: folder.path(of: "target"))
        #expect(reasons() == ["symbolicLink"])
    }

    @Test func `is refused with a second name until that is removed`() throws {
        try plant("ours", at: path)
        #expect(link(path, folder.path(of: "second")) == 0)
        #expect(reasons() == ["hardLink"])
        #expect(unlink(folder.path(of: "second")) == 0)
        #expect(reasons() == ["accepted"])
    }

    @Test(.timeLimit(.minutes(ReliabilityFigure.minutes)))
    func `is refused at once as a pipe, though nobody writes to it`() {
        #expect(mkfifo(path, 0o600) == 0)
        #expect(reasons() == ["notFile"])
    }

    @Test func `is refused as a folder`() {
        #expect(mkdir(path, 0o700) == 0)
        // The system itself refuses to open a folder for writing.
        #expect(reasons() == ["notFile", "open \(path): Is a directory"])
    }

    @Test(.enabled(if: geteuid() == 0, "giving a file away takes root"))
    func `is refused as another user's file`() throws {
        try plant("theirs", at: path)
        #expect(chown(path, 65_534, 65_534) == 0)
        #expect(reasons() == ["foreign"])
    }

    @Test func `is distinguished from a missing file`() throws {
        #expect(try PrivateFile.checkIfPresent(path) == false)
        let error = #expect(throws: SystemError.self) { try PrivateFile.read(path, limit: 1) }
        #expect(error?.isMissing == true)
        #expect(error?.path == path)
    }
}
