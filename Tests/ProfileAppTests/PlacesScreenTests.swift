import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

/// Screens of places, as the worker's answers fill them.
enum PlacesTest {
    static let nearest = NearestHike(hike: Sample.newest.header, distance: 3420)

    static func detail(_ id: Int, notes: String = "", hikes: [Int] = []) -> PlaceDetail {
        let entry = Sample.places[id - 1]
        var place = entry.place
        place.notes = notes
        return PlaceDetail(
            entry: PlaceEntry(id: id, place: place, visits: entry.visits), hikes: hikes, nearest: nearest)
    }

    static func list(
        _ places: [PlaceEntry] = Sample.places, category: String? = nil, _ size: CellSize = Sample.terminal
    ) -> PlacesScreen {
        var screen = PlacesScreen(
            Sample.content(places: places), category: category, settings: `A hike's page`.settings
        )
        .sized(size)
        _ = screen.begin(at: .zero)
        if let id = screen.list.chosen?.id { _ = screen.handle(.place(detail(id)), at: .zero) }
        return screen
    }

    static func place(_ size: CellSize = Sample.terminal) -> PlaceScreen {
        let notes = "The path leaves the road at the second bend.\nNo water after July."
        let known = detail(1, notes: notes, hikes: Sample.headers.sorted(by: .date).prefix(3).map(\.id))
        return PlaceScreen(1, known, Sample.content(places: Sample.places), settings: `A hike's page`.settings)
            .sized(size)
    }
}

@Suite struct `The list of places` {
    private func names(_ screen: PlacesScreen) -> [String] { screen.list.items?.map(\.place.name) ?? [] }

    @Test(arguments: Picture.sizes) func `matches its golden files`(size: CellSize) throws {
        try Picture.check(PlacesTest.list(Sample.places, size), "places", size)
        try Picture.check(PlacesTest.place(size), "place", size)
        try Picture.check(PlacesTest.list([], size), "places-none", size)
    }

    @Test func `shows whether each was visited, how often, first and last, in line`() throws {
        for width in 40...140 {
            let size = CellSize(columns: width, rows: 24)
            let rows = PlacesTest.list(Sample.places, size).lines(size)[3..<12]
            #expect(rows.allSatisfy { $0.cells <= width - 1 })
            let visited = try #require(rows.first { $0.contains("St. Mary") })
            #expect(visited.hasPrefix(" ✓ St. Mary Lake ♥") && visited.contains(" 12  "))
            #expect(visited.hasSuffix("2026-10-09"))
            #expect(visited.contains("2024-05-01") == (width >= 54))
            #expect(rows.contains { $0.hasPrefix("   Twin Lake") })
        }
    }

    @Test func `is chosen by category, in the order of their names, those without one last`() {
        var screen = PlacesTest.list()
        #expect(screen.shows("[All]  Lakes") && screen.shows("5 of 9 visited"))
        #expect(names(screen).first == "Silver Salmon Creek" && names(screen).last == "Home")
        _ = screen.press(.right)
        #expect(screen.category == "Lakes" && names(screen).count == 4 && screen.shows("2 of 4 visited"))
        _ = screen.press(.left, .left)
        #expect(screen.category == "" && names(screen) == ["Home"])
        _ = screen.click("Mountains")
        #expect(names(screen) == ["Chilkoot Trail", "Mount McKinley", "Turtle Rock"])
        #expect(names(PlacesTest.list(category: "Rivers")) == ["Yukon River"])
        // In a narrow window only the chosen category is named.
        let narrow = PlacesTest.list(Sample.places, category: "Lakes", Sample.smallest)
        #expect(narrow.shows("[Lakes]", Sample.smallest) && !narrow.shows("Rivers", Sample.smallest))
    }

