import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

/// Badges, totals, history, removed hikes and the form.
@Suite struct `The screens opened from the home` {
    private static let groups = [
        HikeGroup(
            key: "2026", totals: HikeTotals(hikes: 12, distance: 118.2, ascent: 4120, movingTime: 111_900), longest: 3,
            highest: 4),
        HikeGroup(key: "2025", totals: HikeTotals(hikes: 31, distance: 402.9, ascent: 15_020, movingTime: 401_000)),
        HikeGroup(key: "2024", totals: HikeTotals(hikes: 1, distance: 7.5), longest: 9),
        HikeGroup(key: nil, totals: HikeTotals(hikes: 2, distance: 14)),
    ]

    static func statistics(_ size: CellSize = Sample.terminal) -> StatisticsScreen {
        var screen = StatisticsScreen(Sample.content(), settings: `A hike's page`.settings).sized(size)
        screen.loaded(groups, by: .year)
        return screen
    }

    static func badges(
        _ size: CellSize = Sample.terminal, motion: Motion = .reduced, depth: ColorDepth = .none
    ) -> BadgesScreen {
        var settings = AppSettings()
        settings.presentation = Presentation(depth: depth, motion: motion)
        return BadgesScreen(Sample.content(), settings: settings, size: size, at: .zero)
    }

    static func removed(_ size: CellSize = Sample.terminal) -> RemovedScreen {
        var screen = RemovedScreen(settings: AppSettings()).sized(size)
        screen.loaded(Salvaged(value: Array(Sample.headers.prefix(3)), damaged: []))
        return screen
    }

    static func importing(_ size: CellSize = Sample.terminal) -> ImportScreen {
        var screen = ImportScreen().sized(size)
        _ = screen.type("~/walks/2026")
        _ = screen.press(.enter)
        _ = screen.handle(.found(path: "~/walks/2026", problem: nil), at: .zero)
        _ = screen.type("~/wlaks")
        _ = screen.press(.enter)
        _ = screen.handle(.found(path: "~/wlaks", problem: "No such file or directory"), at: .zero)
        _ = screen.type("~/rec")
        _ = screen.handle(.completions(["~/recordings/", "~/records.zip"], of: "~/rec"), at: .zero)
        return screen
    }

    static func report(_ size: CellSize = Sample.terminal) -> ImportScreen {
        var screen = importing(size)
        _ = screen.press(.control("s"))
        _ = screen.ended(
            ImportReport(
                imported: [1, 2, 3], skipped: 1, refused: ["walk.gpx:12: the time runs backwards"],
                notices: ["ridge.fit: 3 points were left out"]))
        return screen
    }

    @Test(arguments: Picture.sizes) func `match their golden files`(size: CellSize) throws {
        try Picture.check(Self.statistics(size), "statistics", size)
        try Picture.check(Self.badges(size), "badges", size)
        try Picture.check(Self.removed(size), "removed", size)
        try Picture.check(HikeForm(nil, units: .metric, today: Sample.today).sized(size), "hike-form", size)
        try Picture.check(Self.importing(size), "import", size)
        try Picture.check(Self.report(size), "import-report", size)
        var home = Sample.home(size: size)
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        _ = home.press(.character("?"))
        try Picture.check(home, "home-help", size)
        _ = home.press(.escape, .character("x"))
        try Picture.check(home, "home-asks", size)
        _ = home.press(.escape, .character("/"), .character("r"), .enter, .character("s"))
        try Picture.check(home, "home-found", size)
        try Picture.check(Self.history(size), "history", size)
    }

    static func history(_ size: CellSize) -> HistoryScreen {
        func entry(_ revision: Int, _ day: Int, from before: Profile?, to after: Profile) -> ProfileHistoryEntry {
            let noon = CivilTime(year: 2026, month: 11, day: day, hour: 12).secondsSince1970
            // Noon in this machine's time zone.
            let at = noon - (CivilTime(localSecondsSince1970: noon).secondsSince1970 - noon)
            let record = CommitRecord<Profile>(
                at: WallTime(secondsSince1970: at), before: before.map { Tagged($0) }, after: Tagged(after))
            return ProfileHistoryEntry(record, revision: revision)
        }
        var spring = Sample.profile
        spring.seasonalPhoto = .spring
        var named = spring
        (named.username, named.goalDate) = ("gita", Day(year: 2027, month: 6, day: 20))
        var screen = HistoryScreen(settings: AppSettings(), today: Sample.today).sized(size)
        let entries = [
            entry(12, 20, from: spring, to: named), entry(11, 17, from: Sample.profile, to: spring),
            entry(1, 2, from: nil, to: Sample.profile),
        ]
        screen.loaded(Salvaged(value: entries, damaged: []))
        return screen
    }

