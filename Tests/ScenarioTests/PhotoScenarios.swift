import FoundationEssentials
import TestSupport
import Testing

@Suite struct `profile hike photo` {
    /// A PNG file of one pixel.
    static let dot = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!

    private func homeWithHike() throws -> (Home, photo: String) {
        let home = try Home.withStore(unlocked: true)
        let added = try home.run("hike", "add", "--name", "Ridge", "--distance", "5", "--date", "2026-07-04")
        #expect(added.exitCode == 0)
        let photo = home.path(of: "dot.png")
        try Self.dot.write(to: URL(filePath: photo))
        return (home, photo)
    }

    @Test func `adds, lists, exports and removes photos`() throws {
        let (home, photo) = try homeWithHike()
        let added = try home.run("hike", "photo", "add", "1", photo)
        #expect(added.exitCode == 0 && added.output == "Photo 1 of hike 1\n", "\(added)")
        #expect(try home.run("hike", "photo", "add", "1", photo).errors.contains("the hike has it, as photo 1"))
        let listed = try home.run("hike", "photo", "list", "1")
        #expect(listed.output == "1  dot.png  1×1, 1 KiB\n")
        let json = try home.run("hike", "photo", "list", "1", "--json").output
        for member in ["\"number\":1", "\"name\":\"dot.png\"", "\"width\":1", "\"time\":null", "\"distance\":null"] {
            #expect(json.replacing(" ", with: "").contains(member), "\(member)")
        }
        let file = home.path(of: "out.png")
        #expect(try home.run("hike", "photo", "export", "1", "1", "--exact", "-o", file).exitCode == 0)
        #expect(try Data(contentsOf: URL(filePath: file)) == Self.dot)
        #expect(try home.run("hike", "photo", "export", "1", "1", "-o", file).exitCode == 14)
        #expect(try home.run("hike", "photo", "remove", "1", "1").output == "Photo 1 was removed.\n")
        let none = try home.run("hike", "photo", "list", "1")
        #expect(none.exitCode == 0 && none.output == "" && none.errors.contains("has no photos"))
    }

    @Test func `are featured by the profile's season`() throws {
        let (home, photo) = try homeWithHike()
        #expect(
            try home.run("hike", "add", "--name", "Snow", "--distance", "5", "--date", "2026-01-17").exitCode == 0)
        for hike in ["1", "2"] { #expect(try home.run("hike", "photo", "add", hike, photo).exitCode == 0) }
        for (season, label) in [
            ("summer", "Photo of 4 July 2026"), ("winter", "Photo of 17 January 2026"), ("spring", nil),
        ] {
            #expect(try home.run("edit", "--season", season).exitCode == 0)
            let page = try home.run("show", "--html").output
            for other in ["Photo of 4 July 2026", "Photo of 17 January 2026"] {
                #expect(page.contains("alt=\"\(other)\"") == (other == label), "\(season): \(other)")
            }
        }
    }

    @Test func `are in an export, unless it is without files, and come back with it`() throws {
        let (home, photo) = try homeWithHike()
        #expect(try home.run("hike", "photo", "add", "1", photo).exitCode == 0)
        let bare = try home.run("export", "--without-files").output
        #expect(bare.contains("Ridge") && !bare.contains("\"photos\""))
        #expect(try home.run("place", "add", "--name", "Hut", "--position", "46.53,7.96").exitCode == 0)
        let file = home.path(of: "all.json")
        #expect(try home.run("export", file).exitCode == 0)
        let other = try Home.withStore(unlocked: true)
        let imported = try other.run("import", file)
        #expect(imported.exitCode == 0, "\(imported)")
        #expect(try other.run("hike", "photo", "list", "1").output == "1  dot.png  1×1, 1 KiB\n")
        #expect(try other.run("export").output == home.run("export").output)
        // Nothing takes back a part of it.
        #expect(try other.run("hike", "undo").exitCode == 17)
        // Its photos go with the hikes that are replaced.
        #expect(try other.run("import", file, "--replace").exitCode == 0)
        #expect(try other.run("hike", "photo", "list", "1").output.hasSuffix("  dot.png  1×1, 1 KiB\n"))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let broken = try home.write(text.replacing("iVBORw0KGgo", with: "iVBORw1KGgo"), to: "broken.json")
        let refused = try other.run("import", broken, "--replace")
        #expect(refused.exitCode == 15 && refused.errors.contains("contains a photo that is neither JPEG nor PNG"))
    }

    @Test func `refuses what isn't a photo, and keeps the others`() throws {
        let (home, photo) = try homeWithHike()
        let text = try home.write("no photo", to: "notes.txt")
        let mixed = try home.run("hike", "photo", "add", "1", text, photo)
        #expect(mixed.exitCode == 15 && mixed.errors.contains("notes.txt is neither JPEG nor PNG"))
        #expect(mixed.output == "Photo 1 of hike 1\n")
        #expect(try home.run("hike", "photo", "add", "1", home.path(of: "missing.jpg")).exitCode == 21)
        #expect(try home.run("hike", "photo", "add", "9", photo).exitCode == 17)
        #expect(try home.run("hike", "photo", "remove", "1", "9").exitCode == 17)
        #expect(try home.run("hike", "photo", "export", "1", "x").exitCode == 15)
    }
}
