import ProfileKit
import ProfileKitTesting
import ProfileSupport
import Testing

@Suite(.temporaryStore) struct `Editing a hike` {
    private func importedHike(_ change: (inout HikeHeader) -> Void = { _ in }) -> ImportedHike {
        var header = HikeHeader(
            id: 7, name: "Elk Loop", distance: 5, difficulty: 3, date: Day("2026-04-21"),
            startTime: Timestamp("2026-04-21T23:30:00+02:00"), duration: 3600, source: "GPX", declared: [.distance])
        change(&header)
        return ImportedHike(
            sourceID: 7, hike: Hike(header: header, observations: [HikeObservation(distanceFromStart: 0)]))
    }

    @Test func `stays on its day when a start without an offset is corrected, wherever the machine is`() throws {
        let store = try TemporaryStore.current.unlock()
        var walk = HikeHeader(id: 0, name: "Ridge", distance: 10)
        // Half past midnight where it began.
        walk.begin(at: Timestamp(secondsSince1970: 1_783_171_800, utcOffset: nil), longitude: 165)
        try store.importHikes([ImportedHike(sourceID: nil, hike: Hike(header: walk))])
        let day = try store.hike(1).date
        try store.editHike(1) { $0.startTime = Timestamp(secondsSince1970: 1_783_171_860, utcOffset: nil) }
        #expect(try store.hike(1).date == day)
    }

    @Test func `errors of new and missing hikes name the store, and no number that no hike has`() throws {
        let (store, path) = (try TemporaryStore.current.unlock(), TemporaryStore.current.gate.path)
        func error(_ body: () throws -> Void) -> StoreError? { #expect(throws: StoreError.self) { try body() } }
        for header in [
            HikeHeader(id: 0, name: "A", distance: 1, movingTime: -1), HikeHeader(id: 0, name: "A", distance: -1),
        ] {
            let refusal = error { _ = try store.addHike(header) }
            #expect(refusal?.problems.count == 1)
            #expect(refusal?.problems.allSatisfy { $0.record?.number == nil } == true)
            #expect(refusal?.store == path)
        }
        #expect(error { _ = try store.hike(9) }?.store == path)
        #expect(error { _ = try store.recording(ofHike: 9) }?.store == path)
    }

    @Test func `changes the named values, and badges and totals at once`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([importedHike()])
        let change = try store.editHike(7) { hike in
            (hike.name, hike.distance, hike.difficulty) = ("Fox Loop", 101, nil)
            hike.date = Day("2026-04-22")
        }
        #expect(
            change.ids == [7]
                && change.badgesEarned.map(\.name) == ["Earth Day", "100 Kilometres", "Half Marathon", "Marathon"])
        let hike = try store.hike(7)
        #expect(
            hike.name == "Fox Loop" && hike.difficulty == nil && hike.observations == importedHike().hike.observations)
        #expect(hike.startTime == Timestamp("2026-04-22T23:30:00+02:00") && hike.declared == [.enteredDistance])
        #expect(try store.summary.hikes.totals.distance == 101)
        #expect(try store.editHike(7) { $0.activity = .cycling }.badgesLost.map(\.name).count == 5)
        #expect(try store.summary.hikes.totals.hikes == 0 && store.check().allSatisfy(\.isOK))
    }

    @Test func `takes its start time away with its date`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([importedHike()])
        try store.editHike(7) { $0.date = nil }
        #expect(try store.hike(7).startTime == nil && store.hike(7).date == nil)
    }

    @Test func `of its distance makes the pace that of the whole`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([importedHike { ($0.movingTime, $0.movingDistance) = (3600, 4) }])
        #expect(try store.hike(7).header.pace == 900)
        try store.editHike(7) { $0.name = "Fox Loop" }
        #expect(try store.hike(7).movingDistance == 4)
        try store.editHike(7) { $0.distance = 6 }
        #expect(try store.hike(7).movingDistance == nil && store.hike(7).header.pace == 600)
    }

    @Test func `keeps its known source and its id`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([importedHike()])
        try store.editHike(7) { hike in
            hike.name = "Fox Loop"
            hike.id = 9
        }
        #expect(try store.hikes.map(\.id) == [7])
        #expect(try store.importHikes([importedHike()]).skipped.map(\.reason) == [.exists(id: 7)])
    }

    @Test func `writes nothing when nothing changes`() throws {
        let store = try TemporaryStore.current.unlock()
        try store.importHikes([importedHike()])
        let before = try bytes(of: store.gate.path)
        #expect(try store.editHike(7) { $0.name = "Elk Loop" }.ids == [7])
        #expect(try bytes(of: store.gate.path) == before)
        #expect(code { try store.editHike(8) { _ in } } == .notFound)
    }

    @Test func `applies the rules to what it changes, and to nothing else`() throws {
        let store = try TemporaryStore.current.unlock()
        let old = importedHike { $0.difficulty = 1_000_000 }
        try store.restore(StoreContent(profile: try store.profile, hikes: [old.hike]))
        try store.editHike(7) { $0.name = "Fox Loop" }
        #expect(try store.hike(7).difficulty == 1_000_000)
        let error = #expect(throws: StoreError.self) {
            try store.editHike(7) { hike in
                (hike.name, hike.distance, hike.difficulty) = ("", 0, 11)
                hike.date = Day("2026-11-22")
            }
        }
        #expect(error?.problems.map(\.field).prefix(4) == ["name", "distance", "date", "difficulty"])
        #expect(code { try store.editHike(7) { $0.ascent = .nan } } == .invalidValue)
        #expect(code { try store.editHike(7) { $0.movingTime = 7200 } } == .invalidValue)
        #expect(try store.hike(7).name == "Fox Loop")
    }

    @Test func `and adding accept today and no later day`() throws {
        let store = try TemporaryStore.current.unlock()
        let (today, tomorrow) = (store.today, store.today.adding(days: 1))
        #expect(code { try store.addHike(HikeHeader(id: 0, name: "A", distance: 1, date: tomorrow)) } == .invalidValue)
        try store.addHike(HikeHeader(id: 0, name: "A", distance: 1, date: today))
        #expect(code { try store.editHike(1) { $0.date = tomorrow } } == .invalidValue)
        try store.editHike(1) { $0.date = nil }
        #expect(try store.hike(1).date == nil)
    }
}

@Suite(.temporaryStore) struct `A difficulty` {
    @Test func `of 0 is a value, and differs from an unknown one`() throws {
        let store = try TemporaryStore.current.unlock()
        for difficulty in [0, nil, 3] {
            try store.addHike(HikeHeader(id: 0, name: "A", distance: 1, difficulty: difficulty))
        }
        let again = try TemporaryStore.current.unlock()
        #expect(try again.hikes.map(\.difficulty) == [0, nil, 3])
        #expect(try again.check().allSatisfy(\.isOK))
    }
}