    @Test func `the list of removed hikes is read again after a failure, but not if reading it failed`() {
        let failure = Reply.failed(UserMessage(.io, "the server does not answer", hint: "Wait."))
        var screen = Self.removed()
        #expect(screen.handle(failure, at: .zero).requests.count == 1)
        #expect(screen.handle(failure, at: .zero).requests.isEmpty)
        #expect(screen.handle(failure, at: .zero).requests.count == 1)
    }

    @Test func `the list of removed hikes names no shell's command for a hike that was purged elsewhere`() {
        var screen = Self.removed()
        let gone = Reply.failed(UserMessage(StoreError(.noRecord(kind: "removed hike", number: 1))))
        let effects = screen.handle(gone, at: .zero)
        #expect(effects.names == ["say It was restored or purged elsewhere", "removed"])
    }

    // MARK: Totals

    @Test func `compare the years' totals with bars, and lead to a year's hikes and the largest of them`() {
        var screen = Self.statistics()
        #expect(screen.shows("2026     118.2 km  12 hikes"))
        #expect(screen.shows("46 hikes · 542.6 km"))
        #expect(screen.press(.character("l"), .character("v")).names == ["show HikeScreen", "show HikeScreen"])
        #expect(screen.press(.down, .character("l")) == [])
        #expect(screen.press(.right) == [.request(.hikes(.group(.month)))])
        // An answer to a request that is obsolete.
        screen.loaded(Self.groups, by: .year)
        #expect(!screen.shows("2026"))
        #expect(screen.press(.escape) == [.close])
    }

    @Test func `have a bar in each row, in its own colour in the selected one too`() {
        var canvas = Canvas(size: Sample.terminal)
        Self.statistics().draw(on: &canvas, at: .zero)
        let bars = canvas.cells.filter { $0.character == "█" }
        #expect(bars.count > 10 && bars.allSatisfy { $0.style == .bar })
        #expect(canvas.row(3).prefix(20).dropFirst().allSatisfy { $0.style == .focused })
    }

    @Test func `keep the chosen totals in sight when the window shrinks`() {
        let months = (1...60).map { HikeGroup(key: "2026-\($0)", totals: HikeTotals(hikes: 1, distance: 1)) }
        var screen = StatisticsScreen(Sample.content(), settings: `A hike's page`.settings)
        screen.loaded(months, by: .year)
        _ = screen.press(.end)
        let small = CellSize(columns: 80, rows: 14)
        _ = screen.update(.resized(small), at: .zero)
        #expect(screen.shows("2026-60", small))
    }

    @Test func `keep the same thing chosen when others change the list`() {
        var totals = Self.statistics()
        _ = totals.press(.down, .down)
        totals.loaded([HikeGroup(key: "2027", totals: HikeTotals(hikes: 1, distance: 2))] + Self.groups, by: .year)
        #expect(totals.press(.character("l")).names == ["show HikeScreen"], "2024 has a longest hike")
        var removed = Self.removed()
        _ = removed.press(.down)
        let chosen = removed.list.chosen?.id
        var newest = Sample.headers[0]
        (newest.id, newest.date) = (999, Sample.today)
        removed.loaded(Salvaged(value: [newest] + Sample.headers.prefix(3), damaged: []))
        #expect(removed.list.chosen?.id == chosen)
    }

