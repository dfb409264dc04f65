import FoundationEssentials
import ProfileKit
import TestSupport
import Testing

@Suite struct `Hikes in files` {
    /// Tracks with the figures of a device.
    private static func recordings(_ count: Int) -> String {
        let tracks = (0..<count).map { number in
            let month = 1 + number / 28 % 12
            let (day, year) = (1 + number % 28, 2000 + number / 336)
            let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
            let points = (0..<30).map { point in
                """
                <trkpt lat="\(46 + Double(number % 50) / 10 + Double(point) * 0.00031)" lon="\(7.123456789 + Double(point) * 0.0001)">\
                <ele>\(500.123 + Double(point * number % 70))</ele><time>\(date)T08:\(point < 10 ? "0" : "")\(point):00.25+02:00</time>\
                <extensions><g:hr>\(90 + point)</g:hr></extensions></trkpt>
                """
            }
            return """
                <trk><name>Walk \(number)</name><type>\(number % 5 == 0 ? "Ride" : "")</type><extensions>
                <g:TrackStatsExtension><g:Ascent>\(200 + number % 90)</g:Ascent><g:TimerTime>1600</g:TimerTime>
                <g:Distance>\(1100 + number % 40)</g:Distance></g:TrackStatsExtension></extensions>
                <trkseg>\(points[..<20].joined())</trkseg><trkseg>\(points[20...].joined())</trkseg></trk>
                """
        }
        return "<gpx version='1.1' creator='Watch' xmlns:g='urn:g'>\(tracks.joined(separator: "\n"))</gpx>"
    }

    /// Everything about the hikes but their ids, by name.
    private static func content(of store: ProfileStore) throws -> [String: (Hike, Recording?)] {
        var content: [String: (Hike, Recording?)] = [:]
        for header in try store.hikes {
            var hike = try store.hike(header.id)
            // Which file it was imported from isn't part of an export.
            (hike.id, hike.header.original) = (0, nil)
            content[hike.name] = (hike, try store.readableRecording(ofHike: header.id).value.recording)
        }
        return content
    }

    @Test(arguments: [10, 1000], ["gpx", "geojson"])
    func `are the same in a fresh store after an export and an import`(count: Int, format: String) throws {
        let (home, other) = (try Home.withStore(unlocked: true), try Home.withOtherStore())
        _ = try home.run("hike", "import", try home.write(Self.recordings(count), to: "in.gpx"))
        for change in [
            ["1", "--distance", "3.21", "--difficulty", "4"],
            ["2", "--name", "Łódź <&> \"x\"", "--activity", "climbing"],
            ["3", "--date", "2020-02-03"], ["4", "--activity", "hiking"],
        ] {
            let edited = try home.program.run(arguments: ["hike", "edit"] + change)
            #expect(edited.exitCode == 0, "\(edited)")
        }
        do {
            let store = try home.store()
            var typed = HikeHeader(id: 0, name: "Typed", distance: 7.5, difficulty: 0)
            (typed.notes, typed.tags, typed.isFavourite) = ("Two\nlines, <&>", ["wet", "boots"], true)
            (typed.ascent, typed.duration, typed.movingTime) = (412.5, 7300.25, 7000)
            // One hike twice: two walks of the same way.
            for _ in 1...2 { try store.addHike(typed) }
            (typed.name, typed.date, typed.activity) = ("Typed too", Day(year: 2020, month: 2, day: 29), .skiing)
            try store.addHike(typed)
            let hut = try #require(TrackPoint(latitude: 47.5, longitude: 11.123456789, elevation: 1800.123))
            try store.editHike(5) { hike in
                hike.waypoints = [Waypoint(name: "Hut", position: hut, description: "Open", symbol: "Lodge")]
                hike.laps = [Lap(distance: 0.5, duration: 600, name: "Up")]
                (hike.notes, hike.ascent) = (" Wet.\n", 77)
            }
            store.close()
        }
        let file = home.path(of: "out.\(format)")
        let exported = try home.run("hike", "export", "--format", format, "-o", file)
        #expect(exported.exitCode == 0 && exported.output.isEmpty, "\(exported)")
        let imported = try other.run("hike", "import", file)
        #expect(
            imported.output == "\(count + 3) imported, 0 skipped, 0 refused\n" && imported.errors.isEmpty, "\(imported)"
        )
        let (before, after) = (try Self.content(of: home.store()), try Self.content(of: other.store()))
        #expect(before.count == count + 2 && after.count == count + 2, "two have one name")
        let different = before.filter { name, content in
            after[name].map { $0.0 != content.0 || $0.1 != content.1 } ?? true
        }
        #expect(different.isEmpty, "\(different.count) differ: \(different.keys.sorted().prefix(3))")
    }

    @Test func `are written one by one, with names that are safe and different, and never over another`() throws {
        let home = try Home.withStore(unlocked: true)
        for (name, day) in [("Ridge", "01"), ("a/b:c?", "02"), ("...", "03"), ("ridge", "01")] {
            let walk = `Recordings on the command line`.walk(name, start: "2026-04-\(day)T08:")
            _ = try home.run(
                "hike", "import", "-", "--duplicates", "keep",
                input: walk.replacing("lon=\"11\"", with: "lon=\"1\(day)\""))
        }
        #expect(try home.run("hike", "add", "--name", "Noted", "--distance", "4").exitCode == 0)
        let folder = home.path(of: "out/hikes")
        let written = try home.run("hike", "export", "--to", folder)
        #expect(written.exitCode == 0 && written.output == "5 files written\n", "\(written)")
        #expect(written.errors.contains("no position is known of hike 5, Noted"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
                "2026-04-01 Ridge.gpx", "2026-04-01 ridge 2.gpx", "2026-04-02 a-b-c-.gpx", "2026-04-03.gpx",
                "Noted.gpx",
            ])
        #expect(try home.run("hike", "export", "--to", folder).exitCode == 14)
        let file = home.path(of: "all.gpx")
        #expect(try home.run("hike", "export", "1", "-o", file).exitCode == 0)
        #expect(try home.run("hike", "export", "1", "-o", file).exitCode == 14)
        #expect(try home.json("hike", "export", "2", "-o", home.path(of: "two.gpx")).file != nil)
        #expect(try home.run("hike", "export", "-o", "a", "--to", "b").exitCode == 64)
        #expect(try Home.withOtherStore().json("hike", "import", folder, "--duplicates", "keep").imported == 5)
    }
}
