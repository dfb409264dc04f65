import Glibc
import TestSupport
import Testing

@Suite struct `A temporary folder` {
    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    @Test func `exists until the end of its scope, and is then removed with its content`() throws {
        let path: String
        do {
            let folder = try TemporaryFolder()
            path = folder.path
            let command = "cd \(path) && mkdir -p a/b && touch .c a/b/d && chmod 0 a/b && chmod 500 a"
            #expect(try shell.run("-c", command).exitCode == 0)
            #expect(exists(path))
        }
        #expect(!exists(path))
    }

    @Test func `is removed without following links in it`() throws {
        let outside = try TemporaryFolder()
        do {
            let folder = try TemporaryFolder()
            let file = outside.path(of: "kept")
            let command = "touch \(file) && ln -s \(outside.path) \(folder.path(of: "link"))"
            #expect(try shell.run("-c", command).exitCode == 0)
        }
        #expect(exists(outside.path(of: "kept")))
    }

    @Test func `can be entered only by its owner`() throws {
        let folder = try TemporaryFolder()
        let finished = try Program(path: "/usr/bin/stat").run("-c", "%a", folder.path)
        #expect(finished.output == "700\n")
    }
}
