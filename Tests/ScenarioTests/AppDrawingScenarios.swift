import TestSupport
import Testing

/// Only what changed of a row is sent to the terminal, of which nobody may notice anything.
@Suite struct `What the app changes on the screen` {
    private func home(names: [String]) throws -> Home {
        let home = try Home.withStore(unlocked: true)
        for (place, name) in names.enumerated() {
            let date = "2026-04-2\(9 - place)"
            try #require(
                try home.run("hike", "add", "--name", name, "--distance", "4.5", "--date", date).exitCode == 0)
        }
        return home
    }

    @Test func `is what a new drawing of it shows, wide characters too`() throws {
        let home = try home(names: ["First", "山cdef"])
        let terminal = try home.app()
        try terminal.see("First", "山cdef")
        var before = "山cdef"
        for name in ["水cdef", "水山ef", "a山ef", "ab山f", "ab山水", "abcdef", "山水ef", "🏔x山ef", "e\u{301}水山", "山水cd"] {
            try #require(try home.run("hike", "edit", "2", "--name", name).exitCode == 0)
            try terminal.see(name, "No elevation was recorded.", "q quit", without: before)
            let anew = try home.app()
            try anew.see(name, "No elevation was recorded.", "q quit")
            #expect(terminal.picture.lines == anew.picture.lines)
            before = name
        }
    }

    @Test func `shifts no cell beside letters that terminals give different widths`() throws {
        let home = try home(names: ["First", String(repeating: "हिन्दी", count: 12)])
        let terminal = try home.app()
        try terminal.see("First", "हिन्दी", "q quit")
        try terminal.send("jkj")
        try terminal.see("No elevation was recorded.")
        for joinsMarks in [false, true] {
            var picture = ScreenPicture(rows: 24, columns: 80, joinsMarks: joinsMarks)
            picture.feed(terminal.transcript.utf8)
            let rows = picture.cells.filter { $0.joined().contains("km") }
            #expect(rows.count == 2)
            #expect(Set(rows.map { $0.lastIndex(of: "k") }).count == 1, "\(picture.text)")
            #expect(rows.allSatisfy { $0.joined().contains("2026-04-2") }, "\(picture.text)")
        }
    }

    @Test func `shows no removed hike again that others purge meanwhile`() throws {
        let home = try home(names: ["First", "Second"])
        let terminal = try home.app()
        try terminal.see("First", "Second")
        for id in ["1", "2"] { try #require(try home.run("hike", "remove", id).exitCode == 0) }
        try terminal.send("r")
        try terminal.see("Removed hikes", "First", "Second")
        try #require(try home.run("hike", "purge", "1", "--yes").exitCode == 0)
        try terminal.see("Second", without: "First")
    }
}
