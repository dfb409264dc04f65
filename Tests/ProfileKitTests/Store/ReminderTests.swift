import ProfileKitTesting
import Testing

@testable import ProfileKit

@Suite(.temporaryStore) struct `What is due` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func due(_ store: ProfileStore) throws -> [Reminder] {
        try store.reminders.value.filter { if case .backup = $0 { false } else { true } }
    }

    private func advance(days: Int) { temporary.clock.moveWallClock(by: .seconds(days * 86_400)) }

    @Test func `is the goal date, from thirty days before it to its own day, unless the goal is reached`() throws {
        let store = try temporary.unlock()
        let date = store.today.adding(days: 31)
        try store.edit { $0.goalDate = date }
        #expect(try due(store) == [])
        advance(days: 1)
        #expect(try due(store) == [.goalDate(date)])
        advance(days: 30)
        #expect(try due(store) == [.goalDate(date)])
        advance(days: 1)
        #expect(try due(store) == [])
        advance(days: -2)
        try store.edit { $0.goal = Goal("5 km") }
        try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 5, date: store.today))
        #expect(try due(store).isEmpty)
    }

    @Test func `is a goal that is behind its pace`() throws {
        let store = try temporary.unlock()
        try store.edit { profile in
            profile.goal = Goal("100 km")
            profile.goalDate = store.today.adding(days: 99)
        }
        #expect(try due(store) == [])
        advance(days: 10)
        let behind = try #require(try store.summary.goal)
        #expect(try due(store) == [.behindPace(behind)])
        try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: 10, date: store.today))
        #expect(try due(store) == [])
    }

    @Test func `is a badge of which 80 % is reached, or three of four seasons`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.goalDate = store.today.adding(days: 200) }
        func add(_ count: Int, month: Int, distance: Double = 1) throws {
            for _ in 0..<count {
                let day = Day(year: 2020, month: month, day: 5)
                try store.addHike(HikeHeader(id: 0, name: "Ridge", distance: distance, date: day))
            }
        }
        func near() throws -> [String] {
            try due(store).map { reminder in
                if case .badge(let status) = reminder { status.badge.name } else { "\(reminder)" }
            }
        }
        try add(7, month: 1)
        #expect(try near() == [])
        try add(1, month: 4)
        #expect(try near() == ["Tenth Hike"])
        try add(1, month: 7)
        #expect(try near() == ["Tenth Hike", "Four Seasons"])
        try add(1, month: 10)
        #expect(try near() == [])
    }

    @Test func `is a draft that is older than a day`() throws {
        let store = try temporary.unlock()
        try store.edit { $0.goalDate = store.today.adding(days: 200) }
        try store.updateDraft { $0.seasonalPhoto = .summer }
        let savedAt = temporary.clock.wallTime
        advance(days: 1)
        #expect(try due(store) == [])
        temporary.clock.moveWallClock(by: .seconds(1))
        #expect(try due(store) == [.draft(savedAt: savedAt)])
    }

    @Test func `is a backup, thirty days after the last one or the account's beginning`() throws {
        let store = try temporary.unlock()
        func backups() throws -> [Reminder] {
            try store.reminders.value.filter { if case .backup = $0 { true } else { false } }
        }
        advance(days: 30)
        #expect(try backups() == [])
        temporary.clock.moveWallClock(by: .seconds(1))
        #expect(try backups() == [.backup(last: nil)])
        try store.backup(to: temporary.folder + "/copy.backup")
        let madeAt = temporary.clock.wallTime
        #expect(try store.lastBackup == madeAt && backups() == [])
        advance(days: 31)
        #expect(try backups() == [.backup(last: madeAt)])
        // A copy that failed is none.
        #expect(throws: StoreError.self) { try store.backup(to: temporary.folder + "/copy.backup") }
        #expect(store.lastBackup == madeAt)
        try store.edit { $0.prefersNotifications = false }
        #expect(try backups() == [])
    }

    @Test func `is nothing while notifications are off`() throws {
        let store = try temporary.unlock()
        #expect(try due(store) == [.goalDate(store.today)])
        try store.edit { $0.prefersNotifications = false }
        #expect(try due(store) == [])
    }
}
