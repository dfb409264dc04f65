import TestSupport
import Testing

@Suite struct `What is stored on the disk` {
    private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
        let needle = Array(text.utf8)
        return bytes.indices.contains { index in
            bytes[index] == needle[0] && bytes[index...].starts(with: needle)
        }
    }

    @Test(.aboutFiles) func `contains nothing of a person in plain text`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("edit", "--username", "canary-username", "--season", "autumn")
        _ = try home.run("edit", "--no-commit", "--username", "canary-draft")
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        // While a process waits for input with the store open, SQLite's files stay beside it.
        let reader = try home.program.start("hike", "import", "-", input: nil)
        try waitUntil { exists(home.path(of: "test.profile-wal")) }
        _ = try home.run("edit", "--season", "spring")
        _ = try home.run("edit", "--season", "autumn")
        let stored = home.storeBytes
        #expect(stored.count > 32_768)
        for text in ["canary", "autumn", "Quillwater", "Gullwing", "739158", "2026-05-30"] {
            #expect(!Self.contains(text, in: stored), "\(text)")
        }
        // Text that has to be there is found, which shows that the search works.
        #expect(Self.contains("main", in: stored))
        reader.kill()
        _ = try reader.wait()
    }

    @Test func `contains no name of a hike, and errors don't either`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = "\(packageFolder)/Data/hikeData.json"
        _ = try home.run("hike", "import", file)
        let changed = try home.write(
            "[{\"id\":2001,\"name\":\"canary\",\"distance\":1,\"difficulty\":1,\"observations\":[]}]",
            to: "changed.json")
        let refused = try home.run("hike", "import", changed)
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("2001"))
        #expect(!refused.errors.contains("canary") && !refused.errors.contains("Quillwater"))
    }
}
