import ProfileKit
import ProfileKitTesting
import ProfileSupport
import Testing

@Suite(.temporaryStore) struct `A hike that is added or removed` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func header(_ name: String = "Elk Loop", _ distance: Double = 5, _ date: String? = nil) -> HikeHeader {
        HikeHeader(id: 0, name: name, distance: distance, date: date.flatMap { Day($0) })
    }

    private func names(_ badges: [Badge]) -> [String] { badges.map(\.name) }

    @Test func `begins on the day of its start, also if another day is given with it`() throws {
        let store = try TemporaryStore.current.unlock()
        var header = HikeHeader(id: 0, name: "Elk", distance: 5, date: Day(year: 2026, month: 5, day: 1))
        header.startTime = Timestamp("2026-04-22T08:40:00Z")
        try store.addHike(header)
        #expect(try store.hike(1).date == Day(year: 2026, month: 4, day: 22))
        for (day, other) in [(3, Day(year: 2026, month: 6, day: 1)), (4, nil)] {
            try store.editHike(1) {
                $0.startTime = Timestamp("2026-04-0\(day)T08:40:00Z")
                $0.date = other
            }
            #expect(try store.hike(1).date == Day(year: 2026, month: 4, day: day))
        }
    }

    @Test func `gets the next free id, and shows in totals and badges at once`() throws {
        let store = try temporary.unlock()
        let change = try store.addHike(header("Elk Loop", 5, "2026-04-22"))
        #expect(change.ids == [1])
        #expect(names(change.badgesEarned) == ["First Hike", "Earth Day"] && change.badgesLost.isEmpty)
        #expect(try store.addHike(header("Fox Loop", 95)).ids == [2])
        let digest = try store.summary.hikes
        #expect(digest.totals.hikes == 2 && digest.totals.distance == 100)
        #expect(
            digest.earnedBadges.map(\.badge.name) == [
                "First Hike", "Earth Day", "100 Kilometres", "Half Marathon", "Marathon",
            ])
    }

    @Test func `is new even when another is equal`() throws {
        let store = try temporary.unlock()
        #expect(try store.addHike(header()).ids == [1])
        #expect(try store.addHike(header()).ids == [2])
        #expect(try store.hikes.count == 2)
    }

    @Test func `takes its badges with it when it is removed`() throws {
        let store = try temporary.unlock()
        for number in 1...10 { try store.addHike(header("H", 10, number == 4 ? "2026-04-22" : nil)) }
        let change = try store.removeHike(4)
        #expect(change.ids == [4] && change.badgesEarned.isEmpty)
        #expect(names(change.badgesLost) == ["Earth Day", "Tenth Hike", "100 Kilometres"])
        #expect(try store.summary.hikes.totals == HikeTotals(hikes: 9, distance: 90))
        #expect(try store.summary.hikes == HikeSummary(over: try store.hikes, goalDate: try store.profile.goalDate))
        #expect(code { _ = try store.hike(4) } == .notFound)
    }

    @Test func `leaves the summary that a full computation gives, on Earth Day and around it`() throws {
        let store = try temporary.unlock()
        func day(_ number: Int) -> String { "\(2020 + number % 3)-04-2\(1 + number % 4)" }
        func expectRight(_ change: String) throws {
            let (hikes, goal) = (try store.hikes, try store.profile.goalDate)
            #expect(try store.summary.hikes == HikeSummary(over: hikes, goalDate: goal), "\(change)")
        }
        for number in 1...8 {
            try store.addHike(header("H", 20, day(number)))
            try expectRight("added \(number)")
        }
        for number in 1...8 {
            try store.editHike(number) { $0.date = Day(day(number * 5 + 3)) }
            try expectRight("edited \(number)")
        }
        for number in [3, 1, 7, 2, 8, 5] {
            try store.removeHike(number)
            try expectRight("removed \(number)")
        }
        for number in [8, 3, 1] {
            try store.restoreHikes([number])
            try expectRight("restored \(number)")
        }
    }

    @Test func `can't be removed twice`() throws {
        let store = try temporary.unlock()
        try store.addHike(header())
        try store.removeHike(1)
        #expect(code { try store.removeHike(1) } == .notFound)
        #expect(try store.summary.hikes.totals.hikes == 0)
    }

    @Test func `changes badges in the same transaction when it replaces another`() throws {
        let store = try temporary.unlock()
        func imported(_ date: String) -> ImportedHike {
            var hike = Hike(header: header("Elk", 5, date))
            hike.id = 7
            return ImportedHike(sourceID: 7, hike: hike)
        }
        try store.importHikes([imported("2026-04-22")])
        #expect(names(try store.summary.hikes.earnedBadges.map(\.badge)).contains("Earth Day"))
        try store.importHikes([imported("2026-04-23")], replacing: true)
        #expect(!names(try store.summary.hikes.earnedBadges.map(\.badge)).contains("Earth Day"))
        #expect(try store.summary.hikes.totals.hikes == 1)
    }

    @Test func `is refused with values that break the rules, all reported at once`() throws {
        let store = try temporary.unlock()
        for distance in [0, -1, Double.nan, .infinity, 50_001] {
            #expect(code { try store.addHike(header("A", distance)) } == .invalidValue)
        }
        for name in ["", " \u{200B}", "a\nb", String(repeating: "é", count: 513)] {
            #expect(code { try store.addHike(header(name)) } == .invalidValue)
        }
        let wrong = HikeHeader(id: 0, name: "", distance: 0, difficulty: 11)
        let error = #expect(throws: StoreError.self) { try store.addHike(wrong) }
        #expect(error?.problems.map(\.field) == ["name", "distance", "difficulty"])
        #expect(try store.hikes.isEmpty)
    }

    @Test func `gets an id even when the highest is in use`() throws {
        let store = try temporary.unlock()
        var last = Hike(header: header("Last"))
        last.id = 9_007_199_254_740_991
        try store.importHikes([ImportedHike(sourceID: last.id, hike: last)])
        #expect(try store.addHike(header()).ids == [1])
        #expect(try store.addHike(header()).ids == [2])
    }

    @Test func `is in the digest when it belongs to a batch, whatever others did in between`() throws {
        let (store, other) = (try temporary.unlock(), try temporary.unlock())
        func imported(_ id: Int, _ distance: Double) -> ImportedHike {
            var hike = Hike(header: header("H", distance))
            hike.id = id
            return ImportedHike(sourceID: id, hike: hike)
        }
        try store.importHikes([imported(1, 1), imported(2, 2)])
        try other.removeHike(1)
        try other.importHikes([imported(2, 20)], replacing: true)
        try store.importHikes([imported(3, 300)])
        #expect(try store.summary.hikes.totals == HikeTotals(hikes: 2, distance: 320))
        #expect(try store.hikes.map(\.distance) == [20, 300])
    }

    private func recording(heartRate: Double = 100) -> Recording {
        let points = (0..<30).compactMap { step in
            TrackPoint(
                latitude: 47 + Double(step) / 10_000, longitude: 11, elevation: 500, heartRate: heartRate,
                time: Timestamp(secondsSince1970: 1_777_000_000 + Double(step) * 10, utcOffset: 7200))
        }
        return Recording(segments: [points])
    }

    @Test func `is recognized by its recorded points, however its figures are computed`() throws {
        let store = try temporary.unlock()
        let hike = ImportedHike(name: "Elk", source: "GPX", recording: recording())
        #expect(try store.importHikes([hike]).imported == [1])
        var otherFigures = hike
        otherFigures.hike.ascent = 999
        otherFigures.hike.observations = []
        #expect(try store.importHikes([otherFigures]).skipped.count == 1)
        let other = ImportedHike(name: "Elk", source: "GPX", recording: recording(heartRate: 101))
        #expect(try store.importHikes([other], keepingDuplicates: true).imported == [2])
    }

    @Test func `is recognized when it comes from an export of the same store`() throws {
        let store = try temporary.unlock()
        try store.importHikes([ImportedHike(name: "Elk", source: "GPX", recording: recording())])
        let hike = try store.hike(1)
        #expect(try store.importHikes([ImportedHike(sourceID: 1, hike: hike)]).skipped.count == 1)
        var changed = hike
        changed.name = "Fox"
        #expect(code { try store.importHikes([ImportedHike(sourceID: 1, hike: changed)]) } == .invalidValue)
    }
}
