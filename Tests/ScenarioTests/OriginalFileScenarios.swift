import FoundationEssentials
import TestSupport
import Testing

@Suite struct `Files that hikes were imported from` {
    @Test func `are given back byte for byte, and go with an export of everything`() throws {
        let home = try Home.withStore(unlocked: true)
        let walk = `Recordings on the command line`.walk("Ridge")
        let lake = `Recordings on the command line`.walk("Lake", start: "2026-05-01T08:") + "<!-- kept -->\n"
        let files = [try home.write(walk, to: "ridge.gpx"), try home.write(lake, to: "lake.gpx")]
        #expect(try home.json("hike", "import", files[0], files[1]).imported == 2)
        #expect(try home.run("hike", "add", "--name", "Typed", "--distance", "3").exitCode == 0)
        #expect(try home.run("hike", "export", "--format", "original", "2").output == lake)
        #expect(try home.run("hike", "export", "--format", "original").exitCode == 15)
        #expect(try home.run("hike", "export", "--format", "original", "3").exitCode == 17)
        let folder = home.path(of: "out")
        let written = try home.run("hike", "export", "--format", "original", "--to", folder)
        #expect(written.exitCode == 0 && written.errors.contains("no file is kept of hike 3"), "\(written)")
        #expect(try String(contentsOfFile: "\(folder)/ridge.gpx", encoding: .utf8) == walk)
        #expect(try String(contentsOfFile: "\(folder)/lake.gpx", encoding: .utf8) == lake)
        // A name may have several points, and keeps its ending.
        let named = try home.write(walk.replacing("08:", with: "09:"), to: "v1.2 See & Wald_x.gpx")
        #expect(try home.json("hike", "import", named).imported == 1)
        #expect(try home.run("hike", "export", "--format", "original", "--to", folder, "4").exitCode == 0)
        #expect(try String(contentsOfFile: "\(folder)/v1.2 See & Wald_x.gpx", encoding: .utf8).contains("09:"))
        // All of it goes elsewhere, and is equal on export again.
        let (all, other) = (home.path(of: "all.json"), try Home.withOtherStore())
        #expect(try home.run("export", all).exitCode == 0)
        #expect(try other.run("import", all).exitCode == 0)
        let again = other.path(of: "again.json")
        #expect(try other.run("export", again).exitCode == 0)
        let text = try String(contentsOfFile: all, encoding: .utf8)
        #expect(text == (try String(contentsOfFile: again, encoding: .utf8)) && text.contains("\"files\""))
        #expect(try other.run("hike", "export", "--format", "original", "2").output == lake)
        // Those of removed hikes aren't in it, and are there again when the hikes are.
        #expect(try home.run("hike", "remove", "2").exitCode == 0)
        let without = try home.run("export").output
        #expect(without.contains("ridge.gpx") && !without.contains("lake.gpx"))
        #expect(try home.run("hike", "restore", "2").exitCode == 0)
        #expect(try home.run("hike", "export", "--format", "original", "2").output == lake)
        let bare = try home.run("export", "--without-files").output
        #expect(!bare.contains("\"files\"") && !bare.contains("\"original\"") && bare.contains("\"recording\""))
    }
}
