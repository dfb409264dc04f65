import ProfileKit
import ProfileRendering
import ProfileSupport
import Testing

@testable import ProfileApp

@Suite struct `The profile's sheet` {
    @Test func `shows the summary as profile show does`() {
        let sheet = Sample.sheet(size: CellSize(columns: 80, rows: 60))
        let shown = sheet.lines(CellSize(columns: 80, rows: 60))
        let digest = HikeSummary(over: Sample.headers, goalDate: Sample.profile.goalDate)
        for text in [
            "g_kumar", "Notifications: On", "Seasonal Photos: ☃️  winter", "Goal Date: 1 May 2027 (161 days left)",
            "Completed Badges", "First Hike", "Recent Hikes",
        ] + digest.recent.map(\.name) {
            #expect(shown.contains { $0.contains(text) }, "\(text)")
        }
        #expect(shown.contains { $0.contains("12 hikes · ") && $0.contains("moving") })
    }

    @Test func `shows each recent hike with its graph, and in the smallest window only the newest one's`() throws {
        let recent = Sample.content().summary.hikes?.recent ?? []
        for (size, count) in zip(Picture.sizes, [1, 5, 5, 5]) {
            var settings = AppSettings()
            settings.presentation = Sample.still
            var sheet = ProfileScreen(Sample.content(), settings: settings, size: size, at: .zero)
            #expect(sheet.read(sheet.begin(at: .zero)) == recent.prefix(count).map(\.id))
            // Everything from the top to the end.
            let width = size.columns - 4
            let whole = sheet.summary.recent.picture(in: CellSize(columns: width, rows: 0)).lines(depth: .none)
            for hike in recent { #expect(whole.contains { $0.contains(hike.name.prefix(12)) }) }
            let heights = recent.prefix(count).map {
                HikeGraph(Sample.hike($0.id), measure: .elevation, units: .metric).highest
            }
            for height in heights { #expect(whole.contains { $0.contains(height) }) }
            // A larger window requests the rest.
            let larger = sheet.update(.resized(CellSize(columns: 120, rows: 40)), at: .zero)
            #expect(sheet.read(larger) == recent.dropFirst(count).map(\.id))
            // Hikes that were read are kept as long as they don't change.
            #expect(sheet.refresh(Sample.content(), at: .zero) == [])
            #expect(sheet.refresh(Sample.content(Array(Sample.headers.dropLast())), at: .zero).names == ["hike"])
        }
    }

    @Test func `continues without a hike that can't be read or has no recording`() {
        var settings = AppSettings()
        settings.presentation = Sample.still
        var sheet = ProfileScreen(Sample.content(), settings: settings, size: Sample.terminal, at: .zero)
        var effects = sheet.begin(at: .zero)
        let room = CellSize(columns: 76, rows: 0)
        let before = sheet.summary.recent.height(in: room)
        var first = true
        while case .request(.hikes(.load(let id)), _)? = effects.first {
            let reply: Reply =
                first
                ? .noHike(id, UserMessage(.damaged, "no", hint: "")) : .hike(Hike(header: Sample.hike(id).header))
            effects = sheet.handle(reply, at: .zero)
            first = false
        }
        #expect(effects == [])
        #expect(before == 5 * 6 - 1)
        #expect(sheet.summary.recent.height(in: room) == 5)
    }

    @Test func `fills a large window with larger badges and graphs, within limits`() {
        for rows in stride(from: 20, through: 90, by: 7) {
            let size = CellSize(columns: 200, rows: rows)
            let sheet = Sample.sheet(size: size)
            let lines = sheet.lines(size)
            guard sheet.summary.lineCount(in: CellSize(columns: 196, rows: rows - 2)) <= rows - 2 else {
                #expect(rows < 60)
                continue
            }
            #expect(lines.contains { $0.contains("12 hikes · ") })
        }
        let heights = [10, 20, 30].map { rows in
            Sample.sheet().summary.recent.height(in: CellSize(columns: 196, rows: rows))
        }
        #expect(heights == heights.sorted() && Set(heights).count == 3)
    }

    @Test func `shows a profile with notifications off, with a past goal, and without content`() {
        var profile = Sample.profile
        profile.prefersNotifications = false
        profile.goalDate = Sample.today.adding(days: -1)
        let sheet = Sample.sheet(profile, [])
        #expect(sheet.shows("Notifications: Off"))
        #expect(sheet.shows("(1 day ago)"))
        #expect(sheet.lines().filter { $0.contains("none yet") }.count == 2)
        #expect(sheet.shows("0 hikes"))
    }

    @Test func `scrolls by lines, by pages and to the ends, never beyond`() {
        for size in [Sample.terminal, Sample.smallest] {
            var sheet = Sample.sheet(size: size)
            #expect(sheet.shows("g_kumar", size))
            #expect(sheet.press(.end) == [])
            #expect(!sheet.shows("g_kumar", size))
            #expect(sheet.shows("12 hikes", size))
            let end = sheet.lines(size)
            #expect(sheet.press(.down, .pageDown, .character(" ")) == [])
            #expect(sheet.lines(size) == end)
            #expect(sheet.press(.up) == [])
            #expect(sheet.lines(size) != end)
            #expect(sheet.press(.down) == [])
            #expect(sheet.lines(size) == end)
            #expect(sheet.press(.pageUp, .home) == [])
            #expect(sheet.scroll.top == 0)
        }
    }

    @Test func `has the earned badges' pictures in a row that scrolls`() {
        var sheet = Sample.sheet(size: CellSize(columns: 44, rows: 40))
        let size = CellSize(columns: 44, rows: 40)
        let names = HikeSummary(over: Sample.headers, goalDate: Sample.profile.goalDate).earnedBadges.map(\.badge.name)
        #expect(names.count > 3)
        #expect(sheet.shows(names[0], size))
        #expect(!sheet.shows(names[2], size))
        #expect(sheet.shows("22 April 2026", size) || sheet.shows("17 January 2026", size))
        #expect(sheet.press(.left) == [])
        #expect(sheet.firstBadge == 0)
        for _ in names { _ = sheet.press(.right) }
        #expect(sheet.shows(names[names.count - 1], size))
        #expect(!sheet.shows(names[0], size))
        #expect(sheet.firstBadge == names.count - 2)
        #expect(sheet.click("‹", size) == [])
        #expect(sheet.firstBadge == names.count - 3)
        #expect(sheet.click("›", size) == [])
        #expect(sheet.firstBadge == names.count - 2)
        // If there is room for more badges, the row is filled.
        _ = sheet.update(.resized(CellSize(columns: 200, rows: 40)), at: .zero)
        #expect(sheet.firstBadge == 0)
    }

    @Test func `names the keys for further badges and lines in the smallest window`() {
        let keys = Sample.sheet(size: Sample.smallest).lines(Sample.smallest).last ?? ""
        #expect(keys.contains("↑↓←→ scroll"))
        #expect(Sample.sheet().lines().last?.contains("←→ badges") == true)
    }

    @Test func `draws pictures in colour when colours are available`() {
        func colours(_ depth: ColorDepth) -> Set<Color> {
            let size = CellSize(columns: 80, rows: 60)
            var canvas = Canvas(size: size)
            Sample.sheet(size: size, depth: depth).draw(on: &canvas, at: .zero)
            return Set((9...13).flatMap { canvas.row($0).compactMap(\.style.foreground) })
        }
        #expect(colours(.trueColor).count > 8)
        #expect(colours(.none).isEmpty)
    }

    @Test func `slides up over the home, and ends in its place`() throws {
        var sheet = Sample.sheet(at: .seconds(5), motion: .full)
        let home = Sample.home()
        func picture(_ now: Moment) -> [String] {
            var canvas = Canvas(size: Sample.terminal)
            home.draw(on: &canvas, at: now)
            sheet.draw(on: &canvas, at: now)
            return canvas.lines(depth: .none)
        }
        func cursor(_ now: Moment) -> CellPoint? {
            var canvas = Canvas(size: Sample.terminal)
            sheet.draw(on: &canvas, at: now)
            return canvas.cursor
        }
        let settled = sheet.lines(at: .seconds(6))
        #expect(picture(.seconds(5)) == home.lines())
        // A screen reader isn't led along.
        #expect(cursor(.seconds(5)) != nil && cursor(.seconds(5)) == cursor(.seconds(6)))
        var now = Moment.seconds(5)
        var tops: [Int] = []
        while let next = sheet.nextTick(after: now) {
            try #require(next > now)
            now = next
            #expect(sheet.update(.tick, at: now) == [])
            let top = picture(now).firstIndex { $0.hasPrefix(" Profile") }
            tops.append(try #require(top))
            #expect(Array(picture(now)[tops[tops.count - 1]...]) == Array(settled.prefix(24 - tops[tops.count - 1])))
        }
        #expect(tops == tops.sorted(by: >))
        #expect(tops.last == 0)
        #expect(now == .milliseconds(5250))
    }

    @Test func `is in its place at once when motion is reduced`() {
        let sheet = Sample.sheet(at: .seconds(5))
        #expect(sheet.shows("g_kumar", at: .seconds(5)))
        #expect(sheet.nextTick(after: .seconds(5)) == nil)
    }

    @Test func `slides down on Esc, and closes when it is gone`() throws {
        var sheet = Sample.sheet(motion: .full)
        #expect(sheet.press(.escape, at: .seconds(1)) == [])
        // Keys no longer have an effect, and don't delay the end.
        #expect(sheet.press(.character("e"), .escape, at: .milliseconds(1100)) == [])
        #expect(sheet.update(.resized(Sample.smallest), at: .milliseconds(1100)) == [])
        var now = Moment.seconds(1)
        var closed: [Effect] = []
        while closed.isEmpty, let next = sheet.nextTick(after: now) {
            now = next
            closed = sheet.update(.tick, at: now)
        }
        #expect(closed == [.close])
        #expect(now == .milliseconds(1250))
        #expect(!sheet.shows("g_kumar", at: now))
        // A tick that another screen received is repeated.
        #expect(sheet.nextTick(after: .seconds(9)) == .seconds(9))
    }

    @Test func `passes a key on to the home while it slides down`() throws {
        let sample = try AppSample.shared.get()
        var app = App(
            Start(accounts: [sample.status()], opening: sample.opening()), settings: AppSample.settings(motion: .full))
        _ = app.begin(at: .zero) + app.press(.character("p"))
        _ = app.press(.escape, at: .seconds(1))
        #expect(app.shown(ProfileScreen.self)?.isLeaving == true)
        _ = app.press(.down, .character("b"), at: .milliseconds(1100))
        #expect(app.shown(BadgesScreen.self) != nil)
        _ = app.press(.escape, at: .milliseconds(1200))
        #expect(app.shown(HomeScreen.self)?.list.selected == 1)
    }

    @Test(arguments: [Key.escape, .character("q"), .character("p")])
    func `closes at once when motion is reduced`(key: Key) {
        var sheet = Sample.sheet()
        #expect(sheet.press(key) == [.close])
        #expect(!sheet.shows("g_kumar"))
    }

    @Test func `opens the editor with keys and the mouse, and mentions a saved draft`() {
        var sheet = Sample.sheet(draft: Sample.draft { $0.seasonalPhoto = .spring })
        #expect(sheet.shows("a draft is waiting"))
        #expect(sheet.shows("winter"))
        #expect(sheet.press(.character("e")) == [.request(.draft(.read))])
        _ = sheet.handle(.failed(UserMessage(.io, "no", hint: "")), at: .zero)
        #expect(sheet.click("e edit draft") == [.request(.draft(.read))])
        #expect(sheet.update(.click(CellPoint(column: 40, row: 2)), at: .zero) == [])
        #expect(sheet.press(.tab) == [])
        #expect(sheet.update(.paste("e"), at: .zero) == [])
    }

    @Test func `shows a commit at once`() {
        var sheet = Sample.sheet()
        var profile = Sample.profile
        profile.username = "hiker"
        let tomorrow = Sample.today.adding(days: 1)
        _ = sheet.refresh(Sample.content([], profile, today: tomorrow), at: .zero)
        #expect(sheet.shows("hiker"))
        #expect(sheet.shows("160 days left"))
        #expect(sheet.shows("none yet"))
        #expect(sheet.firstBadge == 0)
    }
}

extension HikeGraph {
    /// The label at the graph's upper edge: "742 m".
    fileprivate var highest: String { values.map { measure.label($0.upperBound, units: units) } ?? "no height" }
}
