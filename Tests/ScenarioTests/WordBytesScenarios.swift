import FoundationEssentials
import TestSupport
import Testing

/// File names are bytes: one that isn't UTF-8 is never mistaken for another name.
@Suite struct `Arguments that are not UTF-8` {
    private func shell(_ home: Home, _ line: String, input: String = "") throws -> Finished {
        try Program(
            path: "/bin/bash", environment: home.program.environment.merging(["PROGRAM": home.program.path]) { $1 },
            workingDirectory: home.path
        ).run("-c", line, input: input)
    }

    @Test func `are refused by their position before anything is done`() throws {
        let home = try Home.withStore(unlocked: true)
        let before = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
        let lines = [
            ("\"$PROGRAM\" backup $'bk\\xff'", 2), ("\"$PROGRAM\" export --quiet $'bk\\xff'", 3),
            ("\"$PROGRAM\" --store $'s\\xff' init", 2), ("\"$PROGRAM\" --store=$'s\\xff' status", 1),
            ("\"$PROGRAM\" edit --username $'a\\xed\\xa0\\x80'", 3),
            ("\"$PROGRAM\" hike import --format $'gpx\\xff' a.gpx", 4),
        ]
        for (line, place) in lines {
            let refused = try shell(home, line)
            #expect(refused.exitCode == 15, "\(line)")
            #expect(refused.errors.contains("argument \(place) is not valid UTF-8"), "\(line)")
        }
        #expect(try JSONValue(try shell(home, "\"$PROGRAM\" export --json $'a\\xff'").errors).error?.code == 15)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).sorted() == before)
    }

    @Test func `are accepted as names of files to import`() throws {
        let home = try Home.withStore(unlocked: true)
        let hikes = try home.write(
            #"[{"id": 7, "name": "Elk", "distance": 4, "difficulty": 2, "observations": []}]"#, to: "hikes")
        let imported = try shell(home, "mv hikes $'r\\xff.json' && \"$PROGRAM\" hike import --json $'r\\xff.json'")
        #expect(try JSONValue(imported.output).imported == 1)
        #expect(!exists(hikes))
        // Two names that are shown alike are still two files.
        let two = try shell(home, "\"$PROGRAM\" hike import $'r\\xff.json' $'r\\xfe.json'")
        #expect(two.exitCode == 15 && two.errors.contains("folder"))
    }

    @Test(arguments: ["PROFILE_STORE", "PROFILE_ACCOUNT", "XDG_DATA_HOME", "HOME"])
    func `are refused in variables`(name: String) throws {
        let home = try Home.withStore()
        let refused = try shell(home, "\(name)=$'/a\\xff' exec \"$PROGRAM\" status")
        #expect(refused.exitCode == 15)
        #expect(refused.errors.contains("\(name) is not valid UTF-8"))
        #expect(try shell(home, "LESS_TERMCAP_x=$'\\xff' exec \"$PROGRAM\" status").exitCode == 0)
    }
}
