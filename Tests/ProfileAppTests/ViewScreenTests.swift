import ProfileKit
import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp

@Suite struct `The screens of many hikes` {
    private static let years = [2026, 2025, 2023]

    /// Four hikes a month in three years, some of them with a record.
    private static let hikes: [HikeHeader] = years.flatMap { year in
        (1...12).flatMap { month in
            [3, 9, 16, 25].map { day in
                var hike = HikeHeader(
                    id: year * 10_000 + month * 100 + day, name: "Ridge \(month)", distance: Double(day + month) / 1.7)
                hike.date = Day(year: year, month: month, day: day)
                (hike.ascent, hike.movingTime) = (Double(day * month * 10), Double(day) * 800)
                return hike
            }
        }
    }

    private static let tracks = (0..<12).map { number in
        let points = (0..<60).compactMap { step in
            let (east, north) = (Double(step) / 600, Double((step * number) % 60) / 700)
            return TrackPoint(latitude: 46.4 + north, longitude: 13.7 + east * Double(1 + number % 3))
        }
        return SimplifiedTrack(of: Recording(segments: [points]))
    }

    /// The answer that the worker would give.
    private static func content(_ view: HikeView) -> HikeViewContent {
        func calendar(_ year: Int) -> HikeCalendar {
            let hikes = hikes.filter { $0.date?.year == year }
            return HikeCalendar(year: year) { grouping in
                Dictionary(grouping: hikes) { hike in
                    grouping.flatMap { grouping in hike.date.flatMap { grouping.key(of: $0) } } ?? ""
                }.map { HikeGroup(key: $0, totals: HikeTotals(over: $1)) }
            }
        }
        switch view {
        case .calendar(let year): return .calendar(calendar(year))
        case .year(let year):
            let own = hikes.filter { $0.date?.year == year }
            return .review(
                YearReview(
                    calendar(year), before: HikeTotals(hikes: 3, distance: 40), seasons: [], hikes: own,
                    highestPoints: [:], badges: nil,
                    places: [PlaceOfYear(id: 1, name: "Turtle Rock", visits: 3, isNew: true)]))
        case .records:
            return .records(
                onFoot: PersonalRecords(of: hikes, highestPoints: [:]),
                PersonalRecords.byActivity(of: hikes, highestPoints: [:]))
        case .map: return .tracks(tracks)
        case .comparison(let ids, let length):
            let recordings = ids.indices.map { Self.walk(secondsPerPoint: 10 + Double($0), isBack: $0 == 2) }
            return .comparison(
                HikeComparison(of: recordings, length: length), Array(hikes.prefix(ids.count)))
        }
    }

    /// A walk of 4.4 km to the north, or back.
    private static func walk(secondsPerPoint: Double, isBack: Bool) -> Recording {
        let points = (0..<400).compactMap { step in
            TrackPoint(
                latitude: 46.4 + Double(isBack ? 399 - step : step) / 10_000, longitude: 13.7,
                time: Timestamp(secondsSince1970: 1_700_000_000 + Double(step) * secondsPerPoint, utcOffset: 0))
        }
        return Recording(segments: [points])
    }

    private static func screen(_ view: HikeView, _ size: CellSize = Sample.terminal, isRead: Bool = true) -> ViewScreen
    {
        var settings = AppSettings()
        settings.presentation = Sample.still
        var screen = ViewScreen(view, Sample.content(hikes), settings: settings).sized(size)
        if isRead { _ = screen.handle(.view(content(view), of: view, damaged: []), at: .zero) }
        return screen
    }

    @Test(arguments: Picture.sizes) func `match their golden files`(size: CellSize) throws {
        try Picture.check(Self.screen(.calendar(2026), size), "calendar", size)
        try Picture.check(Self.screen(.year(2026), size), "year", size)
        try Picture.check(Self.screen(.records, size), "records", size)
        try Picture.check(Self.screen(.map(nil), size), "map", size)
        try Picture.check(Self.screen(.comparison([1, 2, 3], kilometres: 1), size), "comparison", size)
    }

    @Test func `step through the years that have hikes, and lead to the hikes of one`() {
        var screen = Self.screen(.calendar(2026))
        #expect(screen.shows("2026  48 hikes"))
        #expect(screen.press(.right) == [])
        #expect(screen.press(.left) == [.request(.hikes(.readView(.calendar(2025))))])
        #expect(screen.press("y") == [.request(.hikes(.readView(.calendar(2023))))])
        #expect(screen.press(.left) == [])
        // An answer to an earlier request.
        _ = screen.handle(.view(Self.content(.calendar(2025)), of: .calendar(2025), damaged: []), at: .zero)
        #expect(screen.shows("…") && !screen.shows("48 hikes"))
        #expect(screen.press(.enter) == [.close] && screen.wantedPeriod == .year(.year(2023)))
        var records = Self.screen(.records)
        #expect(records.press(.left, .enter) == [])
    }

