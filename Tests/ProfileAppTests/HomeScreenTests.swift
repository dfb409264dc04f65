import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `The home` {
    @Test func `lists the hikes newest first, undated ones last`() {
        let home = Sample.home()
        let days = home.hikes.map(\.date)
        #expect(
            days.prefix(6).map { $0?.description } == [
                "2026-11-15", "2026-10-09", "2026-07-04", "2026-05-30", "2026-04-22", "2026-01-17",
            ])
        #expect(days.dropFirst(6).allSatisfy { $0 == nil })
        #expect(home.hikes.count == Sample.headers.count)
    }

    @Test func `has the latest hike at the top, with its graph open`() {
        var home = Sample.home()
        #expect(home.begin(at: .zero) == [.request(.hikes(.load(Sample.newest.id)))])
        #expect(home.shows("  …"))
        #expect(home.loaded(Sample.newest) == [])
        #expect(home.lines()[1].hasPrefix("▾ \(Sample.newest.name)"))
        #expect(home.shows("[Elevation]"))
        #expect(home.lines().filter { $0.contains("⣿") }.count > 3)
    }

    @Test func `selects elevation, heart rate and pace with arrow keys and the mouse`() {
        var home = Sample.home()
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        let elevation = home.lines()
        #expect(home.press(.right) == [])
        #expect(home.shows("[Heart Rate]"))
        #expect(home.shows("bpm"))
        #expect(home.press(.right) == [])
        #expect(home.shows("[Pace]"))
        #expect(home.shows(" /km "))
        #expect(home.press(.left, .left, .left) == [])
        #expect(home.lines() == elevation)
        #expect(home.press(.right, .right, .right) == [])
        #expect(home.measure == .pace)
        #expect(home.click("Heart Rate") == [])
        #expect(home.measure == .heartRate)
    }

    @Test func `shows each row's name, day, distance and ascent`() {
        let line = Sample.home().lines()[1]
        let newest = Sample.newest
        #expect(line.contains(newest.name))
        #expect(line.contains("2026-11-15"))
        #expect(line.contains(Units.metric.distance(kilometres: newest.distance)))
        #expect(line.contains("1,263 m up"))
        #expect(Sample.home(units: .imperial).lines()[1].contains("4,144 ft up"))
    }

    @Test func `shows the selected hike's graph on Space, and closes the previous one`() {
        var home = Sample.home()
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        let second = home.hikes[1].id
        #expect(home.press(.down, .character("o")) == [.request(.hikes(.load(second)))])
        #expect(home.openHike == second)
        #expect(home.shownHike == nil)
        #expect(home.lines().filter { $0.hasPrefix("▾") }.count == 1)
        // A late answer belongs to a hike that isn't open any more.
        #expect(home.loaded(Sample.newest) == [])
        #expect(home.shownHike == nil)
        #expect(home.loaded(Sample.hike(second)) == [])
        #expect(home.shownHike == second)
        #expect(home.press(.character("o")) == [])
        #expect(home.openHike == nil)
        #expect(!home.shows("Elevation"))
    }

    @Test func `opens the selected hike's page on Enter`() {
        var home = Sample.home()
        #expect(home.press(.down, .enter).names == ["show HikeScreen"])
    }

    @Test func `reads one hike at a time, and in the end the selected one`() {
        var home = Sample.home(size: CellSize(columns: 120, rows: 40))
        #expect(home.begin(at: .zero) == [.request(.hikes(.load(home.hikes[0].id)))])
        #expect(home.press(.down, .down, .down) == [])
        #expect(home.loaded(Sample.hike(home.hikes[0].id)) == [.request(.hikes(.load(home.hikes[3].id)))])
        #expect(home.loaded(Sample.hike(home.hikes[3].id)) == [])
        #expect(home.shownHike == home.hikes[3].id)
    }

    @Test func `shows the selected hike's page beside the list from 100 columns on`() {
        let wide = CellSize(columns: 100, rows: 30)
        var home = Sample.home(size: wide)
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        #expect(home.shows("Heart Rate", wide))
        #expect(home.lines(wide)[1].contains(Sample.newest.name))
        // The arrows move a cursor along the track.
        #expect(home.press(.right, .right) == [])
        #expect(home.lines(wide).contains { $0.contains(" km · ") && $0.contains(" bpm") })
        #expect(!Sample.home(size: CellSize(columns: 99, rows: 30)).isWide)
    }

    @Test func `searches while typing, keeps the results on Enter and shows all on Escape`() {
        var home = Sample.home()
        let all = home.hikes.count
        _ = home.press(.character("/"))
        _ = home.type("RIDGE")
        #expect(home.hikes.allSatisfy { $0.name.contains("Ridge") } && !home.hikes.isEmpty)
        #expect(home.shows("\(home.hikes.count) of \(all)"))
        #expect(home.press(.enter, .character("p")).names == ["show ProfileScreen"])
        #expect(home.hikes.count < all)
        _ = home.press(.escape)
        #expect(home.hikes.count == all)
        _ = home.press(.character("/"))
        _ = home.type("nowhere at all")
        #expect(home.shows("No hikes match."))
        #expect(home.press(.enter, .enter, .character("x"), .character("e")) == [])
    }

    @Test func `shows the keys of the search while a text is typed, and their help on F1`() throws {
        var home = Sample.home()
        _ = home.press(.character("/"))
        let keys = " Enter keep  Esc clear  ↑↓ choose  F1 help"
        #expect(home.lines().last?.hasPrefix(keys) == true)
        #expect(!home.shows("p profile") && !home.shows("q quit"))
        _ = home.type("ridge?")
        #expect(home.press(.help) == [])
        #expect(home.shows("^W  delete a word"))
        #expect(home.press(.escape) == [])
        #expect(home.list.search?.text == "ridge?")
        // The key line can be clicked.
        #expect(home.click("Esc clear") == [])
        #expect(home.list.search == nil && home.list.query.line.text.isEmpty)
        #expect(home.lines().last?.contains("p profile") == true)
    }

    @Test func `lists in its help the keys of the graphs that are shown`() {
        var home = Sample.home()
        _ = home.press(.character("?"), .end)
        #expect(home.shows("←→  elevation, heart rate or pace"))
        let wide = CellSize(columns: 120, rows: 40)
        let (hike, recording) = `A hike's page`.recorded
        var page = Sample.home([hike.header], size: wide)
        _ = page.begin(at: .zero) + page.loaded(hike, recording: recording)
        _ = page.press(.character("?"))
        #expect(!page.shows("heart rate or pace", wide))
    }

    @Test func `says with a sign that the words on a damaged hike go on`() {
        var home = Sample.home(size: Sample.smallest)
        _ = home.begin(at: .zero)
        _ = home.loaded(Hike(header: Sample.newest.header), damaged: [.observations(Sample.newest.id)])
        #expect(home.shows("Cannot open the observations", Sample.smallest))
        let lines = home.lines(Sample.smallest)
        #expect(lines.contains { $0.contains("profile repair") || $0.contains("run:") && $0.contains("…") }, "\(lines)")
    }

    @Test func `names the account in its title where there are several`() {
        let status = GateTest.status([.sixDigits], account: "bob", isOneOfSeveral: true)
        let home = HomeScreen(Sample.content(), of: status, settings: GateTest.settings(.reduced))
        #expect(home.lines()[0].hasPrefix(" Hikes · bob "))
        #expect(Sample.home().lines()[0].hasPrefix(" Hikes   "))
    }

    @Test func `sorts, and filters by year and activity, with one key each`() {
        var ride = HikeHeader(id: 900, name: "Ride", distance: 40, date: Day("2025-06-01"))
        ride.activity = .cycling
        var home = Sample.home(Sample.headers + [ride])
        _ = home.press(.character("s"))
        #expect(home.hikes.map(\.distance) == home.hikes.map(\.distance).sorted(by: >))
        #expect(home.shows("by distance"))
        _ = home.press(.character("s"), .character("s"))
        #expect(home.hikes.map { $0.name.lowercased() } == home.hikes.map { $0.name.lowercased() }.sorted())
        _ = home.press(.character("s"), .character("y"))
        #expect(home.hikes.allSatisfy { $0.date?.year == 2026 })
        _ = home.press(.character("y"))
        #expect(home.hikes == [ride])
        _ = home.press(.character("f"))
        #expect(home.hikes == [ride])
        #expect(home.shows("2025 · cycling"))
    }

    @Test func `offers no year and no activity without hikes, goes back with capitals, and filters undated hikes`() {
        var ride = HikeHeader(id: 900, name: "Ride", distance: 40, date: Day("2025-06-01"))
        ride.activity = .cycling
        var home = Sample.home(Sample.headers + [ride])
        _ = home.press(.character("f"), .character("f"))
        #expect(home.list.query.activity == .cycling)
        // Only one year has rides.
        _ = home.press(.character("y"))
        #expect(home.shows("2025 · cycling"))
        _ = home.press(.character("y"))
        #expect(home.list.query.period == nil)
        _ = home.press(.escape, .character("Y"))
        #expect(home.shows("undated"))
        #expect(!home.hikes.isEmpty && home.hikes.allSatisfy { $0.date == nil })
        _ = home.press(.character("F"))
        #expect(home.list.query.activity == .hiking)
        _ = home.press(.character("F"), .character("Y"))
        #expect(home.list.query.period == .year(.year(2025)))
        _ = home.press(.escape, .character("S"))
        #expect(home.list.query.order == HikeOrder.allCases.last)
        _ = home.press(.character("s"))
        #expect(home.list.query.order == .date)
    }

    @Test func `counts in its title the hikes that totals count, and names the others`() {
        var (ride, plan) = (
            HikeHeader(id: 900, name: "Ride", distance: 40), HikeHeader(id: 901, name: "Plan", distance: 4)
        )
        (ride.activity, plan.isPlanned) = (.cycling, true)
        let count = Sample.headers.count
        var home = Sample.home(Sample.headers + [ride, plan])
        #expect(home.shows("\(count) hikes, 2 more planned or not on foot"))
        #expect(
            Sample.home(Sample.headers + [ride, plan], size: Sample.smallest).lines(Sample.smallest)[0].contains(
                "\(count) of \(count + 2) done on foot"))
        _ = home.press(.character("/"))
        _ = home.type("ride")
        #expect(home.shows("1 of \(count + 2)"))
        #expect(Sample.home().shows(" \(count) hikes"))
    }

    @Test func `asks before it removes a hike`() {
        var home = Sample.home()
        #expect(home.press(.character("x"), .enter) == [])
        #expect(home.press(.character("x"), .escape) == [])
        #expect(
            home.press(.character("x"), .right, .enter) == [
                .request(.hikes(.remove([home.hikes[0].id], shown: [home.hikes[0]])))
            ])
        #expect(home.window.question == nil)
    }

    @Test func `shows with dots that there are more keys, and lists them on a question mark`() {
        var home = Sample.home(size: Sample.smallest)
        let keys = home.lines(Sample.smallest).last ?? ""
        for needed in ["p profile", "Enter open", "/ search"] { #expect(keys.contains(needed)) }
        #expect(keys.hasSuffix("…"))
        _ = home.press(.character("?"))
        #expect(home.shows("sort", Sample.smallest) && !home.shows("activity", Sample.smallest))
        for _ in 0..<10 { _ = home.press(.down) }
        #expect(home.shows("badges", Sample.smallest) && home.shows("removed hikes", Sample.smallest))
        _ = home.press(.home)
        #expect(home.shows("profile", Sample.smallest))
        _ = home.press(.end)
        #expect(home.shows("quit at once", Sample.smallest))
        #expect(home.press(.escape) == [])
        #expect(home.window.help == nil)
    }

    @Test func `opens the graph of a hike that is clicked`() {
        var home = Sample.home()
        let third = home.hikes[2]
        #expect(home.click("▸ \(third.name)") == [.request(.hikes(.load(third.id)))])
        #expect(home.list.selected == 2)
        #expect(home.click("▾ \(third.name)") == [])
        #expect(home.openHike == nil)
        #expect(home.update(.click(CellPoint(column: 70, row: 20)), at: .zero) == [])
    }

    @Test func `says why a hike can't be read`() {
        var home = Sample.home()
        _ = home.begin(at: .zero) + home.failed(loading: -1, "of another one")
        #expect(home.shows("  …"))
        _ = home.failed(loading: Sample.newest.id, "record 7 of hike is damaged")
        #expect(home.shows("record 7 of hike is damaged"))
    }

    @Test func `says how to import while there are no hikes`() {
        var home = Sample.home([])
        #expect(home.begin(at: .zero) == [])
        #expect(home.shows("profile hike import"))
        #expect(home.press(.down, .up, .pageDown, .end, .home, .right) == [])
        #expect(home.shows("Enter  choose how to begin") && home.shows("Enter first hikes"))
        #expect(home.press(.enter).names == ["show FirstHikesScreen"])
        #expect(home.list.selected == 0)
        // The first import opens the latest hike, as the start does.
        #expect(home.refresh(Sample.content(Sample.headers), at: .zero) == [.request(.hikes(.load(Sample.newest.id)))])
    }

    @Test func `offers a saved draft, and opens it with a key or the mouse`() {
        var home = Sample.home(draft: Sample.draft { $0.seasonalPhoto = .spring })
        #expect(home.shows("A draft from Tuesday is waiting: Seasonal Photos winter → spring"))
        #expect(home.press(.character("d")) == [.request(.draft(.read))])
        // The draft is requested once, until there is an answer.
        #expect(home.click("A draft from") == [])
        #expect(home.handle(.failed(UserMessage(.io, "no", hint: "")), at: .zero).names == ["alert"])
        #expect(home.click("A draft from") == [.request(.draft(.read))])
        #expect(home.refresh(Sample.content(Sample.headers), at: .zero) == [])
        #expect(!home.shows("draft"))
        #expect(home.press(.character("d")) == [])
    }

    @Test func `does not mention a draft without changes`() {
        #expect(Sample.home(draft: Sample.draft()).notice == nil)
    }

    @Test(arguments: [CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 40)])
    func `names the hikes that can't be opened, above those that can`(size: CellSize) {
        var home = Sample.home(draft: Sample.draft { $0.seasonalPhoto = .spring }, size: size)
        #expect(!home.shows("Cannot open"))
        _ = home.refresh(
            Sample.content(draft: Sample.draft { $0.seasonalPhoto = .spring }, damaged: [.hike(7)]), at: .zero)
        #expect(home.shows("Cannot open hike 7. To repair it, run: profile repair"))
        #expect(home.shows("A draft from"))
        #expect(home.shows(Sample.newest.name))
        _ = home.refresh(Sample.content(damaged: [.hike(7), .hike(8), .hike(9)]), at: .zero)
        #expect(home.shows("Cannot open hike 7 and 2 more."))
        // The command that repairs the store is never cut off.
        let text = Sample.home(damaged: [.hike(1001), .draft], size: Sample.smallest).lines(Sample.smallest)
        #expect(text.joined(separator: " ").contains("profile repair"), "\(text)")
    }

    @Test func `names commands with the options that lead to the open store`() {
        var settings = AppSettings()
        settings.commandCompleter = { command, _, account in
            "profile --account \(account?.description ?? "") \(command)"
        }
        var opening = OpenedStore(
            number: 1, account: Sample.status, path: "/s", content: Sample.content([], damaged: [.draft]),
            failuresBefore: 0, hasSession: true)
        #expect(settings.inside(opening).commandLine("repair") == "profile --account  repair")
        var status = Sample.status
        status.isOneOfSeveral = true
        opening = OpenedStore(
            number: 1, account: status, path: "/s", content: opening.content, failuresBefore: 0, hasSession: true)
        let home = HomeScreen(opening.content, of: status, settings: settings.inside(opening))
        #expect(home.shows("profile --account main hike import FILE"))
        #expect(home.shows("To repair it, run: profile --account main repair"))
    }

    @Test func `opens the profile with p and leaves with q, or by a click on the line of keys`() {
        var home = Sample.home()
        #expect(home.press(.character("p")).names == ["show ProfileScreen"])
        #expect(home.press(.character("q")) == [.close])
        #expect(home.click("p profile").names == ["show ProfileScreen"])
        #expect(home.click("q quit") == [.close])
        #expect(home.press(.character("x"), .escape, .control("a")) == [])
        #expect(home.update(.paste("q"), at: .zero) == [])
        #expect(home.update(.tick, at: .zero) == [])
        #expect(home.nextTick(after: .seconds(3)) == nil)
    }
}
