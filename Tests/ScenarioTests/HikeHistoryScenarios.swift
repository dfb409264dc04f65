import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The history of hikes` {
    private static let told = """
        [{"id": 7, "name": "Elk Loop", "distance": 4.5, "difficulty": 2, "observations": [], "notes": "Up\\nearly",
          "tags": ["wet"], "favourite": true}]
        """

    @Test func `lists changes, and takes them back one after the other`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("hike", "history").errors == "No hike was changed yet.\n")
        let nothing = try home.run("hike", "undo")
        #expect(nothing.exitCode == 17 && nothing.errors.contains("there is nothing to undo"))
        let points = (0..<60).map { minute in
            "<trkpt lat='\(47 + Double(minute) / 1000)' lon='11'><ele>\(500 + minute)</ele>"
                + "<time>2026-04-22T08:\(minute < 10 ? "0" : "")\(minute):00+02:00</time></trkpt>"
        }
        let files = [
            try home.write(Self.told, to: "a.json"),
            try home.write(
                "<gpx version='1.1'><trk><name>Walk</name><trkseg>\(points.joined())</trkseg></trk></gpx>", to: "b.gpx"),
        ]
        #expect(try home.json("hike", "import", files[0], files[1]).imported == 2)
        let shown = try home.json("hike", "show", "7").hike
        #expect(shown?.notes == "Up\nearly" && shown?.tags?[0] == "wet" && shown?.favourite == true)
        let text = try home.run("hike", "show", "7").output
        #expect(text.contains("  Tags       wet\n  Notes      Up\n             early\n"), "\(text)")

        let whole = try home.json("hike", "show", "8").hike
        let trimmed = try home.run("hike", "trim", "8", "--from", "08:20", "--to", "3.336")
        #expect(trimmed.exitCode == 0 && trimmed.output == "Hike 8 shows 1.1 km of its recording.\n", "\(trimmed)")
        #expect(try home.json("hike", "show", "8").hike?.trim?.count == 2)
        func exported(_ options: String...) throws -> Int {
            try home.program.run(arguments: ["hike", "export", "8"] + options).output.matches(of: /<trkpt/).count
        }
        #expect(try exported() < exported("--exact"))
        // The part is recognized as the same outing.
        let part = home.path(of: "part.gpx")
        #expect(try home.run("hike", "export", "8", "-o", part).exitCode == 0)
        #expect(try home.json("hike", "import", part).skipped == 1)
        #expect(try home.run("hike", "trim", "7", "--to", "1").exitCode == 15)
        #expect(try home.run("hike", "trim", "8", "--to", "25:00").exitCode == 15)
        #expect(try home.run("hike", "trim", "8").exitCode == 64)
        _ = try home.run("hike", "remove", "7")
        let history = try home.json("hike", "history").history
        #expect(history?.elements.map(\.kind) == ["remove", "trim", "import"])
        #expect(history?[2]?.hikes?.count == 2 && history?[0]?.undone == false)
        let lines = try home.run("hike", "history", "--limit", "1").output
        #expect(lines.hasSuffix("removal of hike 7\n"), "\(lines)")

        #expect(try home.run("hike", "undo").output == "The removal of hike 7 was taken back.\n")
        #expect(try home.json("hike", "undo").kind == "trim")
        #expect(try home.json("hike", "show", "8").hike == whole)
        #expect(try home.run("hike", "undo").output == "The import of 2 hikes was taken back.\n")
        #expect(try home.json("hike", "list").hikes?.count == 0)
        #expect(try home.json("hike", "list", "--removed").hikes?.count == 2)
        #expect(try home.run("hike", "history").output.contains("import of 2 hikes (taken back)\n"))
    }
}
