import FoundationEssentials
import ProfileKit
import TestSupport
import Testing

/// What a person does with hikes and the profile behind the lock screen, in a large window.
@Suite struct `The app in a large window` {
    /// A home with the twelve sample hikes of two years, one more hike and a ride.
    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        for arguments in [
            ["hike", "import", "\(packageFolder)/Data/hikeData.json"],
            ["hike", "add", "--name", "Elk Loop", "--distance", "4.5", "--date", "2026-04-23"],
            ["hike", "add", "--name", "Elk Ride", "--distance", "40", "--date", "2025-06-01", "--activity", "cycling"],
        ] {
            let finished = try home.program.run(arguments: arguments)
            try #require(finished.exitCode == 0, "\(finished)")
        }
        return home
    }

    private func app(_ home: Home) throws -> Terminal {
        let terminal = try home.app(rows: 40, columns: 120)
        try terminal.see("13 hikes, 1 more planned or not on foot", "q quit")
        return terminal
    }

    /// Waits until a hike is in the list's first row.
    private func expectFirst(_ name: String, _ row: Int, on terminal: Terminal) throws {
        try terminal.see("\(name) at the top") { $0.lines.indices.contains(row) && $0.lines[row].contains(name) }
    }

    @Test func `searches, sorts and filters the hikes with one key each`() throws {
        let home = try home()
        let terminal = try app(home)
        try terminal.send("/elk")
        try terminal.see("2 of 14", "Elk Loop", "Elk Ride")
        try terminal.send(" loop")
        try terminal.see("1 of 14", "Elk Loop", without: "Elk Ride")
        try terminal.send("\r")
        try terminal.see("/ elk loop")
        try terminal.press(.escape)
        try terminal.see("13 hikes, 1 more planned or not on foot")
        try terminal.send("s")
        try terminal.see("by distance")
        try expectFirst("Elk Ride", 2, on: terminal)
        try terminal.send("s")
        try terminal.see("by ascent")
        try terminal.send("s")
        try terminal.see("by name")
        try terminal.send("y")
        try terminal.see("2026 · by name", "7 of 14", "Elk Loop", without: "Elk Ride")
        try terminal.send("y")
        try terminal.see("2025 · by name", "7 of 14", "Elk Ride (cycling)", without: "Elk Loop")
        try terminal.send("f")
        try terminal.see("2025 · hiking · by name", "6 of 14")
        try terminal.send("f")
        try terminal.see("2025 · cycling · by name", "1 of 14")
        try terminal.press(.escape)
        try terminal.see("13 hikes, 1 more planned or not on foot")
        try terminal.send("f")
        try terminal.see("13 of 14", without: "Elk Ride")
    }

    @Test func `shows the places that others add, how many are visited, and each with its hikes`() throws {
        let home = try home()
        let points = (0..<60).map { number in
            "<trkpt lat=\"\(46.49 + Double(number) / 5000)\" lon=\"7.9\"><time>2026-05-01T08:\(10 + number % 50):00Z</time></trkpt>"
        }
        let track = "<trk><name>Tarn Walk</name><trkseg>\(points.prefix(50).joined())</trkseg></trk>"
        let file = try home.write("<gpx version=\"1.1\" creator=\"Watch\">\(track)</gpx>", to: "walk.gpx")
        #expect(try home.run("hike", "import", file).exitCode == 0)
        let terminal = try home.app(rows: 40, columns: 120)
        try terminal.see("14 hikes, 1 more planned or not on foot")
        for (name, position, category) in [("Tarn", "46.495,7.9", "Lakes"), ("Hut", "46.6,7.9", "Huts")] {
            let added = try home.run(
                "place", "add", "--name", name, "--position", position, "--category", category, "--favourite", "on")
            #expect(added.exitCode == 0, "\(added)")
        }
        try terminal.see("Lakes · 1 visit · last on 1 May 2026", "0 of 1", "1 of 1")
        try terminal.send("P")
        try terminal.see("Places", "1 of 2 visited", "Nearest: Tarn Walk")
        try terminal.press(.right)
        try terminal.see("[Huts]", "0 of 1 visited")
        try terminal.press(.right)
        try terminal.see("[Lakes]", "✓ Tarn ♥")
        try terminal.press(.enter)
        try terminal.see("Place", "Marks      favourite", "1, on 2026-05-01", "Tarn Walk")
        try terminal.press(.enter)
        try terminal.see("Friday, 1 May 2026", "e edit")
        try terminal.send("qq")
        try terminal.see("1 of 1 visited")
        try terminal.send("q")
        try terminal.see("Enter open")
    }

    @Test func `shows the badges with their progress, and the hike that earned one`() throws {
        let home = try home()
        let terminal = try app(home)
        try terminal.send("b")
        try terminal.see(
            "Badges", "of 24 earned", "Hundredth Hike", "13 %", "earned on 14 June 2025", "by Påfågel Ridge")
        try terminal.press(.down)
        try terminal.see("a hike on 22 April", "by Thistledown Hollow")
        try terminal.press(.enter)
        try terminal.see("Wednesday, 22 April 2026", "e edit")
        try terminal.press(.escape)
        try terminal.see("of 24 earned")
        try terminal.press(.escape)
        try terminal.see("q quit")
    }

    @Test func `sums the hikes by year, month and season, and leads to the longest`() throws {
        let home = try home()
        let terminal = try app(home)
        try terminal.send("t")
        try terminal.see("Totals", "[year]", "2026", "2025", "13 hikes · ")
        try terminal.press(.right)
        try terminal.see("[month]", "2026-04")
        try terminal.press(.right)
        let season = try #require(try home.json("hike", "stats", "--by", "season").stats?[0]?.key)
        guard case .string(let name) = season else {
            Issue.record("\(season)")
            return
        }
        try terminal.see("[season]", name)
        try terminal.press(.right)
        try terminal.see("[year]", "2026")
        try terminal.send("l")
        try terminal.see("Cinderpine Divide", "Saturday, 4 July 2026")
        try terminal.press(.escape)
        try terminal.see("[year]")
    }

    @Test func `lists the commits, and goes back to one of them after a question`() throws {
        let home = try home()
        for season in ["spring", "autumn"] { #expect(try home.run("edit", "--season", season).exitCode == 0) }
        let terminal = try app(home)
        try terminal.send("h")
        try terminal.see(
            "3 revisions", "Seasonal Photos spring → autumn", "Seasonal Photos winter → spring", "created")
        try terminal.press(.down)
        try terminal.press(.enter)
        try terminal.see("Restore revision 2?", "Seasonal Photos autumn → spring")
        #expect(try home.json("show").revision == 3)
        try terminal.press(.right)
        try terminal.press(.enter)
        try terminal.see("Published as revision 4", "4 revisions")
        #expect(try home.store().profile.seasonalPhoto == .spring)
    }

    @Test func `counts the members of an archive that it imports, and stops between two of them`() throws {
        let home = try home()
        let walks = ["1", "2", "3"].map { `Recordings on the command line`.walk($0, start: "2026-02-0\($0)T08:") }
        let archive = home.path(of: "all.zip")
        let members: KeyValuePairs = [
            "1.gpx": Array(walks[0].utf8), "2.gpx": Array(walks[1].utf8), "3.gpx": Array(walks[2].utf8),
        ]
        try Data(`Recordings on the command line`.storedArchive(members)).write(to: URL(filePath: archive))
        let terminal = try app(home)
        try terminal.send("i\(archive)\r")
        try terminal.see("✓ \(archive)")
        // Until this returns, the import waits for its first member's turn.
        try home.store().importHikes { _ in
            try terminal.press(.enter)
            try terminal.see("0 of 3 files", "all.zip/1.gpx")
            try terminal.press(.escape)
            try terminal.see("Stopping after this file")
        }
        try terminal.see("1 imported, 0 skipped, 0 refused · stopped, 2 files not read", timeout: .seconds(60))
    }

    @Test func `removes the page that a browser shows when it is locked`() throws {
        let home = try home()
        let page = "\(try #require(home.program.environment["XDG_RUNTIME_DIR"]))/profile-page.html"
        #expect(FileManager.default.createFile(atPath: page, contents: Data()))
        let terminal = try app(home)
        try terminal.send("\u{0C}")
        try terminal.until { !exists(page) }
    }

    @Test func `changes the theme with one key, and keeps it`() throws {
        let home = try home()
        let terminal = try app(home)
        try terminal.send("T")
        try terminal.see("Theme: dark")
        #expect(try home.run("config", "idle", "10m").exitCode == 0)
        try terminal.send("T")
        try terminal.see("Theme: light")
        try terminal.until { try home.json("config").config?.theme == "light" }
        #expect(try home.json("config").config?.idle == "10m", "set elsewhere meanwhile")
        try terminal.send("q")
        #expect(try terminal.expectExit().exitCode == 0)
        let again = try app(home)
        try again.send("T")
        try again.see("Theme: auto")
    }

    @Test func `begins its next session with the limits that were chosen meanwhile`() throws {
        let home = try home()
        let terminal = try app(home)
        #expect(try home.run("config", "idle", "1s").exitCode == 0)
        try terminal.send("\u{0C}")
        try terminal.see("Enter Passcode")
        try terminal.send(Home.passcode)
        try terminal.see("Enter Passcode", "The session ended after 1 s without use")
    }

    @Test func `stays open when somebody unlocks again elsewhere`() throws {
        let home = try home()
        let terminal = try app(home)
        try terminal.openEditor()
        try terminal.send("_2")
        try terminal.see("draft kept")
        try #require(try home.unlock().exitCode == 0)
        try #require(try home.run("edit", "--season", "autumn").exitCode == 0)
        try terminal.see("g_kumar_2", "[🍂 autumn]", "Changed elsewhere: Seasonal Photos winter → autumn")
        try terminal.send("3\u{13}")
        try terminal.see("Published as revision 3")
        #expect(try home.store().profile.username == "g_kumar_23")
        #expect(!terminal.transcript.contains("Enter Passcode"))
    }

    @Test func `jumps over words in a text, and deletes them`() throws {
        let home = try home()
        let terminal = try app(home)
        try terminal.openEditor()
        try terminal.send("\u{15}one two three\u{17}")
        try terminal.see("one two", without: "three")
        // To the start of a word with Control and an arrow, and with Alt.
        try terminal.send("\u{1B}[1;5D")
        try terminal.send("s")
        try terminal.see("one stwo")
        try terminal.send("\u{1B}b")
        try terminal.send("\u{B}")
        try terminal.see("one", without: "stwo")
        try terminal.send("\u{1B}b")
        try terminal.send("no \u{1B}[1;5C")
        try terminal.send("!")
        try terminal.see("no one!")
        try terminal.send("\u{13}")
        try terminal.until { try home.json("show").revision == 2 }
        #expect(try home.store().profile.username.hasPrefix("no one!"))
    }
}

