import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

/// Which hike of the home is selected, whatever happens to the list.
@Suite struct `The selection of the home` {
    @Test func `moves the selection with keys, never out of the list`() {
        var home = Sample.home()
        _ = home.press(.up)
        #expect(home.list.selected == 0)
        _ = home.press(.down, .down, .up)
        #expect(home.list.selected == 1)
        _ = home.press(.end)
        #expect(home.list.selected == home.hikes.count - 1)
        _ = home.press(.down, .pageDown)
        #expect(home.list.selected == home.hikes.count - 1)
        _ = home.press(.pageUp, .pageUp)
        #expect(home.list.selected == 0)
        _ = home.press(.pageDown)
        #expect(home.list.selected > 5)
        _ = home.press(.home)
        #expect(home.list.selected == 0)
    }

    @Test(arguments: [Sample.terminal, CellSize(columns: 120, rows: 40)])
    func `selects the hike whose page was closed last`(size: CellSize) throws {
        var stack = Stack(Sample.home(size: size))
        let ids = try #require(stack.top(HomeScreen.self)).list.ids
        stack.send(.down, .enter, .down, .down, .escape)
        #expect(stack.top(HomeScreen.self)?.list.chosen?.id == ids[3])
        stack.send(.enter, .up, .escape)
        #expect(stack.top(HomeScreen.self)?.list.chosen?.id == ids[2])
    }

    @Test func `lists the hikes of the totals that were chosen`() throws {
        func listed(_ key: String?, of grouping: HikeGrouping) -> [HikeHeader] {
            var stack = Stack(Sample.home())
            stack.send(.character("t"))
            while stack.top(StatisticsScreen.self)?.grouping != grouping { stack.send(.right) }
            _ = stack.handle(.groups([HikeGroup(key: key, totals: HikeTotals(hikes: 1))], grouping), at: .zero)
            stack.send(.enter)
            return stack.top(HomeScreen.self)?.hikes ?? []
        }
        let dated = Sample.headers.filter { $0.date != nil }
        #expect(listed("2026", of: .year).count == dated.count)
        #expect(listed("2026-07", of: .month).map(\.date) == [Day("2026-07-04")])
        #expect(listed("spring", of: .season).allSatisfy { (3...5).contains($0.date?.month ?? 0) })
        #expect(listed("spring", of: .season).count == 2)
        #expect(listed(nil, of: .month).count == Sample.headers.count - dated.count)
        var stack = Stack(Sample.home())
        stack.send(.character("t"))
        _ = stack.handle(.groups([HikeGroup(key: "2026-07", totals: HikeTotals(hikes: 1))], .year), at: .zero)
        #expect(stack.top(StatisticsScreen.self) != nil)
    }

    @Test func `keeps a hike selected that was edited or looked at, also the first one`() {
        for key in [Key.character("e"), .enter] {
            var home = Sample.home()
            let first = home.hikes[0]
            _ = home.press(key)
            var changed = Sample.headers.filter { $0 != first }
            var edited = first
            edited.date = Day("2001-01-01")
            changed.append(edited)
            _ = home.refresh(Sample.content(changed), at: .zero)
            #expect(home.list.chosen?.id == first.id)
        }
    }

    @Test(arguments: [true, false]) func `selects a hike that was added`(isAnsweredFirst: Bool) throws {
        var app = App(
            Start(accounts: [], opening: try AppSample.shared.get().opening()), settings: AppSample.settings())
        _ = app.begin(at: .zero)
        let added = HikeHeader(id: 77, name: "Elk Loop", distance: 3, date: Day("2001-05-05"))
        let content = Sample.content((1...40).map { HikeHeader(id: $0, name: "Hike \($0)", distance: 1) } + [added])
        _ = app.press(.character("a"))
        _ = app.type("Elk Loop")
        _ = app.press(.tab)
        _ = app.type("3")
        #expect(app.press(.control("s")).requests.map(\.name).last == "add")
        let answer = Reply.hikesChanged(HikeChange(ids: [77], badgesEarned: [], badgesLost: []))
        // The reply and the news of the new content arrive in any order.
        if isAnsweredFirst { _ = app.handle(answer) }
        _ = app.tell(.content(content))
        if !isAnsweredFirst { _ = app.handle(answer) }
        #expect(app.shown(HomeScreen.self)?.list.chosen?.id == 77)
        // Another change leaves the choice alone.
        _ = app.press(.end)
        _ = app.tell(.content(Sample.content(Sample.headers + [added])))
        #expect(app.shown(HomeScreen.self)?.list.chosen?.id != 77)
    }

    @Test func `moves with j and k, by half pages, to the ends and with the wheel`() {
        let many = (1...100).map { HikeHeader(id: $0, name: "Hike \($0)", distance: 1) }
        var home = Sample.home(many)
        _ = home.press(.character("j"), .character("j"), .character("k"))
        #expect(home.list.selected == 1)
        _ = home.press(.character("G"))
        #expect(home.list.selected == 99)
        _ = home.press(.wheelUp)
        #expect(home.list.selected == 96)
        _ = home.press(.character("g"), .wheelDown)
        #expect(home.list.selected == 3)
    }

