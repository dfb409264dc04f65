import FoundationEssentials
import ProfileKit
import TestSupport
import Testing

@Suite struct `Hikes on the command line` {
    private static let small = """
        [{"id": 7, "name": "Elk Loop", "distance": 4.5, "difficulty": 2,
          "startTime": "2026-04-22T23:30:00-06:00", "ascent": 120.5,
          "observations": [
            {"distanceFromStart": 0, "elevation": [100, 110.5], "pace": [400, 420], "heartRate": [90, 120]}
          ]}]
        """

    @Test func `are imported once from Landmarks' format, and earn two badges`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = "\(recordings)/landmarks-shape.json"
        let first = try home.json("hike", "import", file)
        #expect(first.imported == 10)
        #expect(first.skipped == 0)
        #expect(first.hikes?.count == 10)
        let again = try home.json("hike", "import", file)
        #expect(again.imported == 0)
        #expect(again.skipped == 10)
        #expect(again.skips?.count == 10 && again.skips?[0]?.reason == "known")
        let shown = try home.json("show")
        #expect(shown.badges?.elements.map(\.name) == ["First Hike", "Tenth Hike"])
        #expect(shown.badges?[0]?.earnedOn == .null)
        #expect(shown.totals?.hikes == 10)
        #expect(shown.totals?.ascent == .null)
        #expect(try home.run("show").output.contains("Tenth Hike"))
    }

    @Test func `are exported for Landmarks with a remark on what it will not show`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.json("hike", "import", try home.write(Self.small, to: "small.json"))
        #expect(try home.run("hike", "export", "--format", "landmarks").errors.isEmpty)
        #expect(try home.run("hike", "add", "--name", "Ridge", "--distance", "3").exitCode == 0)
        #expect(
            try home.run("hike", "export", "--format", "landmarks").errors.contains("a difficulty of 0 for 1 hike,"))
        // A recording without heart rates.
        let recording = `Recordings on the command line`.walk().replacing("ns3:hr", with: "ns3:cad")
        _ = try home.json("hike", "import", try home.write(recording, to: "walk.gpx"))
        #expect(try home.run("hike", "export", "--format", "landmarks").errors.contains("not show all of 1 hike:"))
    }

    @Test func `have the day that the hiker's clock showed`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = try home.write(Self.small, to: "small.json")
        _ = try home.json("hike", "import", file)
        let hike = try #require(try home.json("hike", "show", "7").hike)
        #expect(hike.date == "2026-04-22")
        #expect(hike.ascent == 120.5)
        #expect(hike.descent == .null)
        #expect(hike.heartRate?.max == 120)
        #expect(hike.observations?[0]?.elevation == [100, 110.5])
        #expect(try home.json("show").badges?.elements.map(\.name) == ["First Hike", "Earth Day"])
    }

    @Test func `are listed with a note about what the sums leave out`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.json("hike", "add", "--name", "Ride", "--distance", "20", "--activity", "cycling")
        let rides = try home.run("hike", "list").output
        #expect(rides.hasSuffix("0 hikes · 0.0 km · without 1 planned or not on foot\n"))
        _ = try home.json("hike", "add", "--name", "Walk", "--distance", "2")
        #expect(try home.run("hike", "list").output.hasSuffix("1 hike · 2.0 km · without 1 planned or not on foot\n"))
    }

    @Test func `are read from stdin for a dash`() throws {
        let home = try Home.withStore(unlocked: true)
        let imported = try home.run("hike", "import", "-", "--json", input: Self.small)
        #expect(try JSONValue(imported.output).imported == 1)
        #expect(try home.run("hike", "import", "-", "--passcode-stdin", input: Self.small).exitCode == 64)
        for name in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
            let twice = try home.run("hike", "import", "-", "--passcode-file", name, input: Self.small)
            #expect(twice.exitCode == 64, "\(name)")
        }
        let secrets = try home.write("739158\n", to: "secrets")
        let both = try home.run("hike", "import", "-", "--passcode-file", secrets, input: Self.small)
        #expect(both.exitCode == 0)
    }

    static let malformed: [(name: String, text: String, line: Int?, words: String)] = [
        ("empty", "", nil, "empty"),
        ("truncated", String(small.dropLast(5)), 5, "ends too early"),
        ("wrong type", small.replacing("4.5", with: "\"far\""), 1, "distance is not a number"),
        ("missing name", small.replacing("\"name\"", with: "\"title\""), 1, "has no 'name'"),
        ("lower above upper", small.replacing("[90, 120]", with: "[120, 90]"), 4, "heartRate must be a lower"),
        ("nested", String(repeating: "[", count: 100_000), 1, "nested"),
        ("bad time", small.replacing("23:30", with: "25:30"), 2, "startTime"),
        ("no list", "{\"id\": 1}", nil, "not a GPX, FIT, TCX, KML, GeoJSON, Landmarks JSON or CSV file of hikes"),
    ]

    @Test(arguments: malformed)
    func `from a malformed file are refused with file and position, and none is stored`(
        name: String, text: String, line: Int?, words: String
    ) throws {
        let home = try Home.withStore(unlocked: true)
        let (good, bad) = (try home.write(Self.small, to: "good.json"), try home.write(text, to: "bad.json"))
        let refused = try home.run("hike", "import", bad, good, "--json")
        #expect(refused.exitCode == 15)
        let answer = try JSONValue(refused.output)
        #expect(answer.imported == 1, "the other file stays")
        #expect(answer.refused?[0]?.file == .string(bad))
        #expect(answer.refused?[0]?.line == (line.map { .number(Double($0)) } ?? .null))
        let place = line.map { "\(bad):\($0): " } ?? "\(bad): "
        #expect(refused.errors.contains(place))
        #expect(refused.errors.contains(words), "\(refused.errors)")
        #expect(try home.json("hike", "list").hikes?.count == 1)
    }

    @Test func `from a missing file are an I/O error, unless another file is refused for its content`() throws {
        let home = try Home.withStore(unlocked: true)
        let refused = try home.run("hike", "import", "/nowhere/hikes.json")
        #expect(refused.exitCode == 21)
        #expect(refused.errors.hasPrefix("profile: /nowhere/hikes.json: cannot be opened: No such file or directory\n"))
        let notes = try home.write("notes", to: "notes.json")
        #expect(try home.run("hike", "import", "/nowhere/hikes.json", notes).exitCode == 15)
    }

    @Test func `are imported as far as possible from several files, and the rest is listed`() throws {
        let home = try Home.withStore(unlocked: true)
        let good = try home.write(Self.small, to: "good.json")
        let imported = try home.run("hike", "import", "/nowhere/hikes.json", good, "--json")
        #expect(imported.exitCode == 21)
        #expect(try JSONValue(imported.output).imported == 1)
        #expect(try JSONValue(imported.output).refused?.count == 1)
    }

    @Test func `are refused when their sum would overflow`() throws {
        let home = try Home.withStore(unlocked: true)
        let hikes = (1...2).map { #"{"id":\#($0),"name":"x","distance":1.7e308,"difficulty":1,"observations":[]}"# }
        let file = try home.write("[\(hikes.joined(separator: ","))]", to: "huge.json")
        #expect(try home.run("hike", "import", file).exitCode == 15)
        #expect(try home.json("show").totals?.hikes == 0)
    }

    @Test func `never send a hostile name to a terminal raw, as text or as JSON`() throws {
        let home = try Home.withStore(unlocked: true)
        try home.storeLikeFirstVersion(
            Hike(header: HikeHeader(id: 1, name: "A\u{202E}B\u{9B}31m\u{1B}[2J", distance: 1)))
        for arguments in [
            ["show"], ["show", "--json"], ["hike", "list"], ["hike", "list", "--json"],
            ["hike", "export", "--format", "landmarks"], ["export"],
            ["hike", "export", "--format", "csv"],
        ] {
            let shown = try home.program.run(arguments: arguments).output.replacing("\r\n", with: "\n")
            #expect(
                !shown.unicodeScalars.contains {
                    $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
                })
        }
        #expect(try home.json("hike", "show", "1").hike?.name == "A\u{202E}B\u{9B}31m\u{1B}[2J")
    }

    @Test func `are refused with control characters in the name or an impossible distance`() throws {
        let home = try Home.withStore(unlocked: true)
        for hike in [
            #"{"id":1,"name":"A\u202eB","distance":1,"difficulty":1,"observations":[]}"#,
            #"{"id":1,"name":"A\u001b[2J","distance":1,"difficulty":1,"observations":[]}"#,
            #"{"id":1,"name":"A","distance":-5,"difficulty":1,"observations":[]}"#,
            #"{"id":1,"name":"A","distance":50001,"difficulty":1,"observations":[]}"#,
            #"{"id":1,"name":"A","distance":1,"difficulty":11,"observations":[]}"#,
        ] {
            let refused = try home.run("hike", "import", "-", input: "[\(hike)]")
            #expect(refused.exitCode == 15 && !refused.errors.contains("\u{1B}"), "\(hike)")
        }
        #expect(try home.json("show").totals?.hikes == 0)
    }

    @Test func `are sorted, filtered and limited by hike list`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json").exitCode == 0)
        func ids(_ arguments: String...) throws -> [JSONValue?] {
            let finished = try home.program.run(arguments: ["hike", "list", "--json"] + arguments)
            return try JSONValue(finished.output).hikes?.elements.map(\.id) ?? []
        }
        #expect(try ids("--limit", "2") == [2009, 2006])
        #expect(try ids("--sort", "distance", "--limit", "2") == [2003, 2006])
        #expect(try ids("--sort", "ascent", "--limit", "1") == [2008])
        #expect(try ids("--sort", "name", "--limit", "1") == [2003])
        #expect(try ids("--since", "2026-04-22", "--until", "2026-05-30") == [2001, 2004])
        #expect(try home.run("hike", "list", "--limit", "0").exitCode == 15)
        #expect(try home.run("hike", "list", "--since", "May").exitCode == 15)
        #expect(try home.run("hike", "show", "1").exitCode == 17)
        #expect(try home.run("hike", "show", "one").exitCode == 15)
    }

    @Test func `show their progress towards badges with badge list --all`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        let badges = try #require(try home.json("badge", "list", "--all").badges)
        #expect(badges.count == 24)
        let seasons = try #require(badges.elements.first { $0.name == "Four Seasons" })
        #expect(seasons.earned == false)
        #expect(seasons.progress == 0.75)
        #expect(try home.json("badge", "list").badges?.count == 6)
    }
}
