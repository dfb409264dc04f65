import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The filter of hikes` {
    /// A walk up to 699 m in 2026 (1), the same in 2024 far from it (2), a ride (3) and an undated hike (4).
    private static func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let far = `Recordings on the command line`.walk("Étape one", start: "2024-05-01T08:")
            .replacing("lon=\"11\"", with: "lon=\"8\"").replacing("<ele>5", with: "<ele>25")
        let files = [
            try home.write(`Recordings on the command line`.walk("Ridge"), to: "1.gpx"),
            try home.write(far, to: "2.gpx"),
        ]
        try #require(try home.program.run(arguments: ["hike", "import"] + files).exitCode == 0)
        for added in [
            ["--name", "Ride", "--distance", "30", "--activity", "cycling", "--date", "2026-05-03"],
            ["--name", "Undated stage one", "--distance", "12"],
        ] {
            try #require(try home.program.run(arguments: ["hike", "add"] + added).exitCode == 0)
        }
        return home
    }

    private static let filters: [([String], Set<Int>)] = [
        ([], [1, 2, 3, 4]), (["1", "3-9"], [1, 3, 4]), (["--year", "2026"], [1, 3]), (["--since", "2026"], [1, 3]),
        (["--since", "2024-05-02"], [1, 3]), (["--until", "2024-05"], [2]), (["--until", "2026-04-22"], [1, 2]),
        (["--activity", "cycling"], [3]), (["--search", "ETAPE one"], [2]), (["--search", "one"], [2, 4]),
        (["--near", "47.01,11"], [1]), (["--near", "47,10.98,2"], [1]), (["--near", "47,9.5,150"], [1, 2]),
        (["--longer", "12"], [3]), (["--longer", "1,5"], [1, 2, 3, 4]), (["--higher", "699.5"], [2]),
        (["--higher", "500"], [1, 2]), (["1-2", "--since", "2025"], [1]), (["--favourite"], []),
        (["--import", "last"], [1, 2]),
        (["--tag", "wet"], []),
        (["--year", "2025"], []), (["--since", "2026-05", "--until", "2024"], []),
    ]

    @Test func `selects the same hikes for every command that takes it`() throws {
        let home = try Self.home()
        func run(_ command: String, _ filter: [String], _ more: String...) throws -> String {
            let finished = try home.program.run(arguments: ["hike", command] + filter + more)
            #expect(finished.exitCode == 0, "\(command) \(filter) \(finished)")
            return finished.output
        }
        func ids(_ list: String, after mark: String) -> Set<Int> {
            Set(list.components(separatedBy: mark).dropFirst().compactMap { Int($0.prefix { $0.isNumber }) })
        }
        for (filter, expected) in Self.filters {
            let listed = ids(try run("list", filter, "--json"), after: "\"id\":")
            #expect(listed == expected, "list \(filter)")
            let rows = try run("export", filter, "--format", "csv").split(whereSeparator: \.isNewline).dropFirst()
            #expect(Set(rows.compactMap { Int($0.prefix { $0.isNumber }) }) == expected, "export \(filter)")
            let map = try run("map", filter, "--geojson")
            let names = [1: "\"Ridge\"", 2: "\"Étape one\""].filter { map.contains($0.value) }
            #expect(Set(names.keys) == expected.intersection([1, 2]), "map \(filter)")
            // Rides only count where an activity is asked for.
            let counted = filter.contains("--activity") ? expected : expected.subtracting([3])
            #expect(try run("stats", filter, "--json").contains("\"hikes\":\(counted.count),"), "stats \(filter)")
            if filter.first?.hasPrefix("--") == true, !filter.contains("--year") {
                let counted = counted.intersection([1, 3])
                let calendar = try run("calendar", ["2026"] + filter, "--json")
                #expect(calendar.contains("\"hikes\":\(counted.count),"), "calendar \(filter) \(calendar)")
            }
            guard !filter.isEmpty, !expected.isEmpty else { continue }
            #expect(ids(try run("remove", filter, "--yes", "--json"), after: "[").count == 1)
            let removed = ids(try run("list", ["--removed"], "--json"), after: "\"id\":")
            #expect(removed == expected, "remove \(filter)")
            _ = try run("restore", removed.map(String.init))
        }
    }

    @Test func `refuses values that do not parse, ids that do not exist, and changes of all hikes`() throws {
        let home = try Self.home()
        let lines: [(String, Int32)] = [
            ("list --since 2026-13", 15), ("list --year next", 15), ("list --near 91,0", 15),
            ("list --near 1,2,3,4", 15),
            ("list --longer far", 15), ("list --import first", 15), ("list 9-7", 15), ("list x", 15), ("list 9", 17),
            ("export 1 9", 17), ("list 8-9", 0), ("remove", 64), ("remove 1-2", 64), ("remove 9", 17),
            ("remove --year 1999", 0), ("stats --by moon", 15), ("calendar 2026 --year 2026", 64),
            ("list --removed --near 47,11", 64),
        ]
        for (words, code) in lines {
            let finished = try home.program.run(arguments: ["hike"] + words.split(separator: " ").map(String.init))
            #expect(finished.exitCode == code, "\(words) \(finished)")
        }
        #expect(try home.json("hike", "list").hikes?.count == 4)
    }

    @Test func `sums up by activity and by tag`() throws {
        let home = try Self.home()
        let groups = try home.json("hike", "stats", "--by", "activity").stats?.elements ?? []
        #expect(groups.map { $0.key } == ["hiking", "cycling"] && groups.last?.longest == 3)
        let tags = try home.json("hike", "stats", "--by", "tag")
        #expect(tags.by == "tag" && tags.stats?.count == 1 && tags.stats?[0]?.key == .null)
    }
}