    @Test func `scrolls so that the selected hike is visible with its graph`() {
        let many = (1...100).map { HikeHeader(id: $0, name: "Hike \($0)", distance: 1) }
        for size in [Sample.terminal, Sample.smallest] {
            var home = Sample.home(many, size: size)
            _ = home.press(.end)
            #expect(home.shows("Hike 100 ", size))
            _ = home.press(.character("o"))
            _ = home.loaded(Hike(header: many[99]))
            #expect(home.shows("[Elevation]", size))
            #expect(home.shows("No elevation was recorded.", size))
            #expect(home.lines(size).contains { $0.hasSuffix("▐") })
            for _ in 0..<99 {
                _ = home.press(.up)
                #expect(home.shows(" \(home.list.chosen?.name ?? "none") ", size))
            }
            #expect(home.list.selected == 0)
        }
    }

    @Test func `keeps the selected hike when the terminal is resized`() {
        let many = (1...100).map { HikeHeader(id: $0, name: "Hike \($0)", distance: 1) }
        var home = Sample.home(many, size: CellSize(columns: 200, rows: 90))
        for _ in 0..<70 { _ = home.press(.down) }
        #expect(home.update(.resized(Sample.smallest), at: .zero) == [])
        #expect(home.shows("Hike 71", Sample.smallest))
    }

    @Test func `keeps the selected and the open hike when others are added or removed`() {
        var home = Sample.home()
        _ = home.press(.down, .down, .character("o"))
        _ = home.loaded(Sample.hike(home.openHike ?? 0))
        let (chosen, open) = (home.list.chosen, home.openHike)
        let newer = HikeHeader(id: 9999, name: "Newer", distance: 3, date: Sample.today)
        #expect(
            home.refresh(Sample.content(Sample.headers + [newer]), at: .zero) == [.request(.hikes(.load(open ?? 0)))])
        #expect((home.list.chosen, home.openHike) == (chosen, open))
        #expect(home.list.selected == 3)
        // The open hike was removed: the selection stays at its row, and nothing is open.
        let left = Sample.headers.filter { $0.id != open }
        #expect(home.refresh(Sample.content(left), at: .zero) == [])
        #expect(home.openHike == nil)
        #expect(home.list.selected == 3)
        #expect(home.refresh(Sample.content([]), at: .zero) == [])
        #expect(home.list.selected == 0)
        #expect(home.list.chosen == nil)
    }

    @Test func `keeps its rows while the open hike is read again, since another one changed`() {
        var home = Sample.home()
        _ = home.begin(at: .zero)
        _ = home.loaded(Hike(header: home.hikes[0]))
        let (id, before) = (home.hikes[0].id, home.lines())
        #expect(before.contains { $0.contains("No elevation was recorded.") })
        var changed = Sample.headers
        changed[changed.count - 1].difficulty = 1
        #expect(home.refresh(Sample.content(changed), at: .zero) == [.request(.hikes(.load(id)))])
        #expect(home.lines() == before)
    }

    @Test func `reads a hike again that changed while its page was closed`() throws {
        var home = Sample.home()
        _ = home.begin(at: .zero)
        _ = home.loaded(Hike(header: home.hikes[0]))
        _ = home.press("o")
        var changed = Sample.headers
        let row = try #require(changed.firstIndex { $0.id == home.hikes[0].id })
        changed[row].name = "Renamed"
        #expect(home.refresh(Sample.content(changed), at: .zero) == [])
        guard case .show(var page as HikeScreen)? = home.press(.enter).first else {
            Issue.record("no page is shown")
            return
        }
        #expect(page.begin(at: .zero) == [.request(.hikes(.load(changed[row].id)))])
    }

    @Test func `reads the open hike again after a change that the list doesn't show, such as one of its notes`() {
        var home = Sample.home()
        _ = home.begin(at: .zero)
        _ = home.loaded(Hike(header: home.hikes[0]))
        var content = Sample.content()
        #expect(home.refresh(content, at: .zero) == [])
        content.hikeReadings += 1
        #expect(home.refresh(content, at: .zero) == [.request(.hikes(.load(home.hikes[0].id)))])
    }

    @Test func `shows the page of the next hike after one was marked beside it`() {
        var home = Sample.home(size: CellSize(columns: 120, rows: 40))
        _ = home.begin(at: .zero)
        _ = home.loaded(Hike(header: home.hikes[0]))
        #expect(home.press(" ") == [.request(.hikes(.load(home.hikes[1].id)))])
    }

    @Test func `stays at the newest hike while hikes are imported, until another is chosen`() {
        var home = Sample.home([])
        let old = HikeHeader(id: 1, name: "Old", distance: 3, date: Day("2009-01-02"))
        _ = home.refresh(Sample.content([old]), at: .zero)
        let more = Sample.headers + [old]
        #expect(home.refresh(Sample.content(more), at: .zero) == [.request(.hikes(.load(Sample.newest.id)))])
        #expect(home.list.selected == 0 && home.openHike == Sample.newest.id)
        _ = home.press(.down)
        let chosen = home.list.chosen
        let newer = HikeHeader(id: 9999, name: "Newer", distance: 3, date: Sample.today)
        _ = home.refresh(Sample.content(more + [newer]), at: .zero)
        #expect(home.list.chosen == chosen)
    }
}
