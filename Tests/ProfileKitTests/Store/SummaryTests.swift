import ProfileKit
import ProfileKitTesting
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileModel

@Suite(.temporaryStore) struct `The summary of a store` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func hike(_ id: Int, _ random: inout SeededSource) -> ImportedHike {
        let header = HikeHeader(
            id: id, name: "Hike \(id)", distance: Double(Int.random(in: 1...300, using: &random)) / 10, difficulty: 3,
            date: Bool.random(using: &random)
                ? Day(year: 2020, month: 1, day: 1).adding(days: .random(in: 0...2000, using: &random)) : nil,
            movingTime: Bool.random(using: &random) ? 3600 : nil,
            ascent: Bool.random(using: &random) ? Double(Int.random(in: 0...900, using: &random)) : nil,
            activity: Activity.allCases.randomElement(using: &random) ?? .hiking,
            isPlanned: Int.random(in: 0..<6, using: &random) == 0, declared: [.ascent])
        return ImportedHike(sourceID: id, hike: Hike(header: header))
    }

    /// The summary from the directory's pages equals the one computed from all hikes.
    @Test(arguments: 1...8) func `covers all hikes, whatever was added and removed`(seed: UInt64) throws {
        var random = SeededSource(seed: seed)
        let store = try temporary.unlock()
        for id in 1...40 {
            try store.importHikes([hike(id, &random)])
            if id.isMultiple(of: 5) { try store.removeHike(.random(in: (id - 4)...id, using: &random)) }
            if id.isMultiple(of: 7) {
                try store.edit { $0.goalDate = $0.goalDate.adding(days: id.isMultiple(of: 2) ? 1 : -1) }
            }
        }
        let expected = HikeSummary(over: try store.hikes, goalDate: try store.profile.goalDate)
        let found = try store.summary.hikes
        #expect(found.recent == expected.recent)
        #expect(found.badges.map(\.isEarned) == expected.badges.map(\.isEarned))
        #expect(found.badges.map(\.earnedOn) == expected.badges.map(\.earnedOn))
        #expect(found.totals.hikes == expected.totals.hikes)
        #expect(abs(found.totals.distance - expected.totals.distance) < 0.001)
        #expect(abs((found.totals.ascent ?? 0) - (expected.totals.ascent ?? 0)) < 0.1)
        #expect(found.totals.movingTime == expected.totals.movingTime)
        #expect(try store.check().filter { !$0.isOK } == [])
    }
}
