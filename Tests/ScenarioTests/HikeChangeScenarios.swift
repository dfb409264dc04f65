import FoundationEssentials
import ProfileKit
import TestSupport
import Testing

@Suite struct `Hikes entered by hand` {
    @Test func `are added under the next id`() throws {
        let home = try Home.withStore(unlocked: true)
        let added = try home.run(
            "hike", "add", "--name", "Elk Loop", "--distance", "4.5", "--date", "2026-04-22", "--difficulty", "3")
        #expect(added.exitCode == 0)
        #expect(
            added.output.hasPrefix("1  Elk Loop\n  Day        22 April 2026\n  Distance   4.5 km (entered by hand)\n"))
        #expect(added.errors == "Earned: First Hike.\nEarned: Earth Day.\n")
        // A comma is a decimal point, as in the app's form.
        let second = try home.json("hike", "add", "--name", "Elk Loop", "--distance", "4,50049")
        #expect(try home.json("hike", "list").hikes?.elements.map(\.distance) == [4.5, 4.5])
        #expect(second.hikes?[0] == 2)
        let hike = try home.json("hike", "show", "2").hike
        #expect(hike?.date == .null && hike?.ascent == .null && hike?.difficulty == .null)
        #expect(try home.json("show").totals?.distance == 9)
    }

    @Test func `are refused with values that break the rules, and missing values are asked for`() throws {
        let home = try Home.withStore(unlocked: true)
        for values in [
            ["--distance", "far"], ["--distance", "-1"], ["--distance", "0"], ["--distance", "nan"],
            ["--distance", "4,5,6"], ["--distance", "1", "--date", "2026-02-30"],
            ["--distance", "1", "--difficulty", "hard"], ["--distance", "1", "--difficulty", "99"],
        ] {
            let refused = try home.program.run(arguments: ["hike", "add", "--name", "Elk"] + values)
            #expect(refused.exitCode == 15, "\(values) \(refused)")
        }
        #expect(try home.run("hike", "add", "--name", "", "--distance", "1").exitCode == 15)
        #expect(try home.run("hike", "add", "--name", "Elk").exitCode == 64)
        #expect(try home.run("hike", "add", "--distance", "4").errors.contains("--name is missing"))
        let all = try home.run("hike", "add", "--name", " ", "--distance", "far", "--date", "2026-02-30")
        #expect(["--name ", "--distance ", "--date "].allSatisfy { all.errors.contains($0) }, "\(all)")
        #expect(try home.json("hike", "list").hikes?.count == 0)
    }

    @Test func `are removed, and the badges that go with them are named`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "add", "--name", "Elk", "--distance", "4", "--date", "2026-04-22")
        _ = try home.run("hike", "add", "--name", "Fox", "--distance", "5")
        let removed = try home.run("hike", "remove", "1")
        #expect(removed.exitCode == 0 && removed.output == "Hike 1 was removed.\n")
        #expect(removed.errors == "No longer earned: Earth Day.\n")
        let last = try home.json("hike", "remove", "2")
        #expect(last.hikes?[0] == 2 && last.hikes?.count == 1)
        #expect(try home.json("show").totals?.hikes == 0)
        #expect(try home.run("hike", "remove", "2").exitCode == 17)
        #expect(try home.run("hike", "remove", "two").exitCode == 15)
    }

    @Test func `are listed with their sums at the end`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("hike", "list").output.isEmpty)
        for kilometres in ["4.5", "5.5", "6"] {
            _ = try home.run("hike", "add", "--name", "Elk", "--distance", kilometres)
        }
        #expect(try home.run("hike", "list").output.hasSuffix("\n\n3 hikes · 16.0 km\n"))
        #expect(
            try home.run("hike", "list", "--sort", "distance", "--limit", "1").output.hasSuffix("\n\n1 hike · 6.0 km\n")
        )
    }
}

