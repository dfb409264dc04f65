import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `The home's head` {
    private static let wide = CellSize(columns: 120, rows: 40)
    private static let photo = {
        var photo = Photo()
        photo.day = Day(year: 2026, month: 1, day: 17)
        return Numbered(number: 4, model: photo)
    }()

    private static func home(
        _ content: Content = Sample.content(places: Sample.places), _ size: CellSize = wide,
        depth: ColorDepth = .none
    ) -> HomeScreen {
        var settings = AppSettings()
        settings.presentation = Presentation(depth: depth, motion: .reduced)
        return HomeScreen(content, of: Sample.status, settings: settings).sized(size)
    }

    /// The content of a store with places, a goal, and a draft if there is one.
    private static func content(withGoalAnd draft: ProfileDraft?) -> Content {
        let plain = Sample.content(draft: draft)
        var summary = plain.summary
        summary.goal = Goal(.places, 10).map { goal in
            GoalProgress(
                goal, since: Sample.today, goalDate: Sample.today.adding(days: 70), today: Sample.today, reached: 4)
        }
        return Content(summary: summary, index: plain.index, today: plain.today, places: Sample.places)
    }

    /// A home with its hike and its photo, which is a slope below the sky.
    private static func homeWithPhoto(_ size: CellSize) -> HomeScreen {
        var home = home(Sample.content(places: Sample.places, photo: photo), size, depth: .trueColor)
        let effects = home.begin(at: .zero)
        _ = home.loaded(Sample.newest)
        for case .places(.drawPhoto(let picture)) in effects.requests {
            var canvas = Canvas(size: picture.size)
            for row in 0..<canvas.size.rows {
                for column in 0..<canvas.size.columns {
                    func color(_ y: Int) -> Color {
                        let light = UInt8(clamping: 90 + y * 6)
                        return abs(column - canvas.size.columns / 2) < y
                            ? Color(red: light / 2, green: light, blue: 70) : Color(red: 120, green: light, blue: 240)
                    }
                    canvas.write(
                        "▀", column: column, row: row,
                        style: CellStyle(foreground: color(row * 2), background: color(row * 2 + 1)))
                }
            }
            _ = home.handle(.photo(canvas, of: picture), at: .zero)
        }
        return home
    }

    @Test(arguments: Picture.sizes) func `matches its golden files`(size: CellSize) throws {
        var home = Self.home(Sample.content(places: Sample.places), size)
        _ = home.begin(at: .zero) + home.loaded(Sample.newest)
        try Picture.check(home, "home-places", size)
        _ = home.press(.up)
        try Picture.check(home, "home-places-focus", size)
        try Picture.check(Self.homeWithPhoto(size), "home-photo", size)
    }

    @Test func `is there only with places or a photo`() {
        for size in Picture.sizes {
            let bare = Self.home(Sample.content(), size, depth: .trueColor)
            #expect(HomeLayout(bare, size: size).head.height == 0)
            // Photos can't be shown without colours.
            let plain = Self.home(Sample.content(places: [], photo: Self.photo), size)
            #expect(HomeLayout(plain, size: size).head.height == 0)
        }
        let photo = Self.home(Sample.content(places: [], photo: Self.photo), depth: .trueColor)
        #expect(HomeLayout(photo, size: Self.wide).head.photo != nil)
    }

    @Test func `leaves room for eight hikes in every window`() {
        let many = (0..<40).map { number in
            PlaceEntry(
                id: number, place: Place(name: "P", position: .init(latitude: 0, longitude: 0), category: "C\(number)"),
                visits: PlaceVisits())
        }
        for columns in stride(from: 40, through: 210, by: 17) {
            // Each height with a third of the widths.
            for rows in 16...70 where (rows + columns) % 3 == 0 {
                let size = CellSize(columns: columns, rows: rows)
                for places in [Sample.places, many] {
                    let content = Sample.content(places: places, photo: Self.photo)
                    let layout = HomeLayout(Self.home(content, size, depth: .trueColor), size: size)
                    #expect(layout.head.height == 0 || layout.listHeight - layout.detailHeight >= 8)
                    #expect(layout.head.height <= rows / 3)
                    let rows = layout.headTop..<layout.headTop + layout.head.height
                    for area in layout.head.rows.map(\.area) + [layout.head.photo].compactMap(\.self) {
                        #expect(
                            rows.contains(area.origin.row + area.size.rows - 1)
                                && area.columnRange.upperBound <= layout.listWidth)
                    }
                }
            }
        }
    }

    @Test func `is one line in a window of the usual size, for which a goal and a draft take rows of the graph`() {
        let draft = Sample.draft { $0.seasonalPhoto = .spring }
        for content in [
            Sample.content(places: Sample.places), Self.content(withGoalAnd: nil), Self.content(withGoalAnd: draft),
        ] {
            var home = Self.home(content, Sample.terminal)
            _ = home.begin(at: .zero) + home.loaded(Sample.newest)
            #expect(home.shows("Lakes 2 of 4 · Mountains 2 of 3"))
            #expect(home.lines().filter { $0.hasPrefix("▸ ") || $0.hasPrefix("▾ ") }.count == 8)
            #expect(home.shows("6.8 km") && home.shows("difficulty 4"))
        }
        let bare = Self.home(Sample.content(), Sample.terminal)
        #expect(HomeLayout(bare, size: Sample.terminal).detailHeight == 13)
    }

    @Test func `shows a featured place first, or else the most visited favourite, or else the most visited place`() {
        func featured(_ places: [PlaceEntry]) -> String? {
            HomeHead(Sample.content(places: places), depth: .none).featured?.place.name
        }
        let places = Sample.places
        #expect(featured(places) == "Turtle Rock")
        #expect(featured(Array(places.dropFirst())) == "St. Mary Lake")
        #expect(featured([places[1], places[5], places[7]]) == "Home")
        #expect(featured([places[1], places[4]]) == nil)
    }

    @Test func `shows for each category how many of its places are visited`() {
        let home = Self.home()
        for (category, standing) in [("Lakes", "2 of 4"), ("Mountains", "2 of 3"), ("Rivers", "0 of 1")] {
            #expect(home.lines(Self.wide).contains { $0.hasPrefix(" \(category) ") && $0.contains(" \(standing)  ") })
        }
        var content = Sample.content(places: Sample.places)
        content.places[1] = PlaceEntry(id: 2, place: content.places[1].place, visits: PlaceVisits(count: 1))
        var changed = home
        #expect(changed.refresh(content, at: .zero) == [])
        #expect(changed.shows(" 3 of 4 ", Self.wide))
    }

    @Test func `leads from a row to its places, by a click and by keys`() {
        var home = Self.home()
        func shown(_ effects: [Effect]) -> String? {
            switch effects.first {
            case .show(let list as PlacesScreen): "places of \(list.category ?? "all")"
            case .show(let place as PlaceScreen): "place \(place.id)"
            default: nil
            }
        }
        #expect(shown(home.click("Rivers", Self.wide)) == "places of Rivers")
        #expect(shown(home.click("Turtle Rock", Self.wide)) == "place 1")
        #expect(shown(home.press("P")) == "places of all")
        // Up from the first hike is the last row, and down from that the first hike.
        _ = home.press(.up)
        #expect(home.shows("Enter places", Self.wide) && shown(home.press(.enter)) == "places of ")
        _ = home.press(.up)
        #expect(shown(home.press(.enter)) == "places of Rivers")
        _ = home.press(.up, .up, .up, .up, .up)
        #expect(home.shows("Enter place ", Self.wide))
        #expect(shown(home.press(.enter)) == "place 1")
        _ = home.press(.escape)
        #expect(home.focusedHeadRow == nil && home.press(.enter).names == ["show HikeScreen"])
        _ = home.press(.up, .down)
        #expect(home.focusedHeadRow == nil && home.list.selected == 0)
        _ = home.press(.down, .up)
        #expect(home.focusedHeadRow == nil)
    }

    @Test func `has the focus alone: no hike is changed by the keys for hikes`() {
        for key in ["x", .delete, "e", "*", " "] as [Key] {
            var home = Self.home()
            #expect(home.press(key) != [] || home.list.marked.count == 1 || home.shows("( Remove )", Self.wide))
            home = Self.home()
            _ = home.press(.up)
            #expect(home.press(key) == [] && home.list.marked.isEmpty && !home.shows("( Remove )", Self.wide))
        }
        var home = Self.home()
        _ = home.press(.up, "/")
        #expect(home.focusedHeadRow == nil)
    }

    @Test func `gets its photo from the worker, once for each size and season`() {
        var home = Self.home(Sample.content(places: Sample.places, photo: Self.photo), depth: .trueColor)
        func asked(_ effects: [Effect]) -> [PhotoLoader.Picture] {
            effects.requests.compactMap { if case .places(.drawPhoto(let picture)) = $0 { picture } else { nil } }
        }
        let first = asked(home.begin(at: .zero))
        #expect(first.count == 1 && first[0].photo == Self.photo)
        #expect(asked(home.press(.down)) == [], "a request is under way")
        #expect(home.handle(.photo(Canvas(size: first[0].size), of: first[0]), at: .zero) == [])
        #expect(home.photo.canvas?.size == first[0].size && asked(home.press(.down)) == [])
        let resized = asked(home.update(.resized(CellSize(columns: 200, rows: 60)), at: .zero))
        #expect(resized.count == 1 && resized[0].size != first[0].size)
        _ = home.handle(.photo(Canvas(size: resized[0].size), of: resized[0]), at: .zero)
        // Another season has another photo.
        let other = Numbered(number: 5, model: Photo())
        let another = asked(home.refresh(Sample.content(places: Sample.places, photo: other), at: .zero))
        #expect(another.map(\.photo) == [other] && home.photo.canvas == nil)
        // One that doesn't open takes no room.
        _ = home.handle(.photo(nil, of: another[0]), at: .zero)
        #expect(HomeLayout(home, size: home.size).head.photo == nil && asked(home.press(.down)) == [])
        #expect(asked(home.refresh(Sample.content(places: Sample.places), at: .zero)) == [])
    }
}
