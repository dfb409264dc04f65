import FoundationEssentials
import ProfileKit
import TestSupport
import Testing

@Suite struct `Fields of hikes on the command line` {
    private static func run(_ home: Home, _ line: [String]) throws -> Finished {
        try home.program.run(arguments: ["hike"] + line)
    }

    @Test func `are given by hand, and marked as entered`() throws {
        let home = try Home.withStore(unlocked: true)
        let notes = try home.write("\u{feff}Fog.\r\n\r\nThen sun.\n", to: "notes.txt")
        let added = try Self.run(
            home,
            [
                "add", "--name", "Elk", "--distance", "12,5", "--start", "2026-04-22T08:40+02:00", "--ascent", "640",
                "--descent", "610", "--duration", "4h10m", "--moving-time", "3h", "--difficulty", "4", "--activity",
                "Walking", "--tag", "wet, Boots", "--favourite", "on", "--notes-file", notes,
            ])
        #expect(added.exitCode == 0, "\(added)")
        #expect(added.output.contains("Ascent     640 m (entered by hand)\n"), "\(added.output)")
        let hike = try #require(try home.json("hike", "show", "1").hike)
        #expect(hike.date == "2026-04-22" && hike.startTime == "2026-04-22T08:40:00+02:00" && hike.distance == 12.5)
        #expect(hike.ascent == 640 && hike.descent == 610 && hike.duration == 15000 && hike.movingTime == 10800)
        #expect(hike.activity == "walking" && hike.favourite == true && hike.tags == ["Boots", "wet"])
        #expect(hike.notes == "Fog.\n\nThen sun.")
        #expect(try home.json("hike", "list", "--search", "sun").hikes?.count == 1)
        #expect(try home.json("hike", "list", "--search", "rain").hikes?.count == 0)
        for (change, field) in [
            (["--tag", "+wet,+Dry,-boots"], "[\"Dry\",\"wet\"]"), (["--tag", "hut"], "[\"hut\"]"),
            (["--tag", ""], "[]"),
        ] {
            try #require(try Self.run(home, ["edit", "1"] + change).exitCode == 0)
            #expect(try home.run("hike", "show", "1", "--json").output.contains("\"tags\":\(field)"), "\(change)")
        }
        try #require(try Self.run(home, ["edit", "1", "--ascent", "", "--notes", ""]).exitCode == 0)
        #expect(try home.json("hike", "show", "1").hike?.ascent == .null)
        #expect(try home.json("hike", "show", "1").hike?.notes == "")
    }