    @Test func `lead to one another, with the year that was shown last`() {
        var screen = Self.screen(.calendar(2025))
        #expect(screen.press(.tab) == [.request(.hikes(.readView(.year(2025))))])
        #expect(screen.press(.tab, .tab, .tab).last == .request(.hikes(.readView(.calendar(2026)))))
        #expect(screen.press(.backTab) == [.request(.hikes(.readView(.map(nil))))])
        let ofSome = HikeView.map([3, 5])
        var map = Self.screen(ofSome)
        #expect(map.press(.tab, .tab, .tab, .tab).last == .request(.hikes(.readView(ofSome))), "of the same hikes")
    }

    @Test func `compare hikes that were selected at home, the first in the list with the others`() {
        var home = Sample.home(Self.hikes)
        _ = home.press(" ")
        #expect(home.press("=").names == ["say First select two to 9 hikes with Space"])
        _ = home.press(.down, " ")
        guard case .show(let shown as ViewScreen)? = home.press("=").first,
            case .comparison(let ids, kilometres: 1) = shown.view
        else {
            Issue.record("no comparison of two hikes")
            return
        }
        #expect(ids == home.list.targets.map(\.id) && ids.count == 2)
        var comparison = Self.screen(shown.view)
        #expect(comparison.shows("hike \(Self.hikes[0].id)") && comparison.shows("all"))
        #expect(comparison.press(.tab, .backTab, .left, .enter) == [], "it is no view of all hikes")
    }

    @Test func `scroll to their ends in the smallest window`() {
        var screen = Self.screen(.calendar(2026), Sample.smallest)
        #expect(!screen.shows("Longest streak", Sample.smallest))
        _ = screen.press(.end)
        #expect(screen.shows("Longest streak", Sample.smallest))
    }

    @Test func `say why they can't be read, and what of them is damaged`() {
        var screen = Self.screen(.records, isRead: false)
        #expect(screen.shows("…"))
        _ = screen.handle(.failed(UserMessage(.io, "the disk is full", hint: "")), at: .zero)
        #expect(screen.shows("The disk is full."))
        _ = screen.handle(.view(Self.content(.records), of: .records, damaged: [.observations(3)]), at: .zero)
        #expect(screen.shows("Longest") && screen.shows("profile repair"))
    }

    @Test func `are read again when hikes change, and after an unlock`() {
        var screen = Self.screen(.map([1, 2]))
        let again: [Effect] = [.request(.hikes(.readView(.map([1, 2]))))]
        #expect(screen.refresh(Sample.content(), at: .zero) == again)
        #expect(screen.resume(at: .zero) == again)
    }

    @Test func `open for the listed hikes, and list those of their year at home`() {
        var home = Sample.home(Self.hikes)
        _ = home.press("/", "9", .enter)
        let effects = home.press("M")
        guard case .show(let map as ViewScreen)? = effects.first, case .map(let ids?) = map.view else {
            Issue.record("no map of some hikes: \(effects.names)")
            return
        }
        #expect(ids == Set(home.list.ids) && !ids.isEmpty)
        var calendar = Self.screen(.calendar(2025))
        _ = calendar.press(.enter)
        _ = home.uncover(by: calendar, at: .zero)
        #expect(home.list.count == 48 && home.list.query.period == .year(.year(2025)))
        guard case .show(let next as ViewScreen)? = home.press("C").first else { return }
        #expect(next.view == .calendar(2025))
    }
}

@Suite(.temporaryStore) struct `The app's views` {
    @Test func `are read from the open store`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let store = try TemporaryStore.current.unlock()
        var hike = HikeHeader(id: 0, name: "Ridge", distance: 12)
        hike.date = Day(year: 2026, month: 5, day: 3)
        try store.addHike(hike)
        for view in [HikeView.calendar(2026), .year(2026), .records, .map(nil)] {
            guard
                case .view(let content, let read, let damaged)? = await bench.replies(to: .hikes(.readView(view))).last
            else {
                Issue.record("no answer for \(view)")
                continue
            }
            #expect(read == view && damaged.isEmpty)
            switch content {
            case .calendar(let calendar): #expect(calendar.total.totals.distance == 12)
            case .review(let review): #expect(review.totals.hikes == 1)
            case .records(let onFoot, let others): #expect(onFoot.records[.longest]?.value == 12 && others.count == 1)
            case .tracks(let tracks): #expect(tracks.isEmpty, "nothing is recorded")
            case .comparison: Issue.record("nothing was to be compared")
            }
        }
    }
}
