import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Removed hikes` {
    private static let told = """
        [{"id": 7, "name": "Elk Loop", "distance": 4.5, "difficulty": 2, "observations": []},
         {"id": 8, "name": "Fox Loop", "distance": 5.5, "difficulty": 0, "observations": []}]
        """

    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        _ = try home.write(Self.told, to: "hikes.json")
        #expect(try home.run("hike", "import", home.path(of: "hikes.json")).exitCode == 0)
        return home
    }

    @Test func `are hidden until they are restored`() throws {
        let home = try home()
        let removed = try home.run("hike", "remove", "7", "8", "--yes")
        #expect(removed.exitCode == 0 && removed.output == "Hike 7 was removed.\nHike 8 was removed.\n")
        #expect(removed.errors == "No longer earned: First Hike.\n")
        #expect(try home.json("hike", "list").hikes?.count == 0)
        #expect(try home.json("show").totals?.hikes == 0)
        #expect(try JSONValue(home.run("hike", "export", "--format", "landmarks").output).count == 0)
        #expect(try home.run("hike", "show", "7").exitCode == 17)
        let waiting = try home.json("hike", "list", "--removed")
        #expect(waiting.hikes?.count == 2 && waiting.hikes?[0]?.id == 7 && waiting.hikes?[1]?.difficulty == 0)
        #expect(try home.run("hike", "list", "--removed", "--search", "elk").output.contains("Elk Loop"))
        let restored = try home.run("hike", "restore", "8")
        #expect(restored.output == "Hike 8 was restored.\n" && restored.errors == "Earned: First Hike.\n")
        #expect(try home.json("hike", "restore", "7").hikes?[0] == 7)
        #expect(try home.json("hike", "list").hikes?.count == 2)
        #expect(try home.run("hike", "list", "--removed").errors == "There are no removed hikes.\n")
        #expect(try home.run("hike", "restore", "7").exitCode == 17)
        #expect(try home.run("hike", "remove", "7", "9", "--yes").exitCode == 17)
        #expect(try home.json("hike", "list").hikes?.count == 2)
    }

    @Test func `are named when their source is imported again`() throws {
        let home = try home()
        _ = try home.run("hike", "remove", "7")
        let file = home.path(of: "hikes.json")
        let again = try home.run("hike", "import", file)
        #expect(again.exitCode == 0 && again.output == "0 imported, 2 skipped, 0 refused\n")
        #expect(again.errors == "\(file): Elk Loop: removed; hike restore 7\n")
        let answer = try home.json("hike", "import", file)
        #expect(answer.skipped == 2 && answer.skips?.count == 2)
        #expect(answer.skips?[0]?.reason == "removed" && answer.skips?[0]?.file == .string(file))
    }

    @Test func `are purged after confirmation, or with --yes when nobody can be asked`() throws {
        let home = try home()
        #expect(try home.run("hike", "purge", "--yes").errors == "There are no removed hikes or photos.\n")
        _ = try home.run("hike", "remove", "7", "8", "--yes")
        let refused = try home.run("hike", "purge")
        #expect(refused.exitCode == 64 && refused.errors.contains("--yes"))
        #expect(try home.json("hike", "list", "--removed").hikes?.count == 2)
        #expect(try home.json("hike", "purge", "8", "--yes").hikes?[0] == 8)
        #expect(try home.run("hike", "purge", "8", "--yes").exitCode == 17)
        let terminal = try home.program.onTerminal("hike", "purge")
        try terminal.expect("Purge removed hike 7? Nothing brings it back. (yes/no)")
        try terminal.send("no\r")
        try terminal.expect("Nothing was purged.")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(try home.json("hike", "list", "--removed").hikes?.count == 1)
        let second = try home.program.onTerminal("hike", "purge")
        try second.expect("(yes/no)")
        try second.send("yes\r")
        #expect(try second.expectExit().exitCode == 0)
        let back = try home.run("hike", "import", home.path(of: "hikes.json"))
        #expect(back.output == "2 imported, 0 skipped, 0 refused\n")
    }
}

@Suite struct `Changed hikes` {
    @Test func `take the named values, and keep the rest`() throws {
        let home = try Home.withStore(unlocked: true)
        let added = try home.json("hike", "add", "--name", "Elk", "--distance", "4", "--activity", "walking")
        #expect(added.hikes?[0] == 1)
        let unrated = try home.json("hike", "show", "1").hike
        #expect(unrated?.difficulty == .null && unrated?.activity == "walking" && unrated?.planned == false)
        let edited = try home.run(
            "hike", "edit", "1", "--name", "Fox", "--date", "2026-04-22", "--difficulty", "3", "--activity", "RUNNING")
        #expect(edited.exitCode == 0 && edited.output.hasPrefix("1  Fox\n  Day        22 April 2026\n"))
        #expect(edited.errors == "Earned: Earth Day.\n")
        let hike = try home.json("hike", "show", "1").hike
        #expect(hike?.name == "Fox" && hike?.difficulty == 3 && hike?.activity == "running" && hike?.distance == 4)
        #expect(try home.json("hike", "edit", "1", "--activity", "cycling").hikes?[0] == 1)
        #expect(try home.json("show").totals?.hikes == 0)
    }

    @Test func `must keep the rules, and every broken rule is reported`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "add", "--name", "Elk", "--distance", "4")
        #expect(try home.run("hike", "add", "--name", "A", "--distance", "1", "--date", "9999-01-01").exitCode == 15)
        let refused = try home.run(
            "hike", "edit", "1", "--name", "", "--distance", "far", "--date", "soon", "--difficulty", "11",
            "--activity", "flying")
        #expect(refused.exitCode == 15)
        for option in ["--name", "--distance", "--date", "--difficulty", "--activity"] {
            #expect(refused.errors.contains("\(option) must be "), "\(refused.errors)")
        }
        #expect(try home.run("hike", "edit", "1", "--date", "9999-01-01").exitCode == 15)
        #expect(try home.run("hike", "edit", "1").exitCode == 64)
        #expect(try home.run("hike", "edit", "2", "--name", "B").exitCode == 17)
        #expect(try home.run("hike", "edit", "two", "--name", "B").exitCode == 15)
    }
}

@Suite struct `Lists and sums of hikes` {
    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        for (name, kilometres, day, activity) in [
            ("Elk Lake", "4", "2025-07-01", "hiking"), ("Elk Loop", "9", "2026-01-02", "hiking"),
            ("Lake Ride", "40", "2026-02-03", "cycling"), ("Dawn", "6", "2026-02-04", "running"),
        ] {
            let added = try home.run(
                "hike", "add", "--name", name, "--distance", kilometres, "--date", day, "--activity", activity)
            #expect(added.exitCode == 0)
        }
        _ = try home.run("hike", "add", "--name", "Once", "--distance", "1")
        return home
    }

    private func ids(_ home: Home, _ arguments: String...) throws -> [Double] {
        let list = try home.program.run(arguments: ["hike", "list", "--json"] + arguments)
        guard case .array(let hikes)? = try JSONValue(list.output).hikes else { return [] }
        return hikes.compactMap { if case .number(let id)? = $0.id { id } else { nil } }
    }

    @Test func `cover only the hikes that match`() throws {
        let home = try home()
        #expect(try ids(home) == [4, 3, 2, 1, 5])
        #expect(try ids(home, "--limit", "2") == [4, 3])
        #expect(try ids(home, "--limit", "2", "--until", "2026-02-03") == [3, 2])
        #expect(try ids(home, "--limit", "9", "--since", "2026-01-02") == [4, 3, 2])
        #expect(try ids(home, "--limit", "9", "--since", "2026-01-02", "--until", "2025-01-01") == [])
        #expect(try ids(home, "--search", "ELK  la") == [1])
        #expect(try ids(home, "--search", "lake") == [3, 1])
        #expect(try ids(home, "--search", "läke") == [3, 1])
        #expect(try ids(home, "--activity", "cycling") == [3])
        #expect(try ids(home, "--activity", "Running", "--search", "x") == [])
        #expect(try home.run("hike", "list", "--search", "owl").errors == "No hikes match.\n")
        #expect(try home.run("hike", "list", "--search", "owl").exitCode == 0)
        #expect(try home.run("hike", "list", "--activity", "flying").exitCode == 15)
    }

    @Test func `are grouped by year, month and season`() throws {
        let home = try home()
        let all = try home.json("hike", "stats")
        #expect(all.by == .null && all.stats?[0]?.key == .null && all.stats?[0]?.hikes == 4)
        #expect(all.stats?[0]?.distance == 20 && all.stats?[0]?.longest == 2 && all.stats?[0]?.highest == .null)
        let years = try home.json("hike", "stats", "--by", "year")
        #expect(years.by == "year" && years.stats?.count == 3)
        #expect(years.stats?[0]?.key == "2026" && years.stats?[0]?.hikes == 2 && years.stats?[0]?.distance == 15)
        #expect(years.stats?[1]?.key == "2025" && years.stats?[1]?.ascent == .null)
        #expect(years.stats?[2]?.key == .null && years.stats?[2]?.longest == 5)
        let text = try home.run("hike", "stats", "--by", "season").output
        #expect(
            text == """
                Season   Hikes  Distance  Ascent  Moving  Longest  Most ascent
                summer       1    4.0 km                        1
                winter       2   15.0 km                        2
                undated      1    1.0 km                        5

                """)
        #expect(try home.json("hike", "stats", "--by", "month").stats?[0]?.key == "2026-02")
        #expect(try home.json("hike", "stats", "--by", "week").stats?[0]?.key == "2026-W06")
        #expect(try home.json("hike", "stats", "--by", "day").stats?[0]?.key == "2026-02-04")
        #expect(try home.json("hike", "stats", "--by", "weekday").stats?[0]?.key == "tuesday")
        #expect(try home.run("hike", "stats", "--by", "decade").exitCode == 15)
        let none = try Home.withStore(unlocked: true).run("hike", "stats")
        #expect(none.output.isEmpty && none.errors == "There are no hikes that count.\n" && none.exitCode == 0)
    }

    @Test func `say "1 hike" in the singular`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "add", "--name", "Elk", "--distance", "4")
        _ = try home.run("export", home.path(of: "export.json"))
        let back = try home.run("import", "--replace", home.path(of: "export.json"))
        #expect(back.output.hasSuffix("1 hike\n"))
    }
}

@Suite struct `The same outing in two files` {
    private func track(_ name: String, east: String, start: String) -> String {
        """
        <gpx version="1.1"><trk><name>\(name)</name><trkseg>
        <trkpt lat="47.00" lon="\(east)"><time>2026-04-22T08:\(start):00Z</time></trkpt>
        <trkpt lat="47.02" lon="\(east)"><time>2026-04-22T08:50:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """
    }

    @Test func `is skipped and named, unless duplicates are kept`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.write(track("By watch", east: "11.0", start: "10"), to: "watch.gpx")
        _ = try home.write(track("By phone", east: "11.0001", start: "11"), to: "phone.gpx")
        _ = try home.run("hike", "import", home.path(of: "watch.gpx"))
        let phone = home.path(of: "phone.gpx")
        let skipped = try home.run("hike", "import", phone)
        #expect(skipped.exitCode == 0 && skipped.output == "0 imported, 1 skipped, 0 refused\n")
        let named = try home.json("hike", "import", phone).skips?[0]
        #expect(named?.hike == 1 && named?.reason == "same outing" && named?.file == .string(phone))
        #expect(
            skipped.errors.contains(
                "\(phone): By phone: the same outing as hike 1, skipped; keep both with --duplicates keep\n"))
        #expect(try home.run("hike", "import", "--duplicates", "both", phone).exitCode == 15)
        #expect(try home.json("hike", "import", "--duplicates", "keep", phone).imported == 1)
    }

    @Test func `is known by each of its sources after an export and import`() throws {
        let (home, other) = (try Home.withStore(unlocked: true), try Home.withOtherStore())
        try FileManager.default.createDirectory(atPath: home.path(of: "in"), withIntermediateDirectories: true)
        for number in 10...40 {
            _ = try home.write(
                track("Walk \(number)", east: "11.\(number)", start: "\(number)"), to: "in/\(number).gpx")
        }
        _ = try home.run("hike", "import", "--duplicates", "keep", home.path(of: "in"))
        _ = try home.run("hike", "edit", "3", "--name", "Renamed")
        let export = home.path(of: "export.json")
        #expect(try home.run("export", export).exitCode == 0)
        for arguments in [["import", export], ["import", "--replace", export]] {
            #expect(try other.program.run(arguments: arguments).exitCode == 0)
            let again = try other.json("hike", "import", "--duplicates", "keep", home.path(of: "in"))
            #expect(again.imported == 0 && again.skipped == 31)
        }
        #expect(try other.json("hike", "list").hikes?.count == 31)
        #expect(try other.run("export").output == home.run("export").output)
    }
}
