import TestSupport
import Testing

@Suite struct `Views on the command line` {
    /// Two recordings of one way (1, 2), a hike without a recording (3), a ride (4), a plan (5) and an undated hike (6).
    private static func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let plan = `Recordings on the command line`.walk("Plan").replacing(#/<time>[^<]*</time>/#, with: "")
        let files = [
            try home.write(`Recordings on the command line`.walk("Ridge"), to: "ridge.gpx"),
            try home.write(`Recordings on the command line`.walk("Ridge", start: "2026-05-01T08:"), to: "again.gpx"),
        ]
        try #require(try home.program.run(arguments: ["hike", "import"] + files).exitCode == 0)
        for (name, kilometres, more) in [
            ("Long", "30", ["--date", "2026-05-02"]),
            ("Ride", "90", ["--activity", "cycling", "--date", "2026-05-03"]),
        ] {
            let added = try home.program.run(
                arguments: ["hike", "add", "--name", name, "--distance", kilometres] + more)
            try #require(added.exitCode == 0)
        }
        try #require(try home.run("hike", "import", home.write(plan, to: "plan.gpx")).exitCode == 0)
        try #require(try home.run("hike", "add", "--name", "Once", "--distance", "1").exitCode == 0)
        return home
    }

    @Test func `show records on foot and by activity`() throws {
        let home = try Self.home()
        let answer = try home.json("hike", "records")
        #expect(answer.records?.longest?.id == 3 && answer.records?.longest?.value == 30)
        #expect(answer.records?.longest?.from == "2026-05-02")
        #expect(answer.records?.longestStreak?.value == 2 && answer.records?.longestStreak?.id == .null)
        #expect(answer.records?.fastest20 == .null)
        #expect(answer.activities?.cycling?.longest?.id == 4 && answer.activities?.hiking?.longest?.id == 3)
        let text = try home.run("hike", "records").output
        #expect(text.contains("On foot\n") && text.contains("Cycling\n") && text.contains("hike 4, Ride, 3 May 2026"))
    }

    @Test func `show a year by day, and in review`() throws {
        let home = try Self.home()
        let calendar = try home.json("hike", "calendar", "2026")
        #expect(calendar.days?.elements.map(\.key).contains("2026-05-02") == true)
        #expect(calendar.days?.elements.contains { $0.key == "2026-05-03" } == false)
        #expect(calendar.longestStreak?.days == 2 && calendar.total?.longest == 3)
        #expect(try home.run("hike", "calendar", "2026").output.hasPrefix("2026  "))
        #expect(try home.run("hike", "calendar", "1999").errors == "There are no hikes that count in 1999.\n")
        let year = try home.json("year", "2026")
        #expect(year.year == 2026 && year.before?.hikes == 0 && year.records?.longest?.id == 3)
        #expect(year.badges?.elements.map(\.name).contains("First Hike") == true)
        #expect(try home.run("year", "2026").output.contains("Seasons\n"))
        #expect(try home.run("year", "2026", "--svg", "--json").output.hasPrefix("<svg "))
        for word in ["0", "10000", "next", "-5"] {
            #expect(try [15, 64].contains(home.run("year", word).exitCode), "\(word)")
            #expect(try [15, 64].contains(home.run("hike", "calendar", word).exitCode), "\(word)")
        }
    }

    @Test func `show a hike's splits and climbs`() throws {
        let home = try Self.home()
        let answer = try home.json("hike", "show", "1", "--splits", "--climbs")
        let (whole, splits) = (answer.hike?.distance, answer.splits?.elements ?? [])
        #expect(!splits.isEmpty && answer.climbs != nil && whole != nil)
        #expect(
            splits.allSatisfy { split in
                split.count == 5 && split.distance != nil && split.duration != nil && split.movingTime != nil
                    && split.ascent != nil && split.heartRate != nil
            })
        #expect(try home.json("hike", "show", "1").splits == nil)
        let text = try home.run("hike", "show", "1", "--splits", "--units", "imperial").output
        #expect(text.contains("Splits\n") && text.contains("min/mi"))
        let typed = try home.run("hike", "show", "3", "--splits")
        #expect(typed.exitCode == 0 && typed.errors.contains("No recording is kept"))
        #expect(try home.json("hike", "show", "3", "--splits").splits == .array([]))
    }

    @Test func `show all tracks on a map`() throws {
        let home = try Self.home()
        #expect(try home.run("hike", "map").output.hasPrefix("Map\n"))
        #expect(try home.run("hike", "map", "--svg").output.contains("<title>Map of 2 hikes</title>"))
        for arguments in [["--geojson"], ["--json"], ["--since", "2026-05-01", "--geojson"]] {
            let map = try JSONValue(try home.program.run(arguments: ["hike", "map"] + arguments).output)
            let names = map.features?.elements.map(\.properties?.name) ?? []
            #expect(names.count == (arguments.count == 3 ? 1 : 2) && names.allSatisfy { $0 == "Ridge" })
        }
        let none = try home.run("hike", "map", "--search", "nothing")
        #expect(none.exitCode == 0 && none.output.isEmpty && none.errors == "No recorded hikes match.\n")
        #expect(try home.run("hike", "map", "--svg", "--geojson").exitCode == 64)
    }

    @Test func `find and compare the hikes of one way`() throws {
        let home = try Self.home()
        let same = try home.json("hike", "same", "1")
        #expect(same.same?.elements.map(\.id) == [2] && same.same?[0]?.opposite == false)
        #expect(try home.run("hike", "same", "1").output.hasPrefix("Same direction\n"))
        let compared = try home.json("hike", "compare", "1", "2")
        #expect(compared.directions == .array(["same", "same"]) && compared.stretches?.elements.isEmpty == false)
        #expect(try home.run("hike", "compare", "1", "2").output.contains("hike 2"))
        #expect(try home.run("hike", "compare", "1", "3").exitCode == 17)
        #expect(try home.run("hike", "same", "99").exitCode == 17)
        #expect(try home.run("hike", "compare", "1").exitCode == 64)
    }

    @Test func `say that there is nothing in an empty archive`() throws {
        let home = try Home.withStore(unlocked: true)
        for words in [["hike", "records"], ["hike", "calendar"], ["hike", "map"], ["year"]] {
            let empty = try home.program.run(arguments: words)
            #expect(empty.exitCode == 0 && empty.output == "" && !empty.errors.isEmpty, "\(words)")
            #expect(try home.program.run(arguments: words + ["-q"]).errors == "")
            #expect(try home.program.run(arguments: words + ["--json"]).exitCode == 0)
        }
    }
}
