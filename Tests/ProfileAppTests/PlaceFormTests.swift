import ProfileKitTesting
import ProfileRendering
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `The form of a place` {
    private static let entry = PlacesTest.detail(3, notes: "First line\nSecond line").entry

    private func edited(_ form: inout PlaceForm) -> PlaceEdit? {
        guard case .request(.places(.change(.edit(let edit))), _)? = form.press(.control("s")).first else { return nil }
        return edit
    }

    @Test(arguments: Picture.sizes) func `matches its golden files`(size: CellSize) throws {
        var form = PlaceForm().sized(size)
        _ = form.press(.control("s"))
        try Picture.check(form, "place-form-new", size)
        try Picture.check(PlaceForm(Self.entry).sized(size), "place-form", size)
    }

    @Test func `adds a place with a name and a position`() {
        var form = PlaceForm().sized(Sample.terminal)
        #expect(form.press(.control("s")) == [.ring])
        #expect(form.shows("a name is needed") && form.shows("must be degrees north and east, such as 46.53,7.96"))
        _ = form.type(" Oeschinensee ")
        _ = form.press(.tab)
        _ = form.type("46.498, 7.728")
        _ = form.press(.tab)
        _ = form.type("Lakes")
        _ = form.press(.tab, .tab)
        _ = form.type("0,5")
        #expect(form.press(.control("s")) == [.ring] && form.shows("from 1 to 20,000"))
        _ = form.type("00")
        #expect(form.press(.control("s")) == [.ring], "0.500 m")
        _ = form.press(.control("u"))
        _ = form.type("500")
        _ = form.press(.tab, " ")
        var place = Place(
            name: "Oeschinensee", position: TrackPosition(latitude: 46.498, longitude: 7.728), category: "Lakes")
        (place.privateRadius, place.isFavourite) = (500, true)
        #expect(form.press(.control("s")) == [.request(.places(.change(.add(place))))])
        #expect(form.press(.escape, "x") == [], "it is being saved")
        let effects = form.handle(.placesChanged(.add(place), id: 9, takeBack: 5), at: .zero)
        #expect(effects.names == ["close", "say Added"])
    }

    @Test func `edits the values of one, and leaves what isn't touched as it is stored`() throws {
        var form = PlaceForm(Self.entry).sized(Sample.terminal)
        #expect(form.shows("Chilkoot Trail") && form.shows("46.3,13.75") && form.shows("Second line"))
        #expect(form.press(.control("s")) == [.close], "nothing was changed")
        _ = form.type("!")
        _ = form.press(.tab, .tab, .tab, .tab, .tab, .left)
        let edit = try #require(edited(&form))
        #expect(edit.id == 3 && edit.from == Self.entry.place)
        var wanted = Self.entry.place
        (wanted.name, wanted.isFavourite) = ("Chilkoot Trail!", false)
        #expect(edit.to == wanted)
        #expect(form.handle(.failed(UserMessage(.io, "the disk is full", hint: "")), at: .zero) == [])
        #expect(form.shows("The disk is full.") && edited(&form) == edit, "it can be tried again")
    }

    @Test func `stores nothing else of a place that can't be typed as it is`() throws {
        var place = Self.entry.place
        (place.name, place.radius, place.notes) = (" Blank ", 250.5, "tab\there\r\nnext")
        place.position = TrackPosition(latitude: 46.123456789012345, longitude: -7.9)
        place.privateRadius = 0.5
        var form = PlaceForm(PlaceEntry(id: 3, place: place, visits: Self.entry.visits)).sized(Sample.terminal)
        #expect(form.press(.escape) == [.close], "nothing was changed")
        _ = form.press(.tab, .tab)
        _ = form.type("!")
        #expect(form.press(.control("s")) == [.ring] && form.shows("from 1 to 20,000"), "that is no private radius now")
        _ = form.press(.control("u"))
        _ = form.type("20,000")
        var wanted = place
        (wanted.category, wanted.privateRadius) = ("Mountains!", 20_000)
        #expect(edited(&form)?.to == wanted)
    }

    @Test func `follows another's edit of the same, and stores what was typed with the next save`() throws {
        var form = PlaceForm(Self.entry).sized(Sample.terminal)
        _ = form.type("!")
        #expect(edited(&form) != nil)
        var theirs = Self.entry.place
        (theirs.name, theirs.category) = ("Theirs", "Huts")
        #expect(form.handle(.placeChangedElsewhere(theirs), at: .zero) == [.ring])
        #expect(form.shows("Changed elsewhere") && form.shows("Huts") && form.shows("Chilkoot Trail!"))
        let edit = try #require(edited(&form))
        theirs.name = "Chilkoot Trail!"
        #expect(edit.to == theirs && edit.from.name == "Theirs")
        #expect(form.resume(at: .zero) == [] && edited(&form) == edit, "the store was locked meanwhile")
    }

    @Test func `asks before what was typed is lost`() {
        var new = PlaceForm().sized(Sample.terminal)
        _ = new.press(.tab)
        _ = new.type("46,7")
        #expect(new.press(.escape) == [] && new.shows("Discard the new place?"))
        var form = PlaceForm(Self.entry).sized(Sample.terminal)
        #expect(form.press(.escape) == [.close])
        _ = form.type(" ")
        #expect(form.press(.escape) == [.close], "a blank at the end would not be stored")
        _ = form.type("!")
        #expect(form.press(.escape) == [] && form.shows("Discard the changes?"))
        #expect(form.press(.right, .enter) == [.close])
    }

    @Test(arguments: [true, false]) func `selects what was added, whatever was listed`(isReadFirst: Bool) {
        var list = PlacesTest.list(Array(Sample.places.dropLast()), category: "Lakes")
        _ = list.press("f")
        var form = PlaceForm()
        let place = Sample.places[8].place
        _ = form.handle(.placesChanged(.add(place), id: 9, takeBack: 5), at: .zero)
        let content = Sample.content(places: Sample.places)
        if isReadFirst { _ = list.refresh(content, at: .zero) }
        _ = list.uncover(by: form, at: .zero)
        if !isReadFirst { _ = list.refresh(content, at: .zero) }
        #expect(list.list.chosen?.place.name == "Mount McKinley" && list.category == nil)
        _ = list.press("f")
        _ = list.refresh(content, at: .zero)
        #expect(list.showsFavourites, "that was once")
    }

    @Test func `leaves the list as it is if what was added is in it`() {
        var list = PlacesTest.list(Sample.places.filter { $0.id != 5 }, category: "Lakes")
        var form = PlaceForm()
        _ = form.handle(.placesChanged(.add(Sample.places[4].place), id: 5, takeBack: 5), at: .zero)
        _ = list.uncover(by: form, at: .zero)
        _ = list.uncover(by: PlacesTest.place(), at: .zero)
        _ = list.refresh(Sample.content(places: Sample.places), at: .zero)
        #expect(list.list.chosen?.place.name == "Twin Lake" && list.category == "Lakes")
    }

    @Test func `opens from the list and from a place, which can be removed and made a favourite there too`() {
        var list = PlacesTest.list()
        #expect(list.press("a").names == ["show PlaceForm"])
        let chosen = Sample.places[1]
        _ = list.handle(.place(PlacesTest.detail(2)), at: .zero)
        #expect(list.press("e").names == ["show PlaceForm"])
        #expect(list.press("*") == [.request(.places(.change(.togglingFavourite(of: chosen))))])
        #expect(list.press("x") == [] && list.shows("Remove “Silver Salmon Creek”?"))
        #expect(list.press(.right, .enter) == [.request(.places(.change(.remove(2, chosen.place))))])
        guard
            case .say(let toast)? = list.handle(.placesChanged(.remove(2, chosen.place), id: 2, takeBack: 7), at: .zero)
                .first,
            case .hikes(.takeBack(7))? = toast.request
        else {
            Issue.record("no undo is offered")
            return
        }
        var place = PlacesTest.place()
        #expect(place.press("e").names == ["show PlaceForm"])
        #expect(place.press("*").names == ["change a place"] && place.press("x", .right, .enter).count == 1)
        #expect(
            place.handle(.placesChanged(.remove(1, Sample.places[0].place), id: 1, takeBack: 7), at: .zero).names == [
                "close", "say Removed",
            ])
        var favourite = Sample.places[0].place
        favourite.isFavourite = true
        let edit = PlaceEdit(id: 1, from: Sample.places[0].place, to: favourite)
        #expect(
            place.handle(.placesChanged(.edit(edit), id: 1, takeBack: 7), at: .zero).names == ["say Made a favourite"])
    }
}

