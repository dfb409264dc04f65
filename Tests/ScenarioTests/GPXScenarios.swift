import FoundationEssentials
import Glibc
import ProfileKit
import TestSupport
import Testing

@Suite struct `Recordings on the command line` {
    /// A walk of 2 km up a 10 % slope with a rest, as a watch records it.
    static func walk(_ name: String = "Ridge", start: String = "2026-04-22T08:") -> String {
        let points = (0..<200).map { index in
            let seconds = index * 10 + (index >= 100 ? 1200 : 0)
            let time = "\(start)\(pair(seconds / 60)):\(pair(seconds % 60))+02:00"
            return """
                <trkpt lat="\(47 + Double(index) * 0.00009)" lon="11"><ele>\(500 + index)</ele><time>\(time)</time>
                <extensions><ns3:TrackPointExtension><ns3:hr>\(100 + index / 10)</ns3:hr></ns3:TrackPointExtension>
                </extensions></trkpt>
                """
        }
        let halves = [points[..<100], points[100...]].map { "<trkseg>\($0.joined(separator: "\n"))</trkseg>" }
        return """
            <?xml version="1.0"?>
            <gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1"
              xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <trk><name>\(name)</name>\(halves.joined())</trk></gpx>
            """
    }

    private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    @Test func `become hikes with their figures, each only once`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = try home.write(Self.walk(), to: "ridge.gpx")
        let first = try home.json("hike", "import", file)
        #expect(first.imported == 1 && first.hikes == [1])
        let hike = try #require(try home.json("hike", "show", "1").hike)
        #expect(hike.name == "Ridge" && hike.date == "2026-04-22" && hike.source == "GPX, Watch")
        #expect(hike.duration == 3190 && hike.movingTime == 1980)
        #expect(hike.heartRate?.min == 100 && hike.heartRate?.max == 119)
        #expect(hike.observations?.count == 20)
        let copy = try home.write(Self.walk(), to: "copy.gpx")
        #expect(try home.json("hike", "import", file, copy).skipped == 2)
        #expect(try home.json("show").badges?.elements.map(\.name) == ["First Hike", "Earth Day"])
    }

    @Test func `are shown with the methods used, in the units asked for`() throws {
        let home = try Home.withStore(unlocked: true)
        _ = try home.run("hike", "import", try home.write(Self.walk(), to: "ridge.gpx"))
        let metric = try home.run("hike", "show", "1").output
        #expect(metric.contains("Ascent     199 m (smoothed over 40 m or more, 2.5 m hysteresis or more)"), "\(metric)")
        #expect(metric.contains("Distance   2.0 km (horizontal)"))
        #expect(metric.contains("Moving     33 min (0.5 km/h or more over 60 s)"))
        #expect(metric.contains("Not moving 20 min (stops and gaps)"))
        let imperial = try home.run("hike", "show", "1", "--units", "imperial").output
        #expect(
            imperial.contains("Ascent     653 ft (smoothed over 131 ft or more, 8.2 ft hysteresis or more)"),
            "\(imperial)")
        #expect(!imperial.contains(" m ") && !imperial.contains(" km"))
        #expect(
            try home.run("hike", "list", "--units", "imperial").output.hasSuffix(
                "1 hike · 1.2 mi · 653 ft up · 33 min moving\n"))
        // A hike whose figures were imported names no method.
        _ = try home.run("hike", "import", "\(packageFolder)/Data/hikeData.json")
        #expect(try !home.run("hike", "show", "2003").output.contains("smoothed"))
    }

    @Test func `are read from folders in name order, and other files there are skipped`() throws {
        let home = try Home.withStore(unlocked: true)
        let folder = home.path(of: "walks")
        for below in ["", "/2026", "/.hidden"] {
            try FileManager.default.createDirectory(atPath: folder + below, withIntermediateDirectories: true)
        }
        for (name, walk) in [
            ("b.gpx", "B"), ("2026/c.GPX", "C"), ("notes.txt", "N"), (".hidden/h.gpx", "H"), ("d.gpx", "D"),
        ] {
            _ = try home.write(Self.walk(walk), to: "walks/\(name)")
        }
        // Services put much JSON of their own beside the hikes.
        let foreign = try home.write("{\"settings\": {}}", to: "walks/settings.json")
        #expect(try home.run("hike", "import", foreign).exitCode == 15)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: folder)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/gone.gpx", withDestinationPath: "nowhere")
        // Nobody writes to the pipe, so opening it would wait forever.
        try #require(mkfifo("\(folder)/pipe.gpx", 0o600) == 0)
        #expect(try home.json("hike", "import", folder, "--duplicates", "keep").imported == 3)
        let names = try home.json("hike", "list", "--sort", "name").hikes?.elements
        #expect(names?.map(\.id) == [2, 1, 3] && names?.map(\.name) == ["B", "C", "D"])
        // A table of hikes is one of them, and a table of something else isn't.
        _ = try home.write("name,distance\nTable,4\n", to: "walks/table.csv")
        for name in ["bikes", "activities"] { _ = try home.write("Bike Name\nRed\n", to: "walks/\(name).csv") }
        let tables = try home.json("hike", "import", folder)
        #expect(tables.imported == 1 && tables.passed == 2 && tables.refused?.count == 0)
        let empty = home.path(of: "empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        let refused = try home.run("hike", "import", empty)
        #expect(refused.exitCode == 15)
        #expect(
            refused.errors.contains(
                "no file in it whose name ends in .gpx, .fit, .tcx, .kml, .geojson, .json or .csv, in one of these"))
    }

    @Test func `are read from a folder whatever bytes their names have`() throws {
        let home = try Home.withStore(unlocked: true)
        let folder = home.path(of: "walks")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, walk) in [("a.gpx", "A"), ("b.gpx", "B")] {
            _ = try home.write(Self.walk(walk), to: "walks/\(name)")
        }
        // A file name from an older system, whose bytes aren't UTF-8.
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: folder)
        #expect(try shell.run("-c", "mv b.gpx \"$(printf 'w\\344lder.gpx')\"").exitCode == 0)
        let imported = try home.json("hike", "import", folder, "--duplicates", "keep")
        #expect(imported.imported == 2 && imported.refused?.count == 0)
    }

    @Test func `have their format detected from the content, or named`() throws {
        let home = try Home.withStore(unlocked: true)
        #expect(try home.run("hike", "import", "-", input: Self.walk("A")).exitCode == 0)
        let named = try home.run(
            "hike", "import", "-", "--format", "gpx", "--duplicates", "keep", input: Self.walk("B"))
        #expect(named.exitCode == 0)
        let wrong = try home.run("hike", "import", "-", "--format", "landmarks", input: Self.walk("C"))
        #expect(wrong.exitCode == 15 && wrong.errors.contains("-:1: "))
        let unknown = try home.run("hike", "import", "-", input: "plain words")
        #expect(unknown.exitCode == 15 && unknown.errors.contains("not a GPX, FIT, TCX, KML, GeoJSON, Landmarks"))
        #expect(try home.run("hike", "import", "-", "--format", "fit", input: "").exitCode == 15)
        #expect(try home.run("hike", "import", "-", "-", input: "").exitCode == 64)
        #expect(try home.json("hike", "list").hikes?.count == 2)
    }

    @Test func `that are broken leave nothing behind, and the others are kept`() throws {
        let home = try Home.withStore(unlocked: true)
        let track = "<trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>"
        let broken = try home.write(
            "<gpx>\(track)\n<trk><trkseg><trkpt></trkseg></trk></gpx>", to: "broken.gpx")
        let good = try home.write(Self.walk(), to: "good.gpx")
        let imported = try home.run("hike", "import", broken, good)
        #expect(imported.exitCode == 15)
        #expect(imported.output == "1 imported, 0 skipped, 1 refused\n")
        #expect(imported.errors.contains("\(broken):2: the text is not XML: mismatched tag\n"), "\(imported.errors)")
        #expect(try home.json("hike", "list").hikes?.elements.map(\.name) == ["Ridge"])
    }

    static let hostile: [(name: String, text: String, place: String)] = [
        ("laughs", "<!DOCTYPE gpx [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>\n<gpx>&b;</gpx>", ":1: "),
        ("type", "<?xml version='1.0'?>\n<!DOCTYPE gpx>\n<gpx/>", ":2: "),
        ("attributes", "<gpx>\n<x\((0..<200_000).map { " a\($0)=''" }.joined())/></gpx>", ":2: "),
        ("deep", "<gpx>\n\(String(repeating: "<a>", count: 100_000))", ":2: "),
    ]

    @Test(.aboutLimits, arguments: hostile)
    func `that are hostile are refused with their position, in little memory, and leave the store unchanged`(
        name: String, text: String, place: String
    ) throws {
        let home = try Home.withStore(unlocked: true)
        let file = try home.write(text, to: "\(name).gpx")
        let before = home.storeBytes
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        // 200 MB for data and stack; the program's code is mapped in addition.
        let refused = try shell.run(
            "-c", "ulimit -d 200000; exec \"$0\" hike import \"$1\"", home.program.path, file)
        #expect(refused.exitCode == 15, "\(refused)")
        #expect(refused.errors.contains("\(file)\(place)"), "\(refused.errors)")
        #expect(home.storeBytes == before)
    }

    @Test func `are imported with a report of what was left out, and tracks without a name get the file's`() throws {
        let home = try Home.withStore(unlocked: true)
        let flaws =
            "<trkpt lat='95' lon='1'/><trkpt lat='100' lon='1'/><trkpt lat='47' lon='11'><time>noon</time></trkpt>"
        let walk = Self.walk("").replacing("<trkseg>", with: "<trkseg>" + flaws, maxReplacements: 1)
        let file = try home.write(walk, to: "Morning walk.gpx")
        let imported = try home.run("hike", "import", file)
        #expect(imported.exitCode == 0 && imported.output == "1 imported, 0 skipped, 0 refused\n")
        #expect(imported.errors == "\(file): 3 points left out\n")
        #expect(try home.json("hike", "list").hikes?.elements.map(\.name) == ["Morning walk"])
        #expect(try home.run("hike", "import", file, "--quiet").errors.isEmpty)
        let other = try home.write(walk.replacing("2026-", with: "2025-"), to: "Other walk.gpx")
        #expect(try home.json("hike", "import", other).remarks?[0]?.message == "3 points left out")
    }

    @Test func `are imported without impossible points, and a track that is too fast is named`() throws {
        let home = try Home.withStore(unlocked: true)
        func track(_ name: String, every step: Double, _ more: String = "") -> String {
            let points = (0..<120).map { second in
                "<trkpt lat='\(47 + Double(second) * step)' lon='11'><ele>500</ele>"
                    + "<time>2026-05-01T08:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z</time></trkpt>"
            }
            return "<trk><name>\(name)</name><trkseg>\(points.joined())\(more)</trkseg></trk>"
        }
        let flaws =
            "<trkpt lat='47.01' lon='11'><ele>99999</ele></trkpt>"
            + "<trkpt lat='47.01' lon='11'><time>1901-05-01T08:10:00Z</time></trkpt>"
        let file = try home.write(
            "<gpx version='1.1'>\(track("Walk", every: 0.000_01, flaws))\(track("Ride", every: 0.000_1))</gpx>",
            to: "two.gpx")
        let imported = try home.run("hike", "import", file)
        #expect(imported.exitCode == 0, "\(imported)")
        #expect(imported.errors.contains("\(file): Walk: 1 value left out\n"), "\(imported)")
        #expect(imported.errors.contains("\(file): Walk: 1 timestamp left out\n"), "\(imported)")
        let other = try Home.withOtherStore()
        let remarks = try other.json("hike", "import", file).remarks
        #expect(remarks?[0]?.file == .string(file))
        #expect(remarks?[0]?.message == "Walk: 1 value left out")
        #expect(remarks?.count == 3)
        #expect(
            imported.errors.contains("two.gpx: Ride: no activity named; its speed is that of cycling\n"), "\(imported)")
        #expect(try home.json("show").totals?.hikes == 1)
    }

    @Test func `are exported together with plans, which are plans again when imported`() throws {
        let home = try Home.withStore(unlocked: true)
        let file = try home.write(Self.walk("Walk"), to: "walk.gpx")
        let plan = try home.write(
            "<gpx version='1.1'><rte><name>Plan</name><rtept lat='47' lon='11'/><rtept lat='47.1' lon='11'/></rte></gpx>",
            to: "plan.gpx")
        #expect(try home.json("hike", "import", file, plan).imported == 2)
        let exported = try home.run("hike", "export", "--format", "gpx").output
        // The schema of GPX has routes before tracks.
        let (route, track) = (exported.ranges(of: "<rte>").first, exported.ranges(of: "<trk>").first)
        #expect(try #require(route).lowerBound < #require(track).lowerBound)
        let all = try home.write(exported, to: "all.gpx")
        let other = try Home.withOtherStore()
        #expect(try other.json("hike", "import", all).imported == 2)
        #expect(try other.json("hike", "list").hikes?.elements.map(\.planned) == [false, true])
    }

    @Test func `are read from archives, each file separately`() throws {
        let home = try Home.withStore(unlocked: true)
        for name in ["A", "B"] { _ = try home.write(Self.walk(name), to: "\(name).gpx") }
        _ = try home.write("<gpx>", to: "broken.gpx")
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        #expect(try shell.run("-c", "gzip -k A.gpx").exitCode == 0)
        #expect(try home.json("hike", "import", home.path(of: "A.gpx.gz")).imported == 1)
        #expect(try home.json("hike", "import", home.path(of: "A.gpx")).skipped == 1)
        // No tool that makes zip archives is installed everywhere, so the test makes one without compression.
        let archive = home.path(of: "all.zip")
        let inner = Self.storedArchive([
            "C.gpx": Array(Self.walk("C").utf8), "deep.zip": Self.storedArchive([:]), "empty.gpx": Array("<gpx/>".utf8),
        ])
        try Data(
            Self.storedArchive([
                "b/B.gpx": Array(Self.walk("B").utf8), "broken.gpx": Array("<gpx>".utf8), "in/more.zip": inner,
                "settings.json": Array("{}".utf8),
            ])
        ).write(to: URL(filePath: archive))
        let imported = try home.run("hike", "import", archive, "--duplicates", "keep")
        #expect(imported.exitCode == 15)
        #expect(
            imported.output
                == "5 files: 2 hikes imported, 2 files without an activity, 1 damaged, 1 notice (--verbose lists them)\n",
            "\(imported)")
        #expect(imported.errors.contains("1 file of 5 refused\n") && !imported.errors.contains("broken.gpx"))
        let told = try home.run("hike", "import", archive, "--duplicates", "keep", "--verbose")
        #expect(told.errors.contains("\(archive)/broken.gpx:1: "), "\(told.errors)")
        #expect(told.errors.contains("\(archive)/in/more.zip/deep.zip: archives are read one level deep\n"))
        #expect(told.errors.contains("\(archive)/in/more.zip/empty.gpx: no track or route has any points\n"))
        #expect(
            told.output
                == "5 files: 0 hikes imported, 2 known already, 2 files without an activity, 1 damaged, 1 notice\n")
        #expect(try home.json("hike", "list", "--sort", "name").hikes?.elements.map(\.name) == ["A", "B", "C"])
        let answer = try JSONValue(try home.run("hike", "import", archive, "--json").output)
        #expect(answer.passed == 2 && answer.skipped == 2 && answer.refused?.count == 1)
        #expect(try home.run("hike", "import", try home.write("<gpx/>", to: "empty.gpx")).exitCode == 15)
        let piped = try shell.run("-c", "cat all.zip | \"$0\" hike import -", home.program.path)
        #expect(piped.exitCode == 15 && piped.errors.contains("only be read from a regular file"), "\(piped)")
        #expect(piped.errors.contains("Save the archive as a file, and name that."))
    }

    @Test func `that are cut short are read up to there with --partial, and that is said`() throws {
        let home = try Home.withStore(unlocked: true)
        let walk = Self.walk("Cut")
        let file = try home.write(String(walk.prefix(walk.count / 2)), to: "cut.gpx")
        let refused = try home.run("hike", "import", file)
        #expect(refused.exitCode == 15 && refused.errors.contains("Read what comes before the damage with --partial."))
        let read = try home.run("hike", "import", file, "--partial")
        #expect(read.exitCode == 0 && read.output == "1 imported, 0 skipped, 0 refused\n", "\(read)")
        #expect(read.errors.contains("it ends too early; what comes before it was read"), "\(read.errors)")
        let hike = try #require(try home.json("hike", "show", "1").hike)
        #expect(hike.name == "Cut" && hike.observations?.count == 10)
        // What isn't damage is refused all the same.
        #expect(try home.run("hike", "import", "-", "--partial", input: "<gpx/>").exitCode == 15)
        let missing = try home.run("hike", "import", "nowhere.gpx")
        #expect(missing.exitCode == 21 && missing.errors.contains("nowhere.gpx: cannot be opened"))
    }

    /// A zip archive whose files are stored without compression.
    static func storedArchive(_ files: KeyValuePairs<String, [UInt8]>) -> [UInt8] {
        func little(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        var (bytes, list): ([UInt8], [UInt8]) = ([], [])
        for (name, content) in files {
            var sum: UInt32 = ~0
            for byte in content {
                sum ^= UInt32(byte)
                for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
            }
            let common =
                little(20, 2) + little(0, 8) + little(Int(~sum), 4) + little(content.count, 4)
                + little(content.count, 4) + little(name.utf8.count, 2)
            list += [0x50, 0x4B, 1, 2] + little(20, 2) + common + little(0, 12) + little(bytes.count, 4) + name.utf8
            bytes += [0x50, 0x4B, 3, 4] + common + little(0, 2) + Array(name.utf8) + content
        }
        return bytes + [UInt8](list) + [0x50, 0x4B, 5, 6] + little(0, 4) + little(files.count, 2)
            + little(files.count, 2) + little(list.count, 4) + little(bytes.count, 4) + little(0, 2)
    }

    @Test(.aboutLimits) func `that never end are refused`() throws {
        let home = try Home.withStore(unlocked: true)
        let shell = Program(path: "/bin/sh", environment: home.program.environment, workingDirectory: home.path)
        let refused = try shell.run(
            "-c",
            "yes '<!-- a comment of some length, which no hike has any need of, again and again -->' | (ulimit -d 200000; exec \"$0\" hike import -)",
            home.program.path)
        #expect(refused.exitCode == 15, "\(refused)")
        #expect(refused.errors.contains("256 MiB"), "\(refused.errors)")
    }

    @Test func `an import ends with Ctrl-C, undoes the file that it is at, and says what is there`() throws {
        let home = try Home.withStore(unlocked: true)
        for name in ["A", "B", "C"] { _ = try home.write(Self.walk(name), to: "\(name).gpx") }
        let store = try home.store()
        #expect(try home.program.run("hike", "import", "A.gpx").exitCode == 0)
        var held: Terminal?
        // Until this returns, the import waits for its first file's turn.
        try store.importHikes { _ in
            let terminal = try home.program.onTerminal("hike", "import", "B.gpx", "C.gpx", "--duplicates", "keep")
            try terminal.expect("waiting for another process")
            try terminal.press(.controlC)
            held = terminal
        }
        let interrupted = try #require(held)
        try interrupted.expect("0 imported, 0 skipped, 0 refused")
        try interrupted.expect("interrupted: 0 of 2 files were read")
        #expect(try interrupted.expectExit().exitCode == 130)
        #expect(try home.json("hike", "list").hikes?.count == 1)
    }

    @Test func `show a progress bar only on a terminal`() throws {
        let home = try Home.withStore(unlocked: true)
        for number in 1...4 { _ = try home.write(Self.walk("W\(number)"), to: "\(number).gpx") }
        let files = (1...4).map { home.path(of: "\($0).gpx") }
        let terminal = try home.program.onTerminal(arguments: ["hike", "import", "--duplicates", "keep"] + files)
        try terminal.expect("4 imported, 0 skipped, 0 refused")
        #expect(try terminal.expectExit().exitCode == 0)
        #expect(
            terminal.transcript.contains("[############............] 50 % of 4 files  3.gpx"), "\(terminal.transcript)")
        for arguments in [["--quiet"], ["--json"], ["--plain"]] {
            let quiet = try home.program.onTerminal(arguments: ["hike", "import"] + files + arguments)
            #expect(try quiet.expectExit().exitCode == 0)
            #expect(!quiet.transcript.contains("%"), "\(quiet.transcript)")
        }
        #expect(try home.program.run(arguments: ["hike", "import"] + files).errors.isEmpty)
    }

    @Test func `from real devices are read, or refused with the right reason`() throws {
        let home = try Home.withStore(unlocked: true)
        let imported = try home.run("hike", "import", recordings, "--duplicates", "keep", "--json")
        #expect(imported.exitCode == 0)
        let answer = try JSONValue(imported.output)
        // Two files have no points; one has points without a position.
        #expect(answer.refused?.count == 0 && answer.passed == 2)
        #expect(answer.imported == 45 && answer.skipped == 0)
        let hikes = try #require(try home.json("hike", "list").hikes?.elements)
        let alpine = try #require(hikes.first { $0.name == "GPX Test" })
        #expect(alpine.duration == 10_423)
        let again = try JSONValue(try home.run("hike", "import", recordings, "--json").output)
        #expect(again.imported == 0 && again.skipped == 45)
    }

    @Test func `stay 684 hikes after an export, an import and another import of their files`() throws {
        let (home, other) = (try Home.withStore(unlocked: true), try Home.withOtherStore())
        let folder = home.path(of: "recordings")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for file in 0..<36 {
            let tracks = (0..<19).map { track in
                let day = "2025-\(Self.pair(1 + file % 12))-\(Self.pair(1 + track))T\(Self.pair(6 + file / 12 * 4))"
                let points = (0..<12).map { point in
                    """
                    <trkpt lat="\(47 + Double(file) / 10 + Double(point) * 0.0009)" lon="\(11 + Double(track) / 10)">
                    <ele>\(500 + 5 * point)</ele><time>\(day):\(Self.pair(point * 2)):00Z</time></trkpt>
                    """
                }
                return "<trk><name>Walk \(file) \(track)</name><trkseg>\(points.joined())</trkseg></trk>"
            }
            let text = "<gpx version=\"1.1\" creator=\"Watch\">\(tracks.joined())</gpx>"
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file).gpx"))
        }
        #expect(try home.json("hike", "import", folder).imported == 684)
        let export = home.path(of: "export.json")
        #expect(try home.run("export", export).exitCode == 0)
        for store in [other, home] {
            #expect(try store.run("import", export, "--replace").exitCode == 0)
            let again = try store.json("hike", "import", folder)
            #expect(again.imported == 0 && again.skipped == 684)
            #expect(try store.json("show").totals?.hikes == 684)
        }
        #expect(try other.run("export").output == home.run("export").output)
    }
}
