import ProfileKitTesting
import TestSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite(.temporaryStore) struct `The places of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private static let start = TrackPosition(latitude: 46.5, longitude: 7.9)

    private func place(_ name: String, metresNorth: Double = 0, metresEast: Double = 0, radius: Double = 100) -> Place {
        Place(
            name: name,
            position: TrackPosition(
                latitude: Self.start.latitude + metresNorth / 111_195,
                longitude: Self.start.longitude + metresEast / 76_500), radius: radius)
    }

    private func visits(_ store: ProfileStore) throws -> [String: [Int]] {
        try Dictionary(
            uniqueKeysWithValues: store.readablePlaces(exact: true).value.map { entry in
                (entry.place.name, try store.visits(ofPlace: entry.id).map(\.hike))
            })
    }

    @Test func `are visited by the hikes that come by, whatever changes`() throws {
        let store = try temporary.unlock()
        let day = Day(year: 2026, month: 5, day: 1)
        try store.importHikes([.walk(1, from: Self.start, on: day), .walk(2, from: Self.start, metres: 300)])
        let near = try store.addPlace(place("near", metresNorth: 100))
        let far = try store.addPlace(place("far", metresNorth: 800))
        try store.addPlace(place("beside", metresNorth: 500, metresEast: 300))
        #expect(try visits(store) == ["near": [1, 2], "far": [1], "beside": []])
        try store.importHikes([
            .walk(3, from: Self.start, on: day.adding(days: 9)), .walk(4, from: Self.start, planned: true),
        ])
        #expect(try visits(store) == ["near": [3, 1, 2], "far": [3, 1], "beside": []])
        let entry = try #require(try store.placeEntry(near))
        #expect(entry.visits.count == 3 && entry.visits.first == day && entry.visits.last == day.adding(days: 9))
        try store.editHike(3) { $0.date = day.adding(days: -1) }
        #expect(try store.placeEntry(near)?.visits.first == day.adding(days: -1))
        try store.removeHike(1)
        #expect(try visits(store)["far"] == [3])
        try store.restoreHikes([1])
        try store.editPlace(far) { $0.position = self.place("", metresNorth: 450).position }
        #expect(try visits(store)["far"] == [1, 3])
        try store.editPlace(far) { $0.radius = 5000 }
        #expect(try visits(store)["far"] == [1, 3, 2])
        try store.importHikes([.walk(3, from: TrackPosition(latitude: 10, longitude: 10))], replacing: true)
        #expect(try visits(store)["near"] == [1, 2])
        #expect(try store.places(ofHike: 1).map(\.place.name) == ["far", "near"])
        #expect(try store.places(ofHike: 3).isEmpty && store.places(ofHike: 4).isEmpty)
        #expect(try store.hikes(within: place("", metresNorth: 100).area) == [1, 2, 4])
        #expect(try store.nearestHike(to: TrackPosition(latitude: 10, longitude: 10.1))?.hike.id == 3)
        try store.removePlaces([near])
        #expect(code { _ = try store.visits(ofPlace: near) } == .notFound)
        try store.undoElements()
        #expect(try visits(store)["near"] == [1, 2])
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test
    func `are in the review of each year in which hikes that count visited them, private ones only if all is wanted`()
        throws
    {
        let store = try temporary.unlock()
        let day = Day(year: 2025, month: 12, day: 31)
        try store.importHikes([
            .walk(1, from: Self.start, on: day), .walk(2, from: Self.start, metres: 300, on: day.adding(days: 1)),
            .walk(3, from: Self.start, on: day.adding(days: 9)), .walk(4, from: Self.start, metres: 300, on: day),
            .walk(5, from: Self.start), .walk(6, from: Self.start, on: day.adding(days: -400)),
        ])
        try store.editHike(6) { $0.activity = .cycling }
        try store.addPlace(place("near", metresNorth: 100))
        try store.addPlace(place("far", metresNorth: 800))
        try store.addPlace(place("beside", metresNorth: 500, metresEast: 300))
        var home = place("home", metresNorth: 810)
        (home.privateRadius, home.privateShift) = (50, PrivateShift(east: 0, north: 500))
        try store.addPlace(home)
        func review(_ year: Int, exact: Bool = false) throws -> [String] {
            try store.readableReview(of: year, exact: exact).value.places.map {
                "\($0.name) \($0.visits)\($0.isNew ? " new" : "")"
            }
        }
        #expect(try review(2025) == ["near 2 new"], "what lies near a private place is left out too")
        #expect(try review(2025, exact: true) == ["near 2 new", "far 1 new", "home 1 new"])
        #expect(try review(2026, exact: true) == ["near 2", "far 1", "home 1"])
        #expect(try review(2024, exact: true).isEmpty && review(2027, exact: true).isEmpty)
    }

    @Test func `are near the same hikes as their positions, plans too`() throws {
        let store = try temporary.unlock()
        try store.importHikes([
            .walk(1, from: Self.start), .walk(2, from: Self.start, metres: 300),
            .walk(3, from: Self.start, planned: true), .walk(4, from: TrackPosition(latitude: 10, longitude: 10)),
        ])
        for metres in [100.0, 450, 800, 5000] {
            let place = place("Hut \(metres)", metresNorth: metres)
            try store.addPlace(place)
            func near(_ center: HikeFilter.Vicinity.Center) throws -> Set<Int> {
                var filter = HikeFilter()
                filter.near = HikeFilter.Vicinity(center, distance: place.radius / 1000)
                return Set(try store.readableHikes(matching: filter).value.map(\.id))
            }
            let found = try near(.place(place.name))
            #expect(found == (metres < 400 ? [1, 2, 3] : metres < 1100 ? [1, 3] : []))
            #expect(try near(.position(place.position)) == found)
        }
        var filter = HikeFilter()
        filter.near = HikeFilter.Vicinity(.place("nowhere"))
        #expect(code { _ = try store.readableHikes(matching: filter) } == .notFound)
    }

    @Test(arguments: 0..<3) func `have the visits of a search over all points after any changes`(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let store = try temporary.unlock()
        func position() -> TrackPosition {
            TrackPosition(
                latitude: 46.5 + .random(in: -0.01...0.01, using: &source),
                longitude: 7.9 + .random(in: -0.01...0.01, using: &source))
        }
        func check() throws {
            let hikes = try store.hikes.filter { !$0.isPlanned }.map { ($0, try store.recording(ofHike: $0.id)) }
            for entry in try store.readablePlaces(exact: true).value {
                let expected = hikes.filter { $1.map { entry.place.area.isEntered(by: $0) } ?? false }.map(\.0)
                let found = try store.visits(ofPlace: entry.id)
                #expect(Set(found.map(\.hike)) == Set(expected.map(\.id)))
                #expect(entry.visits.count == found.count && entry.visits.counted == expected.count { $0.isCounted })
            }
        }
        for step in 0..<60 {
            switch Int.random(in: 0..<7, using: &source) {
            case 0, 1:
                let count = Int.random(in: 1...4, using: &source)
                try store.importHikes(
                    (0..<count).map { index in
                        .walk(
                            step * 10 + index + 1, from: position(), metres: .random(in: 10...2000, using: &source),
                            on: Day(year: 2026, month: 1, day: 1).adding(days: step), planned: step % 9 == 0,
                            activity: step % 5 == 0 ? .cycling : .hiking)
                    })
            case 2, 3:
                try store.addPlace(
                    Place(name: "Place \(step)", position: position(), radius: .random(in: 10...400, using: &source)))
            case 4:
                if let hike = try store.hikes.randomElement(using: &source) { try store.removeHike(hike.id) }
            case 5:
                guard let place = try store.readablePlaces(exact: true).value.randomElement(using: &source) else {
                    continue
                }
                let moved = position()
                try store.editPlace(place.id) { $0.position = moved }
            default:
                if let removed = try store.removedHikeIDs.randomElement(using: &source) {
                    try store.restoreHikes([removed])
                }
            }
            if step % 10 == 9 { try check() }
        }
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `are refused with values that break their rules`() throws {
        let store = try temporary.unlock()
        func fields(_ change: (inout Place) -> Void) -> [String] {
            var place = place("A")
            change(&place)
            do {
                try store.addPlace(place)
                return []
            } catch let error as StoreError {
                guard case .invalid(let problems) = error.reason else { return ["?"] }
                return problems.map(\.field)
            } catch {
                return ["?"]
            }
        }
        #expect(fields { _ in } == [])
        #expect(fields { $0.name = " " } == ["name"] && fields { $0.name = "a\u{202E}b" } == ["name"])
        #expect(fields { $0.position = TrackPosition(latitude: 91, longitude: 0) } == ["position"])
        #expect(fields { $0.radius = 0 } == ["radius"] && fields { $0.radius = .nan } == ["radius"])
        #expect(fields { $0.privateRadius = 30_000 } == ["private"])
        #expect(fields { $0.category = String(repeating: "x", count: 65) } == ["category"])
        #expect(fields { $0.notes = String(repeating: "x", count: 65 << 10) } == ["notes"])
        #expect(fields { $0.notes = "two\nlines" } == [])
    }

    @Test func `are imported once each`() throws {
        let store = try temporary.unlock()
        let first = try store.importPlaces([
            place("Lake"), place("Summit", metresNorth: 500), place("lake", metresNorth: 2),
        ])
        #expect(first.imported.count == 2 && first.skipped == ["lake"])
        let again = try store.importPlaces([place("Lake", metresNorth: 5), place("Lake", metresNorth: 50)])
        #expect(again.imported.count == 1 && again.skipped == ["Lake"])
        // All or none.
        #expect(
            code { try store.importPlaces([place("New", metresNorth: 900), place("", metresNorth: 10)]) }
                == .invalidValue)
        #expect(try store.readablePlaces(exact: true).value.count == 3)
        try store.undoElements()
        #expect(try store.readablePlaces(exact: true).value.count == 2)
    }

    @Test func `that are private are cut out of tracks, unless all is wanted`() throws {
        let store = try temporary.unlock()
        try store.importHikes([.walk(1, from: Self.start, metres: 3000), .walk(2, from: Self.start, metres: 100)])
        var home = place("Home")
        home.privateRadius = 200
        let id = try store.addPlace(home)
        let kept = try store.place(id)
        let shift = try #require(kept.privateShift)
        let area = try #require(kept.privateArea)
        let (cut, whole) = (
            try store.readableTracks { _ in true }.value, try store.readableTracks(exact: true) { _ in true }.value
        )
        #expect(whole.map(\.hike.id) == [1, 2] && cut.map(\.hike.id) == [1])
        #expect(!cut[0].track.segments.joined().contains { area.contains($0) })
        // The shift outlives edits.
        try store.editPlace(id) { $0.privateRadius = nil }
        #expect(try store.readableTracks { _ in true }.value == whole)
        try store.editPlace(id) { $0.privateRadius = 300 }
        #expect(try store.place(id).privateShift == shift)
        // What is remembered of them ends with each commit, also by others.
        let other = try temporary.unlock()
        for isPrivate in [false, true, false] {
            try other.editPlace(id) { $0.privateRadius = isPrivate ? 200 : nil }
            #expect(try store.readableTracks { _ in true }.value == (isPrivate ? cut : whole))
            #expect(try (store.recording(ofHike: 1) == store.recording(ofHike: 1, exact: true)) == !isPrivate)
        }
    }

    @Test func `that are private hide the places near them, and leave ends where they cut a recording`() throws {
        let store = try temporary.unlock()
        try store.importHikes([.walk(1, from: Self.start, metres: 3000)])
        #expect(try store.readableContent(ofHike: 1).value.cutEnds == [])
        var home = place("Home")
        home.privateRadius = 200
        try store.addPlace(home)
        try store.addPlace(place("Garage", metresNorth: 100))
        try store.addPlace(place("Lake", metresNorth: 5000))
        #expect(try store.readablePlaces().value.map(\.place.name) == ["Lake"])
        #expect(try store.readablePlaces(exact: true).value.count == 3)
        let cut = try store.readableContent(ofHike: 1).value
        let first = try #require(cut.recording?.segments.first?.first)
        #expect(cut.cutEnds == [TrackPosition(latitude: first.latitude, longitude: first.longitude)])
        let whole = try store.readableContent(ofHike: 1, exact: true).value
        #expect(whole.cutEnds == [] && whole.source?.isPart == false && cut.source?.isPart == true)
        // Whoever knows how long the whole is knows how much is hidden.
        let distance = try #require(cut.hike?.distance)
        #expect(try distance < store.hike(1).distance - 0.2)
        let hikes = try store.readableCutHikes { _ in
            true
        } digesting: {
            $0.count
        }
        #expect(hikes.value.mapValues(\.hike.distance) == [1: distance])
        // A digest of the content would tell whether a guess at the hidden points is right.
        #expect(cut.source?.contentDigest != whole.source?.contentDigest)
        #expect(try store.readableHikesByPlace().value.filter { !$0.value.isEmpty } == [1: [1], 2: [1]])
    }

    @Test func `that are private keep their shift when an edit is taken back`() throws {
        let store = try temporary.unlock()
        let id = try store.addPlace(place("Home"))
        try store.editPlace(id) { $0.privateRadius = 500 }
        let shift = try #require(try store.place(id).privateShift)
        try store.editPlace(id) { $0.privateRadius = 300 }
        try store.undoElements(2)
        #expect(try store.place(id).privateRadius == 300 && store.place(id).privateShift == shift)
    }

    @Test func `follow the log of changes`() throws {
        let store = try temporary.unlock()
        let id = try store.addPlace(place("Lake"))
        try store.editPlace(id) { $0.isFavourite = true }
        #expect(try store.elementHistory(limit: 1).first?.items.first?.fields.map(\.field) == ["favourite"])
        try store.undoElements()
        #expect(try store.place(id).isFavourite == false)
    }
}