@Suite(.temporaryStore) struct `The app's changes of places` {
    @Test func `are stored, taken back, and refused where someone else changed the same`() async throws {
        let bench = WorkerBench(.current)
        _ = await bench.open()
        let store = try TemporaryStore.current.unlock()
        let place = Place(name: "Lake", position: TrackPosition(latitude: 46.5, longitude: 7.9))
        func change(_ change: PlaceChange) async -> Reply? { await bench.replies(to: .places(.change(change))).last }
        guard case .placesChanged(.add(place), let id, takeBack: _?)? = await change(.add(place)) else {
            Issue.record("nothing was added")
            return
        }
        #expect(try store.readablePlaces().value.map(\.id) == [id])
        let stored = try #require(try store.placeEntry(id)?.place)
        var (mine, theirs) = (stored, stored)
        (mine.category, theirs.name) = ("Lakes", "Theirs")
        try store.editPlace(id) { $0.name = "Theirs" }
        guard
            case .placesChanged(_, id, takeBack: let number?)? = await change(
                .edit(.init(id: id, from: stored, to: mine)))
        else {
            Issue.record("the edit was refused")
            return
        }
        let both = try #require(try store.placeEntry(id)?.place)
        #expect(both.name == "Theirs" && both.category == "Lakes")
        mine.name = "Mine"
        guard
            case .placeChangedElsewhere(let theirsNow)? = await change(.edit(PlaceEdit(id: id, from: stored, to: mine)))
        else {
            Issue.record("another's edit was overwritten")
            return
        }
        #expect(theirsNow.name == "Theirs")
        // An edit that is stored already changes nothing, so there is nothing to take back.
        let again = PlaceChange.edit(PlaceEdit(id: id, from: stored, to: both))
        guard case .placesChanged(again, id, takeBack: nil)? = await change(again) else {
            Issue.record("an undo of nothing is offered")
            return
        }
        _ = await bench.replies(to: .hikes(.takeBack(number)))
        #expect(try store.placeEntry(id)?.place.category == "")
        guard case .failed(let error)? = await change(.remove(id, both)) else {
            Issue.record("another place than was shown was removed")
            return
        }
        #expect(error.code == .conflict)
        let last = try #require(try store.placeEntry(id)?.place)
        guard case .placesChanged(_, id, takeBack: _?)? = await change(.remove(id, last)) else {
            Issue.record("nothing was removed")
            return
        }
        #expect(try store.placeEntry(id) == nil)
    }
}
