import ScenarioSupport
import Testing

@Suite struct `What lies on the disk` {
    private static func contains(_ text: String, in bytes: [UInt8]) -> Bool {
        let needle = Array(text.utf8)
        return bytes.indices.contains { index in
            bytes[index] == needle[0] && bytes[index...].starts(with: needle)
        }
    }

    @Test(.aboutFiles) func `has nothing of a person in the open`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("edit", "--username", "canary-username", "--season", "autumn")
        _ = try home.run("edit", "--no-commit", "--username", "canary-draft")
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        // A process that waits for its input with the store open keeps SQLite's files beside it.
        let reader = try home.program.start("hike", "import", "-", input: nil)
        try waitUntil { exists(home.path(of: "test.profile-wal")) }
        _ = try home.run("edit", "--season", "spring")
        _ = try home.run("edit", "--season", "autumn")
        let stored = home.storeBytes
        #expect(stored.count > 32_768)
        for text in ["canary", "autumn", "Quillwater", "Gullwing", "739158", "2026-05-30"] {
            #expect(!Self.contains(text, in: stored), "\(text)")
        }
        // What must stand there is found, so that the search is known to work.
        #expect(Self.contains("main", in: stored))
        reader.kill()
        _ = try reader.wait()
    }

    @Test func `has no name of a hike in an error either`() throws {
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