    @Test func `shows favourites alone on f, in their categories`() {
        var screen = PlacesTest.list()
        _ = screen.press("f")
        #expect(names(screen) == ["St. Mary Lake", "Chilkoot Trail"] && !screen.shows("Rivers"))
        _ = screen.press(.right)
        #expect(names(screen) == ["St. Mary Lake"])
        _ = screen.press("f")
        #expect(names(screen).count == 4 && screen.category == "Lakes")
        _ = screen.press("f")
        // The last favourite is none any more.
        _ = screen.refresh(Sample.content(places: [Sample.places[1]]), at: .zero)
        #expect(names(screen) == ["Silver Salmon Creek"] && screen.press("f") == [])
    }

    @Test func `reads the hike nearest to the place at which the keys stop`() {
        var screen = PlacesScreen(Sample.content(places: Sample.places), settings: `A hike's page`.settings)
        #expect(screen.begin(at: .zero) == [.request(.places(.load(2)))])
        #expect(screen.press(.down, .down) == [])
        #expect(!screen.shows("Nearest"))
        #expect(screen.handle(.place(PlacesTest.detail(2)), at: .zero) == [.request(.places(.load(5)))])
        #expect(screen.handle(.place(PlacesTest.detail(5)), at: .zero) == [])
        #expect(screen.shows("Nearest: \(Sample.newest.name), 3.4 km away"))
        // One that can't be read has none, and isn't read again and again.
        _ = screen.press(.down)
        let gone = UserMessage(.notFound, "no such place", hint: "")
        #expect(screen.handle(.noPlace(6, gone), at: .zero) == [] && !screen.shows("Nearest"))
        #expect(screen.resume(at: .zero) == [.request(.places(.load(6)))])
    }

    @Test func `says how to get some when there are none`() {
        let screen = PlacesTest.list([])
        #expect(screen.shows("No places yet.") && screen.shows("profile place import FILE"))
        var content = Sample.content(damaged: [.hike(3)])
        content.places = []
        var damaged = PlacesScreen(content, settings: `A hike's page`.settings)
        _ = damaged.begin(at: .zero)
        #expect(damaged.shows("profile repair") && !damaged.shows("No places yet."))
    }

    @Test func `leads to a place, its notes and the hikes that visited it`() {
        var list = PlacesTest.list(category: "Mountains")
        _ = list.press(.down, .down)
        guard case .show(let shown as PlaceScreen)? = list.press(.enter).first else {
            Issue.record("Enter doesn't show the place")
            return
        }
        #expect(shown.id == 1)
        var place = PlacesTest.place()
        #expect(place.begin(at: .zero) == [], "it was read already")
        #expect(place.shows("Turtle Rock") && place.shows("No water after July.") && place.shows("Nearest"))
        let hikes = place.hikes.map(\.id)
        _ = place.press(.down)
        guard case .show(let hike as HikeScreen)? = place.press(.enter).first else {
            Issue.record("Enter doesn't show the hike")
            return
        }
        #expect(hike.id == hikes[1])
        #expect(
            place.click(place.hikes[2].name).isEmpty && place.click(place.hikes[2].name).names == ["show HikeScreen"])
    }

    @Test func `leaves half of a place's screen to the hikes, however long its notes are`() {
        let notes = String(repeating: "A long story. ", count: 400)
        let detail = PlacesTest.detail(1, notes: notes, hikes: [Sample.newest.id, 12_345])
        let content = Sample.content(places: Sample.places)
        let place = PlaceScreen(1, detail, content, settings: `A hike's page`.settings).sized(Sample.terminal)
        // A hike that the index doesn't have yet is left out.
        #expect(place.hikes.map(\.id) == [Sample.newest.id])
        #expect(place.shows("\(Sample.newest.name) ") && place.shows("…"))
    }

    @Test func `says why a place can't be read`() {
        var place = PlaceScreen(4, nil, Sample.content(places: Sample.places), settings: `A hike's page`.settings)
        #expect(place.begin(at: .zero) == [.request(.places(.load(4)))] && place.shows("…"))
        _ = place.handle(.noPlace(4, UserMessage(.notFound, "There is no such place.", hint: "")), at: .zero)
        #expect(place.shows("This place was removed elsewhere. To take that back, press H in the list of"))
        #expect(place.refresh(Sample.content(), at: .zero) == [.request(.places(.load(4)))])
    }
}
