import ProfileKit
import ProfileKitTesting
import Testing

@Suite(.temporaryStore) struct `A profile's goal` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    @Test func `is none in a new profile, and counts from the day of its commit`() throws {
        let store = try temporary.unlock()
        #expect(try store.profile.goal == nil)
        #expect(try store.summary.goal == nil)
        let commit = try store.edit { $0.goal = Goal("120 km") }
        #expect(commit.changes.map(\.field) == ["goal"])
        #expect(try temporary.unlock().profile.goal == Goal(.distance, 120, since: store.today))
    }

    @Test func `keeps its first day when the same is set again, and has a new one when another is`() throws {
        let store = try temporary.unlock()
        let first = store.today
        try store.edit { $0.goal = Goal("120 km") }
        temporary.clock.moveWallClock(by: .seconds(10 * 86_400))
        #expect(try store.edit { $0.goal = Goal("120 km") }.changes.isEmpty)
        #expect(try store.profile.goal?.since == first)
        try store.edit { $0.goal = Goal("150 km") }
        #expect(try store.profile.goal?.since == first.adding(days: 10))
        try store.edit { $0.goal = Goal("150 km since 2026-01-01") }
        #expect(try store.profile.goal?.since == Day("2026-01-01"))
        try store.edit { $0.goal = nil }
        #expect(try store.summary.goal == nil)
    }

    @Test func `has its first day from the commit of a draft`() throws {
        let store = try temporary.unlock()
        var draft = try store.draft()
        draft.goal = Goal("12 days")
        try store.save(&draft)
        #expect(try store.savedDraft?.profile.goal?.since == nil)
        temporary.clock.moveWallClock(by: .seconds(86_400))
        try store.commit(draft)
        #expect(try store.profile.goal?.since == store.today)
    }

    @Test func `is reached by the hikes from its first day to its goal date that count`() throws {
        let store = try temporary.unlock()
        let today = store.today
        func add(_ distance: Double, _ ascent: Double, daysAgo: Int?, _ activity: Activity = .hiking) throws {
            let header = HikeHeader(
                id: 0, name: "Ridge", distance: distance, date: daysAgo.map { today.adding(days: -$0) }, ascent: ascent,
                activity: activity)
            try store.addHike(header)
        }
        try add(100, 1000, daysAgo: 11)
        try add(10.5, 100, daysAgo: 10)
        try add(20, 200, daysAgo: 3)
        try add(5, 50, daysAgo: 3)
        try add(7, 70, daysAgo: 0)
        try add(60, 600, daysAgo: 2, .cycling)
        try add(30, 300, daysAgo: nil)
        for (text, all, early) in [
            ("120 km", 42.5, 35.5), ("5 hikes", 4, 3), ("9000 m up", 420, 350), ("9 days", 3, 2),
        ] {
            try store.edit { profile in
                profile.goal = Goal("\(text) since \(today.adding(days: -10))")
                profile.goalDate = today.adding(days: 30)
            }
            #expect(try store.summary.goal?.reached == all)
            #expect(try store.readableSummary.value.goal == store.goalProgress(of: store.profile))
            try store.edit { $0.goalDate = today.adding(days: -1) }
            #expect(try store.summary.goal?.reached == early, "hikes after the goal date don't count")
        }
    }

    @Test func `of places is reached by those that hikes which count visited from its first day on`() throws {
        let store = try temporary.unlock()
        let today = store.today
        let start = TrackPosition(latitude: 46.5, longitude: 7.9)
        func place(_ name: String, north: Double) throws {
            let position = TrackPosition(latitude: start.latitude + north, longitude: start.longitude)
            try store.addPlace(Place(name: name, position: position, radius: 100))
        }
        try place("Start", north: 0)
        try place("Hut", north: 1)
        try place("Lake", north: 2)
        try place("Far", north: 9)
        func walk(_ id: Int, north: Double, daysAgo: Int?, _ activity: Activity = .hiking) throws {
            let from = TrackPosition(latitude: start.latitude + north, longitude: start.longitude)
            let day = daysAgo.map { today.adding(days: -$0) }
            try store.importHikes([.walk(id, from: from, on: day, activity: activity)])
        }
        func reached(since daysAgo: Int, until daysLeft: Int = 30) throws -> Double? {
            try store.edit { profile in
                profile.goal = Goal("3 places since \(today.adding(days: -daysAgo))")
                profile.goalDate = today.adding(days: daysLeft)
            }
            #expect(try store.readableSummary.value.goal == store.summary.goal)
            return try store.summary.goal?.reached
        }
        #expect(try reached(since: 10) == 0)
        // The start is visited before and after the days that count, and by bicycle within them.
        try walk(1, north: 0, daysAgo: 400)
        try walk(2, north: 0, daysAgo: 1)
        try walk(3, north: 0, daysAgo: 5, .cycling)
        try walk(4, north: 1, daysAgo: 12)
        try walk(5, north: 1, daysAgo: 6)
        try walk(6, north: 1, daysAgo: 5)
        try walk(7, north: 2, daysAgo: nil)
        #expect(try reached(since: 10) == 2)
        #expect(try reached(since: 10, until: -4) == 1)
        #expect(try reached(since: 4) == 1)
        #expect(try reached(since: 0) == 0)
        try store.removeHike(2)
        #expect(try reached(since: 10) == 1)
        #expect(try reached(since: 500) == 2)
    }
}