@Suite struct `Hikes exported to other programs` {
    private func parsed(_ file: String) throws -> JSONValue {
        try JSONValue(String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self))
    }

    @Test func `are unchanged when they came from Landmarks`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = "\(recordings)/landmarks-shape.json"
        _ = try home.run("hike", "import", file)
        let exported = try home.run("hike", "export", "--format", "landmarks")
        #expect(exported.exitCode == 0)
        #expect(try JSONValue(exported.output) == parsed(file))
    }

    @Test func `are the same hikes elsewhere, and already known where they came from`() throws {
        let (home, other) = (try Home.withStore(unlocked: true), try Home.withOtherStore())
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        _ = try home.run("hike", "import", "-", input: `Recordings on the command line`.walk())
        _ = try home.run("hike", "add", "--name", "Elk", "--distance", "4")
        let exported = try home.run("hike", "export", "--format", "landmarks").output
        for _ in 1...2 { #expect(try other.run("hike", "import", "-", input: exported).exitCode == 0) }
        #expect(try other.json("hike", "list") == home.json("hike", "list"))
        #expect(try other.run("hike", "export", "--format", "landmarks").output == exported)
        let back = try JSONValue(try home.run("hike", "import", "-", "--json", input: exported).output)
        #expect(back.imported == 0 && back.skipped == 14)
    }

    @Test func `come in the order they were named in, each once, and unknown ones are not found`() throws {
        let home = try Home.withStore(unlocked: true)
        for name in ["A", "B", "C"] { _ = try home.run("hike", "add", "--name", name, "--distance", "1") }
        let some = try JSONValue(try home.run("hike", "export", "--format", "landmarks", "3", "1", "3").output)
        #expect(some.elements.map(\.id) == [3, 1])
        let unknown = try home.run("hike", "export", "--format", "landmarks", "1", "9")
        #expect(unknown.exitCode == 17 && unknown.output.isEmpty)
        #expect(try home.run("hike", "export", "one").exitCode == 15)
        #expect(try home.run("hike", "export", "--format", "xml").exitCode == 15)
    }

    @Test func `are one row each in CSV, with line ends as in RFC 4180 and no formulas`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "add", "--name", "=1+1, \"now\"", "--distance", "4.5", "--date", "2026-04-22")
        let csv = try home.run("hike", "export", "--format", "csv")
        #expect(csv.exitCode == 0)
        let rows = csv.output.components(separatedBy: "\r\n")
        #expect(rows.count == 3 && rows[0].hasPrefix("id,name,date,distance,difficulty,"))
        #expect(rows[1] == "1,\"'=1+1, \"\"now\"\"\",2026-04-22,4.5,,,,,,,,,,,hiking,false,,false,")
        _ = try home.run("hike", "edit", "1", "--notes", "Fog.\n\tSun.")
        #expect(try home.run("hike", "export", "--format", "csv").output.contains("\"Fog.\n\tSun.\"\r\n"))
        #expect(try home.run("hike", "export", "--format", "csv", "--year", "1999").errors == "No hikes match.\n")
    }

    @Test func `never reach a terminal raw`() throws {
        let home = try Home.withStore(unlocked: true)
        let hike = Hike(header: HikeHeader(id: 1, name: "A\u{202E}B\u{9B}31m\u{1B}[2J", distance: 1, difficulty: 1))
        try home.storeLikeFirstVersion(hike)
        for arguments in [["hike", "export", "--format", "landmarks"], ["hike", "export", "--format", "csv"]] {
            let terminal = try home.program.onTerminal(arguments: arguments)
            #expect(try terminal.expectExit().exitCode == 0)
            #expect(!terminal.transcript.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}"].contains($0) })
        }
        let name = #"A\u202eB\u009b31m\u001b[2J"#
        let text = #"[{"id":1,"name":"\#(name)","distance":1,"difficulty":1,"observations":[]}]"#
        #expect(try JSONValue(try home.run("hike", "export", "--format", "landmarks").output) == JSONValue(text))
    }

    @Test(arguments: ["gpx", "geojson", "csv", "landmarks"])
    func `are known where they were exported from, without a start and with other words too`(format: String) throws {
        let home = try Home.withStore(unlocked: true)
        for hike in [
            ["Elk", "4.2", "--date", "2020-02-29"], ["Elk", "4.2"], ["Removed", "3", "--date", "2020-03-01"],
        ] {
            let arguments = ["hike", "add", "--distance", hike[1], "--name", hike[0]] + hike[2...]
            #expect(try home.program.run(arguments: arguments).exitCode == 0)
        }
        let exported = try home.run("hike", "export", "--format", format).output
        let file = try home.write(exported, to: "hikes.\(format == "landmarks" ? "json" : format)")
        _ = try home.run("hike", "edit", "1", "2", "--tag", "+far", "--yes")
        _ = try home.run("hike", "remove", "3")
        let again = try home.json("hike", "import", file)
        #expect(again.imported == 0 && again.skipped == 3, "\(again)")
        #expect(try home.json("show").totals?.hikes == 2)
    }

    @Test(arguments: ["gpx", "geojson", "csv", "landmarks"])
    func `come back from an export that has a hike of later today`(format: String) throws {
        let home = try Home.withStore(unlocked: true)
        // A new store's goal date.
        let night = try home.store().profile.goalDate.description + "T23:59"
        #expect(try home.run("hike", "add", "--name", "Night", "--distance", "3", "--start", night).exitCode == 0)
        let exported = try home.run("hike", "export", "--format", format).output
        let other = try Home.withStore(unlocked: true)
        let file = try other.write(exported, to: "hikes.\(format == "landmarks" ? "json" : format)")
        let read = try other.run("hike", "import", file)
        #expect(read.exitCode == 0 && read.output.contains("1 imported"), "\(read)")
    }

    @Test func `are refused when an import dates them in the future, unless they are plans`() throws {
        let home = try Home.withStore(unlocked: true)
        func track(_ year: Int) -> String {
            """
            <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Ridge</name><trkseg>
            <trkpt lat="61.1" lon="15.2"><time>\(year)-05-01T10:00:00Z</time></trkpt>
            <trkpt lat="61.2" lon="15.2"><time>\(year)-05-01T12:00:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        }
        let ahead = try home.write(track(2199), to: "ahead.gpx")
        let past = try home.write(track(2019), to: "past.gpx")
        let dated = try home.write(
            #"[{"id": 1, "name": "Someday", "distance": 4, "difficulty": 2, "date": "2199-01-01", "observations": []}]"#,
            to: "dated.json")
        let both = try home.run("hike", "import", ahead, past, dated, "--json")
        #expect(both.exitCode == 15)
        let answer = try JSONValue(both.output)
        #expect(answer.imported == 1)
        #expect(answer.refused?.count == 2)
        #expect("\(answer)".contains("future"))
        // A long file is read in parts while the store is locked; nothing of it may stay either.
        let many = (10_001...16_000).map { id in
            #"{"id": \#(id), "name": "H", "distance": 4, "difficulty": 2, "date": "\#(id == 16_000 ? 2199 : 2019)-01-01", "#
                + #""observations": []}"#
        }
        let long = try home.run("hike", "import", try home.write("[\(many.joined(separator: ","))]", to: "long.json"))
        #expect(long.exitCode == 15 && long.errors.contains("future"), "\(long)")
        #expect(try home.json("show").totals?.hikes == 1)
        let plan = try home.write(
            """
            <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><rte><name>Plan</name>
            <rtept lat="61.1" lon="15.2"/><rtept lat="61.2" lon="15.2"/></rte></gpx>
            """, to: "plan.gpx")
        #expect(try home.run("hike", "import", plan).exitCode == 0)
    }
}