    @Test func `offer no hikes to open while there are no totals`() {
        var screen = StatisticsScreen(Sample.content(), settings: `A hike's page`.settings)
        screen.loaded([], by: .year)
        #expect(screen.shows("Nothing to add up yet."))
        for key in ["longest", "most ascent", "choose"] { #expect(!screen.shows(key)) }
        #expect(screen.press(.character("l"), .character("v"), .enter) == [])
        #expect(Self.statistics().shows("l longest"))
    }

    // MARK: Badges

    @Test func `name the one hike that earned a badge, where start times tell which`() throws {
        func hike(_ id: Int, _ name: String, at hour: Int?, day: Int = 5, kilometres: Double = 1) -> HikeHeader {
            let start = hour.map { CivilTime(year: 2010, month: 8, day: day, hour: $0).secondsSince1970 }
            return HikeHeader(
                id: id, name: name, distance: kilometres, date: Day(year: 2010, month: 8, day: day),
                startTime: start.flatMap { Timestamp(secondsSince1970: Double($0), utcOffset: 0) })
        }
        func earning(_ badge: String, _ hikes: [HikeHeader]) -> [String] {
            let content = Sample.content(hikes)
            let badges = content.summary.hikes?.badges ?? []
            return zip(badges, badges.earningHikes(in: content.index)).first { $0.0.badge.name == badge }?.1
                .map(\.name) ?? []
        }
        let three = [hike(1, "noon", at: 12), hike(2, "morning", at: 8), hike(3, "evening", at: 18, kilometres: 99)]
        #expect(earning("First Hike", three) == ["morning"])
        #expect(earning("100 Kilometres", three) == ["evening"])
        let before = (4...10).map { hike($0, "before", at: 9, day: 2) }
        #expect(earning("Tenth Hike", three + before) == ["evening"])
        #expect(earning("First Hike", three + before).count == 1)
        // Without the time of one, any of them may be the first.
        #expect(earning("First Hike", three + [hike(20, "timeless", at: nil)]).count == 4)
        #expect(earning("Tenth Hike", three) == [])
    }

    @Test func `are named once in the line about a change`() {
        let badges = Array(Badge.all.prefix(2))
        #expect(
            Toast.badgesText(of: HikeChange(ids: [1], badgesEarned: badges, badgesLost: []))
                == "Earned: First Hike, Earth Day")
        #expect(
            Toast.badgesText(of: HikeChange(ids: [1], badgesEarned: [badges[0]], badgesLost: [badges[1]]))
                == "Earned: First Hike · No longer earned: Earth Day")
        #expect(Toast.badgesText(of: HikeChange(ids: [1], badgesEarned: [], badgesLost: [])) == nil)
    }

    @Test func `show in a small window how many more were just earned`() {
        func box(_ size: CellSize) -> String {
            let badges = Badge.all.prefix(5).map { BadgeStatus(badge: $0, isEarned: true, progress: 1) }
            let celebration = BadgeCelebration(from: [], to: badges, in: size, Presentation(), at: .zero)
            var canvas = Canvas(size: size)
            celebration?.draw(on: &canvas, at: .seconds(2))
            return canvas.lines(depth: .none).joined(separator: "\n")
        }
        #expect(box(Sample.smallest).contains("You earned 5 badges, among them:"))
        #expect(box(CellSize(columns: 120, rows: 40)).contains("You earned 5 badges!"))
    }

    @Test func `show the badges' progress, and lead to the hike that earned one`() {
        var screen = Self.badges()
        #expect(screen.shows(" of \(Badge.all.count) earned"))
        #expect(screen.shows("earned on 17 January 2026"))
        #expect(screen.press(.enter).names == ["show HikeScreen"])
        _ = screen.press(.down, .down, .down)
        #expect(screen.shows("100 hikes"))
        #expect(screen.press(.enter) == [])
        #expect(screen.press(.character("b")) == [.close])
    }

    @Test func `have a bar for each badge in progress, in its own colour in the selected one too`() throws {
        var screen = Self.badges()
        let row = try #require(screen.badges.firstIndex { !$0.isEarned })
        for _ in 0..<row { _ = screen.press(.down) }
        var canvas = Canvas(size: Sample.terminal)
        screen.draw(on: &canvas, at: .zero)
        let list = (2..<23).flatMap { canvas.row($0).prefix(35) }
        let bars = list.filter { $0.character == "█" || $0.character == "·" }
        #expect(bars.count > 10 && bars.allSatisfy { $0.style == .bar })
        #expect(canvas.row(2 + row).dropFirst().prefix(19).allSatisfy { $0.style == .focused })
    }

    @Test func `offer to turn a badge only where it turns`() {
        #expect(Self.badges(motion: .full).shows("Space turn"))
        #expect(!Self.badges().shows("Space turn"))
        #expect(!Self.badges(Sample.smallest, motion: .full).shows("Space turn", Sample.smallest))
    }

    @Test func `animate a selected badge, except with reduced motion`() {
        var screen = Self.badges(motion: .full)
        #expect(screen.nextTick(after: .zero) != nil)
        let whole = screen.lines(at: .seconds(1))
        #expect(screen.lines(at: .milliseconds(100)) != whole)
        #expect(screen.nextTick(after: .seconds(1)) == nil)
        _ = screen.press(.down, at: .seconds(2))
        #expect(screen.nextTick(after: .seconds(2)) != nil)
        #expect(Self.badges().nextTick(after: .zero) == nil)
    }

    @Test(arguments: Picture.sizes) func `show sums completely in every window size`(size: CellSize) {
        let lines = Self.statistics(size).lines(size)
        #expect(lines.suffix(3).joined().contains("142 h 28 min moving"))
        #expect(lines.contains { $0.contains("undated") })
    }

    // MARK: Help

    @Test func `list in their help the keys that their key line leaves out`() {
        let screens: [(any Screen, Key, String)] = [
            (HistoryScreen(settings: AppSettings(), today: Sample.today), .help, "h q  back"),
            (Self.removed(), .help, "r  restore"), (Self.removed(), .character("?"), "q  back"),
            (Self.report(), .help, "q  back"), (Self.statistics(), .help, "t q  back"),
            (Self.badges(), .help, "b q  back"),
            (HikeForm(nil, units: .metric, today: Sample.today), .help, "^W  delete a word"),
            (HikeScreen(1, settings: AppSettings(), today: Sample.today), .help, "q  back"),
        ]
        for (screen, key, line) in screens {
            var screen = screen
            _ = screen.update(.key(key), at: .zero)
            #expect(screen.text().contains(line), "\(line)")
        }
    }

    // MARK: History

    @Test func `mark the current revision, and go back to an older one after a question`() throws {
        let sample = try AppSample.shared.get()
        var screen = HistoryScreen(settings: AppSettings(), today: sample.content.today)
        screen.loaded(Salvaged(value: sample.history, damaged: []))
        let newest = try #require(sample.history.first)
        #expect(screen.press(.enter).names == ["say Revision \(newest.revision) is the current one."])
        #expect(screen.press(.down, .enter) == [])
        #expect(screen.shows("Restore revision \(newest.revision - 1)?"))
        #expect(
            screen.press(.right, .enter) == [
                .request(.history(.goBack(to: newest.revision - 1, from: newest.revision)))
            ])
    }

    @Test(arguments: [true, false]) func `select the revision that a restoring made`(isReadFirst: Bool) throws {
        let sample = try AppSample.shared.get()
        let newest = try #require(sample.history.first).revision
        var screen = HistoryScreen(settings: AppSettings(), today: sample.content.today)
        screen.loaded(Salvaged(value: Array(sample.history.dropFirst()), damaged: []))
        _ = screen.press(.end)
        if isReadFirst { screen.loaded(Salvaged(value: sample.history, damaged: [])) }
        #expect(screen.handle(.undone(newest), at: .zero).names == ["say Published as revision \(newest)"])
        if !isReadFirst { screen.loaded(Salvaged(value: sample.history, damaged: [])) }
        #expect(screen.list.chosen?.revision == newest)
        _ = screen.press(.end)
        screen.loaded(Salvaged(value: sample.history, damaged: []))
        #expect(screen.list.chosen?.revision != newest, "that was once")
    }

    @Test func `show in a narrow window the hour of today's commits, and below the list all of the chosen one`() {
        var screen = Self.history(Sample.smallest)
        #expect(screen.shows("May 2027 → 20 June 2027", Sample.smallest))
        #expect(!screen.shows("12:00", Sample.smallest))
        var content = Sample.content()
        content.today = Day(year: 2026, month: 11, day: 20)
        _ = screen.refresh(content, at: .zero)
        #expect(screen.shows("12:00", Sample.smallest))
    }

    @Test func `leave the key of an undo to the undo`() {
        var screen = Self.history(Sample.terminal)
        #expect(screen.press(.down, .character("u")) == [])
        #expect(!screen.shows("Restore revision"))
    }

    // MARK: Removed hikes

    @Test func `restore removed hikes with one key, and purge them only after a question`() throws {
        var screen = Self.removed()
        let first = try #require(screen.hikes?.first)
        #expect(screen.press(.enter) == [.request(.hikes(.restore([first.id])))])
        #expect(screen.press(.character("P"), .enter) == [])
        #expect(screen.press(.character("P"), .right, .enter) == [.request(.hikes(.purge(first)))])
        screen.loaded(Salvaged(value: [], damaged: []))
        #expect(screen.shows("No removed hikes."))
        #expect(screen.press(.enter, .character("P"), .enter) == [])
    }
}
