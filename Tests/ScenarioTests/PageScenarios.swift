import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The page on the command line` {
    private static func home() throws -> Home {
        let home = try `Pictures on the command line`.home()
        let walk = try home.write(`Recordings on the command line`.walk("Recorded"), to: "walk.gpx")
        try #require(try home.run("hike", "import", walk).exitCode == 0)
        return home
    }

    @Test func `goes to stdout, or into a new file for its owner alone`() throws {
        let home = try Self.home()
        let page = try home.run("page")
        #expect(page.exitCode == 0)
        #expect(page.errors == "The page is not sealed: anyone who has it can read it.\n")
        #expect(page.output.hasPrefix("<!DOCTYPE html>\n") && page.output.hasSuffix("</html>\n"))
        #expect(page.output.matches(of: #/<article /#).count == 3)
        #expect(page.output.contains("<title>Map of Recorded</title>"))
        let file = home.path(of: "page.html")
        #expect(try home.run("page", "-o", file).output.isEmpty)
        #expect(try Data(contentsOf: URL(filePath: file)) == Data(page.output.utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try home.run("page", "-o", file).exitCode == 14)
        #expect(try home.json("page", "-o", home.path(of: "other.html")).file == .string(home.path(of: "other.html")))
    }

    @Test func `has places, waypoints and photos, and allows images for photos alone`() throws {
        let home = try Self.home()
        #expect(!(try home.run("page").output).contains("img-src"))
        let walk = try home.write(
            """
            <gpx version="1.1" creator="Watch"><wpt lat="46.5" lon="7.9"><name>Spring</name></wpt><trk><name>Way</name>\
            <trkseg><trkpt lat="46.5" lon="7.9"><time>2026-05-01T08:00:00Z</time></trkpt>\
            <trkpt lat="46.51" lon="7.9"><time>2026-05-01T09:00:00Z</time></trkpt></trkseg></trk></gpx>
            """, to: "way.gpx")
        _ = try home.run("hike", "import", walk)
        _ = try home.run("place", "add", "--name", "Well", "--position", "46.51,7.9", "--category", "Lakes")
        let photo = home.path(of: "dot.png")
        try `profile hike photo`.dot.write(to: URL(filePath: photo))
        #expect(try home.run("hike", "photo", "add", "10", photo).exitCode == 0)
        let page = try home.run("page")
        #expect(page.exitCode == 0)
        #expect(page.output.contains("<bdi>Lakes</bdi>: 1 of 1 place visited"))
        #expect(page.output.contains("Places: <bdi>Well</bdi>") && page.output.contains(">Spring</b>"))
        #expect(page.output.contains("img-src data:;"))
        #expect(page.output.matches(of: #/<img [^>]*src="data:image\/jpeg;base64,/#).count == 1)
    }

    @Test func `has the hikes that a filter chooses`() throws {
        let home = try Self.home()
        let page = try home.run("page", "--search", "unrec").output
        #expect(page.contains("A selection: 1 hike") && page.matches(of: #/<article /#).count == 1)
        #expect(!page.contains("Recorded"))
    }

    @Test func `opens in a browser from memory, and is removed when the account is locked`() throws {
        let home = try Self.home()
        let runtime = try #require(home.program.environment["XDG_RUNTIME_DIR"])
        let log = home.path(of: "opened")
        let program = try home.write("#!/bin/sh\ncp \"$1\" '\(log)'\n", to: "xdg-open")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let environment = ["PATH": "\(home.path):/usr/bin:/bin"]
        let opened = try home.program.run(arguments: ["page", "--open"], environment: environment)
        guard opened.exitCode != 21 else {
            // The tests' folder is on a disk.
            #expect(opened.errors.contains("a disk would keep the page"))
            return
        }
        #expect(opened.exitCode == 0)
        #expect(try Data(contentsOf: URL(filePath: log)).count > 10_000)
        #expect(try home.program.run(arguments: ["page", "--open"], environment: environment).exitCode == 0)
        #expect(exists("\(runtime)/profile-page.html"))
        _ = try home.run("lock")
        #expect(!exists("\(runtime)/profile-page.html"))
        #expect(try home.run("page", "--open", "-o", "x").exitCode == 64)
    }
}
