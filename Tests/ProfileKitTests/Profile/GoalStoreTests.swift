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
}