    @Test func `of several hikes change together, once that is confirmed`() throws {
        let home = try Home.withStore(unlocked: true)
        for number in 1...4 {
            let line = ["add", "--name", "Elk \(number)", "--distance", "\(number)", "--date", "202\(number)-04-01"]
            try #require(try Self.run(home, line).exitCode == 0)
        }
        let unasked = try Self.run(home, ["edit", "2-9", "--tag", "+alps"])
        #expect(unasked.exitCode == 64 && unasked.errors.contains("to change 3 hikes needs confirmation"))
        #expect(try home.json("hike", "edit", "2-9", "--tag", "+alps", "--yes").hikes == [2, 3, 4])
        #expect(try home.json("hike", "list", "--tag", "ALPS").hikes?.count == 3)
        let edited = try home.json(
            "hike", "edit", "--where", "tag=alps", "--where", "since=2023", "--favourite", "on", "--yes")
        #expect(edited.hikes == [3, 4])
        #expect(try home.json("hike", "list", "--favourite").hikes?.count == 2)
        #expect(
            try home.json("hike", "edit", "--where", "favourite", "--where", "longer=3", "--activity", "cycling").hikes
                == [4])
        #expect(try home.json("hike", "stats", "--by", "tag", "--tag", "alps").stats?[0]?.hikes == 2)
        // All or none.
        let refused = try Self.run(home, ["edit", "1-4", "--moving-time", "1h", "--duration", "30m", "--yes"])
        #expect(refused.exitCode == 15)
        #expect(try home.json("hike", "show", "1").hike?.movingTime == .null)
    }

    @Test func `are refused with values that break their rules`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try Self.run(home, ["add", "--name", "Elk", "--distance", "1"])
        let long = try home.write(String(repeating: "a", count: 70_000), to: "long.txt")
        let lines: [([String], Int32)] = [
            (["--date", "9999-01-01"], 15), (["--start", "9999-01-01T00:00Z"], 15), (["--start", "noon"], 15),
            (["--start", "2026-04-22T08:40.5Z"], 15),
            (["--ascent=-1"], 15), (["--duration", "1:30"], 15), (["--tag", "+a,b"], 15),
            (["--tag", String(repeating: "a", count: 33)], 15), (["--favourite", "yes"], 15),
            (["--notes-file", long], 15), (["--notes-file", home.path(of: "none")], 21),
            (["--notes", "a", "--notes-file", long], 64), (["--editor", "--name", "a"], 64), ([], 64),
        ]
        for (line, code) in lines {
            let refused = try Self.run(home, ["edit", "1"] + line)
            #expect(refused.exitCode == code, "\(line) \(refused)")
        }
        for line in [["edit", "--name", "a"], ["edit", "1-2", "--editor"]] {
            #expect(try Self.run(home, line).exitCode == 64)
        }
        #expect(try Self.run(home, ["edit", "--where", "size=3", "--name", "a"]).exitCode == 15)
        let both = ["--where", "year=2019", "--where", "year=2020"]
        let sums = try Home.withStore(unlocked: true)
        for ascent in ["0.1", "0.2"] {
            let added = try Self.run(sums, ["add", "--name", "a", "--distance", "1", "--ascent", ascent])
            try #require(added.exitCode == 0)
        }
        #expect(try sums.json("show").totals?.ascent == 0.3, "not 0.30000000000000004")
        let twice = try Self.run(home, ["edit"] + both + ["--name", "a", "--yes"])
        #expect(twice.exitCode == 64 && twice.errors.contains("'--where year' is given more than once"))
        #expect(try Self.run(home, ["edit", "7", "--name", "a"]).exitCode == 17)
    }

    @Test func `are edited as text, notes in several lines`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try Self.run(home, ["add", "--name", "Elk", "--distance", "1", "--notes", "One.\nTwo."])
        let script = try home.write(
            "#!/bin/sh\nsed -i -e 's/^ascent:.*/ascent: 300/' -e 's/^Two/# Three/' \"$1\"\n", to: "editor.sh")
        let edited = try home.program.run(
            arguments: ["hike", "edit", "1", "--editor", "--json"], environment: ["EDITOR": "sh \(script)"])
        #expect(edited.exitCode == 0, "\(edited)")
        let hike = try home.json("hike", "show", "1").hike
        #expect(hike?.ascent == 300 && hike?.notes == "One.\n# Three." && hike?.name == "Elk")
    }
}

@Suite struct `The inbox` {
    @Test func `is imported from, each file once, and left as it is`() throws {
        let home = try Home.withStore()
        #expect(try home.run("hike", "import", "--passcode-stdin", input: "\(Home.passcode)\n").exitCode == 64)
        #expect(try home.run("config", "inbox", home.path(of: "none")).exitCode == 21)
        let walk = `Recordings on the command line`.walk("Ridge")
        let folder = home.path(of: "inbox")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = try home.write(walk, to: "inbox/ridge.gpx")
        _ = try home.write(walk, to: "inbox/copy.gpx")
        #expect(try home.run("config", "inbox", "\(folder)/").exitCode == 0)
        #expect(try home.run("config", "inbox").output == "\(folder)\n")
        #expect(try home.unlock().errors.contains("2 files waiting in the inbox."))
        let first = try home.json("hike", "import")
        #expect(first.imported == 1 && first.skipped == 1 && exists(file))
        _ = try home.run("hike", "remove", "1")
        let again = try home.run("hike", "import")
        #expect(again.exitCode == 0 && again.errors == "Nothing new is in the inbox.\n", "\(again)")
        _ = try home.write(walk + "<!-- changed -->", to: "inbox/ridge.gpx")
        #expect(try home.json("hike", "import").skipped == 1)
        #expect(try home.run("check").exitCode == 0)
    }
}
