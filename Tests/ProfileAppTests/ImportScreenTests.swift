import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `An import in the app` {
    @Test func `accepts several paths, completes them, and starts`() {
        var screen = ImportScreen()
        #expect(screen.press(.enter, .control("s")) == [])
        _ = screen.type("~/rec")
        #expect(screen.press(.tab) == [.request(.files(.complete(path: "~/rec")))])
        _ = screen.handle(.completions(["~/otherwise"], of: "~/other"), at: .zero)
        #expect(screen.input.text == "~/rec")
        _ = screen.handle(.completions(["~/recordings/", "~/records.zip"], of: "~/rec"), at: .zero)
        #expect(screen.input.text == "~/record")
        #expect(screen.shows("recordings/") && screen.shows("records.zip"))
        _ = screen.handle(.completions(["~/recordings/"], of: "~/record"), at: .zero)
        #expect(screen.input.text == "~/recordings/")
        _ = screen.press(.enter)
        _ = screen.update(.paste("'/a b.gpx'\n/c.fit\n"), at: .zero)
        #expect(screen.paths.map(\.path) == ["~/recordings/", "/a b.gpx", "/c.fit"])
        #expect(screen.press(.backspace) == [])
        #expect(screen.press(.enter) == [.request(.files(.importHikes(["~/recordings/", "/a b.gpx"], StopFlag())))])
    }

    @Test func `puts one completion after the other into the field on Tab and with the arrow keys`() {
        var screen = ImportScreen()
        _ = screen.type("a")
        _ = screen.handle(.completions(["a1/", "a2.gpx", "a3.gpx"], of: "a"), at: .zero)
        #expect(screen.press(.tab) == [] && screen.input.text == "a1/")
        #expect(screen.press(.down) == [] && screen.input.text == "a2.gpx")
        #expect(screen.press(.backTab, .up) == [] && screen.input.text == "a3.gpx")
        _ = screen.press(.tab)
        _ = screen.type("b")
        #expect(screen.press(.tab) == [.request(.files(.complete(path: "a1/b")))])
        var small = ImportScreen().sized(Sample.smallest)
        _ = small.type("a")
        _ = small.handle(.completions((1...30).map { "a\($0).gpx" }, of: "a"), at: .zero)
        _ = small.press(.backTab, .up)
        #expect(small.shows("a29.gpx", Sample.smallest))
        _ = small.press(.down, .down, .down)
        #expect(small.shows("a2.gpx", Sample.smallest) && small.shows("more", Sample.smallest))
    }

    @Test func `groups the digits of large numbers`() {
        var screen = `The screens opened from the home`.importing()
        _ = screen.press(.control("s"))
        screen.advanced(ImportProgress(done: 0, total: 1000, file: "walk.gpx"))
        #expect(screen.shows("0 of 1,000 files"))
        _ = screen.ended(ImportReport(imported: Array(1...1000)))
        #expect(screen.shows("1,000 imported, 0 skipped"))
    }

    @Test func `lists each of the files that were dropped on it, and keeps what is typed`() {
        var screen = ImportScreen()
        _ = screen.update(.paste("'/a/route.gpx' '/b/it'\\''s.gpx' "), at: .zero)
        #expect(screen.paths.map(\.path) == ["/a/route.gpx", "/b/it's.gpx"])
        _ = screen.type("~/rec")
        _ = screen.update(.paste("/c.gpx\n/d.gpx"), at: .zero)
        #expect(screen.paths.count == 4 && screen.input.text == "~/rec")
        _ = screen.update(.paste("ordings/a b"), at: .zero)
        #expect(screen.input.text == "~/recordings/a b")
    }

    @Test func `reports at once whether each path can be read`() {
        var screen = ImportScreen()
        _ = screen.type("/a.gpx")
        #expect(screen.press(.enter) == [.request(.files(.find(path: "/a.gpx")))])
        #expect(!screen.shows("✓"))
        #expect(screen.handle(.found(path: "/a.gpx", problem: nil), at: .zero) == [])
        #expect(screen.shows("✓ /a.gpx"))
        _ = screen.type("/nosuch")
        #expect(screen.press(.enter) == [.request(.files(.find(path: "/nosuch")))])
        #expect(screen.handle(.found(path: "/nosuch", problem: "No such file or directory"), at: .zero) == [.ring])
        #expect(screen.shows("✗ /nosuch · No such file or directory"))
        // A reply for a path that was removed from the list.
        #expect(screen.handle(.found(path: "/other", problem: nil), at: .zero) == [])
    }

    @Test func `goes on after the lock that cut it off, and reports all of it`() {
        var screen = `The screens opened from the home`.importing()
        let start = screen.press(.control("s"))
        screen.advanced(ImportProgress(done: 2, total: 4, file: "c.gpx"))
        _ = screen.conceal(at: .zero)
        let cutOff = ImportReport(
            imported: [1, 2], notices: ["a.gpx: 1 point was left out"], unread: 2, isCutOffByLock: true)
        #expect(screen.handle(.imported(cutOff), at: .zero) == [])
        #expect(screen.resume(at: .zero) == start)
        screen.advanced(ImportProgress(done: 0, total: 4, file: "a.gpx"))
        // It is read from the beginning, so the first two are known by now.
        let rest = ImportReport(imported: [3], skipped: 3, refused: ["d.gpx:1: it is empty"])
        #expect(screen.handle(.imported(rest), at: .zero).names == ["say 3 hikes imported"])
        #expect(screen.shows("3 imported, 1 skipped, 1 refused"))
        #expect(screen.shows("a.gpx: 1 point was left out"))
        #expect(!screen.shows("locked") && !screen.shows("profile unlock"))
    }

    @Test func `begins again if its report can't come, and not if it is stopped or runs on`() {
        var lost = `The screens opened from the home`.importing()
        let start = lost.press(.control("s"))
        _ = lost.conceal(at: .zero)
        #expect(lost.resume(at: .zero) == start)
        var running = `The screens opened from the home`.importing()
        _ = running.press(.control("s"))
        running.advanced(ImportProgress(done: 1, total: 4, file: "b.gpx"))
        _ = running.conceal(at: .zero)
        #expect(running.resume(at: .zero) == [])
        #expect(
            running.handle(.imported(ImportReport(imported: [1], unread: 3, isCutOffByLock: true)), at: .zero) == start)
        var stopped = `The screens opened from the home`.importing()
        _ = stopped.press(.control("s"), .escape)
        _ = stopped.conceal(at: .zero)
        let effects = stopped.handle(
            .imported(ImportReport(imported: [1], unread: 3, isCutOffByLock: true)), at: .zero)
        #expect(effects.names == ["say 1 hike imported"])
        _ = stopped.resume(at: .zero)
        #expect(stopped.shows("1 imported, 0 skipped, 0 refused · stopped, 3 files not read"))
    }

    @Test func `shows its progress, stops on Escape, and reports the result`() {
        var screen = `The screens opened from the home`.importing()
        _ = screen.press(.control("s"))
        screen.advanced(ImportProgress(done: 3, total: 12, file: "walk.gpx"))
        #expect(screen.shows("3 of 12 files") && screen.shows("walk.gpx"))
        screen.advanced(ImportProgress(done: 0, total: 1, file: "walk.gpx"))
        #expect(screen.shows("0 of 1 file") && !screen.shows("1 files"))
        #expect(screen.press(.character("q"), .escape, .escape) == [])
        #expect(screen.shows("Stopping"))
        let report = `The screens opened from the home`.report()
        #expect(report.shows("3 imported, 1 skipped, 1 refused"))
        #expect(report.shows("walk.gpx:12: the time runs backwards"))
        screen = report
        #expect(screen.press(.enter, .character("q")) == [.close])
        var stopped = `The screens opened from the home`.importing()
        _ = stopped.press(.control("s"), .escape)
        _ = stopped.ended(ImportReport(imported: [1], unread: 288))
        #expect(stopped.shows("1 imported, 0 skipped, 0 refused · stopped, 288 files not read"))
    }
}
