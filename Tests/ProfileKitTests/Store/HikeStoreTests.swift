import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `Hikes in a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func hike(_ id: Int?, _ name: String = "Elk Loop", distance: Double = 10, date: Day? = nil) -> ImportedHike
    {
        let observation = HikeObservation(distanceFromStart: 0, elevation: 100...120, pace: nil, heartRate: 90...110)
        let header = HikeHeader(id: id ?? 0, name: name, distance: distance, date: date, ascent: 300)
        return ImportedHike(sourceID: id, hike: Hike(header: header, observations: [observation]))
    }

    @Test func `are read back as they were stored`() throws {
        let store = try temporary.unlock()
        let result = try store.importHikes([hike(7), hike(3, "Fox Loop")])
        #expect(result.imported == [7, 3])
        #expect(try store.hikes.map(\.id) == [3, 7])
        #expect(try store.hike(7) == hike(7).hike)
        #expect(code { _ = try store.hike(8) } == .notFound)
    }

    @Test func `are stored only once`() throws {
        let store = try temporary.unlock()
        try store.importHikes([hike(7)])
        let again = try store.importHikes([hike(7), hike(8)])
        #expect(again.imported == [8])
        #expect(again.skipped.count == 1)
    }

    @Test func `are refused with a known id and other content, and nothing of their file is stored`() throws {
        let store = try temporary.unlock()
        try store.importHikes([hike(7)])
        #expect(code { try store.importHikes([hike(8), hike(7, "Changed")]) } == .invalidValue)
        #expect(try store.hikes.map(\.name) == ["Elk Loop"])
        try store.importHikes([hike(8), hike(7, "Changed")], replacing: true)
        #expect(try store.hikes.map(\.name) == ["Changed", "Elk Loop"])
    }

    @Test func `get the next free id when they have none, once`() throws {
        let store = try temporary.unlock()
        try store.importHikes([hike(41)])
        #expect(try store.importHikes([hike(nil, "A"), hike(nil, "B")]).imported == [42, 43])
        #expect(try store.importHikes([hike(nil, "A")]).skipped.count == 1)
    }

    @Test func `appear in the summary at once`() throws {
        let store = try temporary.unlock()
        #expect(try store.summary.hikes.totals.hikes == 0)
        try store.importHikes((1...10).map { hike($0) })
        let digest = try store.summary.hikes
        #expect(digest.totals == HikeTotals(hikes: 10, distance: 100, ascent: 3000, movingTime: nil))
        #expect(
            digest.earnedBadges.map(\.badge.name) == [
                "First Hike", "Tenth Hike", "100 Kilometres", "1,000 Metres Up",
            ])
        #expect(digest.recent.count == HikeSummary.recentCount)
    }

    @Test func `earn Goal Reached when the goal date moves to one of their days`() throws {
        let store = try temporary.unlock()
        let day = Day(year: 2026, month: 6, day: 1)
        try store.importHikes([hike(1, date: day)])
        func isReached() throws -> Bool {
            try store.summary.hikes.earnedBadges.contains { $0.badge.name == "Goal Reached" }
        }
        #expect(try !isReached())
        try store.edit { $0.goalDate = day }
        #expect(try isReached())
        try store.edit { $0.goalDate = Day(year: 2026, month: 6, day: 2) }
        #expect(try !isReached())
    }

    @Test func `are separate for each account`() throws {
        let other = try AccountID("second")
        _ = try Gate.create(
            NewAccount(passcode: Secret("820461")), at: .file(temporary.gate.path), account: other,
            configuration: temporary.gate.configuration)
        try temporary.unlock().importHikes([hike(7)])
        let gate = try Gate(at: .file(temporary.gate.path), account: other, configuration: temporary.gate.configuration)
        let second = try gate.unlock(with: Secret("820461"))
        #expect(try second.hikes.isEmpty)
        #expect(try second.importHikes([hike(7)]).imported == [7])
    }
}