@Suite struct `A hike without heights` {
    private func home() throws -> Home {
        let home = try Home.withStore(unlocked: true)
        let points = (0...20).map { point in
            """
            <trkpt lat="47.0\(point < 10 ? "0" : "")\(point)" lon="11">\
            <time>2026-04-22T10:\(point < 10 ? "0" : "")\(point):00Z</time></trkpt>
            """
        }
        let recording = try home.write(
            """
            <gpx version="1.1" creator="test"><trk><name>Flat walk</name><trkseg>\(points.joined())</trkseg></trk></gpx>
            """, to: "flat.gpx")
        try #require(try home.run("hike", "import", recording).exitCode == 0)
        try #require(try home.run("hike", "add", "--name", "Other", "--distance", "3").exitCode == 0)
        return home
    }

    @Test func `says so in the list in one line, without empty rows`() throws {
        let home = try home()
        let terminal = try home.app()
        try terminal.see("No elevation was recorded.", "Flat walk", "Other")
        let lines = terminal.picture.lines
        let (first, next) = (lines.firstIndex { $0.contains("Flat walk") }, lines.firstIndex { $0.contains("Other") })
        #expect(try #require(next) - (try #require(first)) <= 4)
        try terminal.press(.right)
        try terminal.press(.right)
        try terminal.see("[Pace]", " /km", without: "No elevation was recorded.")
    }

    @Test func `has a page with what was recorded, and no graph of heights`() throws {
        let home = try home()
        let terminal = try home.app()
        try terminal.see("Flat walk")
        try terminal.press(.enter)
        try terminal.see("Wednesday, 22 April 2026", "Pace", " /km", without: "Elevation")
    }
}
