import ProfileModel
import Testing

@Suite struct `Personal records` {
    @Test(arguments: 0..<20) func `are those that a plain loop finds`(seed: UInt64) {
        let all = SampleArchive.hikes(Int(seed) * 15, seed: seed)
        let points = Dictionary(
            uniqueKeysWithValues: all.filter { $0.id % 3 == 0 }.map { ($0.id, Double($0.id * 77 % 3000)) })
        let records = PersonalRecords(of: all, highestPoints: points).records
        let hikes = all.filter { !$0.isPlanned }
        #expect(records[.longest]?.value == hikes.map(\.distance).max())
        #expect(records[.mostClimbed]?.value == hikes.compactMap(\.ascent).max())
        #expect(records[.highest]?.value == hikes.compactMap { points[$0.id] }.max())
        for (kind, least) in [(PersonalRecords.Kind.fastest1, 1.0), (.fastest5, 5), (.fastest10, 10), (.fastest20, 20)]
        {
            var best: Double?
            for hike in hikes where hike.distance >= least {
                if let time = hike.movingTime, time > 0 { best = min(best ?? .infinity, time / hike.distance) }
            }
            #expect(records[kind]?.value == best)
            #expect(records[kind]?.hike?.pace == best)
        }
        var (streak, most) = (0, 0.0)
        for start in 0..<420 {
            let first = Day(year: 2024, month: 12, day: 1).adding(days: start)
            var count = 0
            while hikes.contains(where: { $0.date == first.adding(days: count) }) { count += 1 }
            streak = max(streak, count)
            guard Weekday(of: first) == .monday else { continue }
            let week = (0..<7).map { first.adding(days: $0) }
            most = max(most, hikes.filter { $0.date.map(week.contains) ?? false }.reduce(0) { $0 + $1.distance })
        }
        #expect(records[.longestStreak]?.value ?? 0 == Double(streak))
        if Week(of: Day(year: 2024, month: 12, day: 1))
            != records[.mostInAWeek].flatMap({ $0.first.map { Week(of: $0) } })
        {
            #expect(abs((records[.mostInAWeek]?.value ?? 0) - most) < 1e-9)
        }
    }

    @Test func `are held by the earliest of equal hikes, and by nobody without hikes`() throws {
        let hikes: [HikeHeader] = [
            .sample(1, "2026-02-02", distance: 5), .sample(2, "2026-01-01", distance: 5), .sample(3, nil, distance: 5),
        ]
        let records = PersonalRecords(of: hikes, highestPoints: [:]).records
        #expect(records[.longest]?.hike?.id == 2 && records[.highest] == nil && records[.fastest1] == nil)
        #expect(records[.longestStreak]?.first == Day("2026-01-01"))
        #expect(PersonalRecords(of: [], highestPoints: [:]).records.isEmpty)
    }

    @Test func `of an activity are those of its hikes`() {
        let hikes = SampleArchive.hikes(90, seed: 7)
        let groups = PersonalRecords.byActivity(of: hikes, highestPoints: [:])
        #expect(
            groups.map(\.activity)
                == Activity.allCases.filter { activity in hikes.contains { $0.activity == activity && !$0.isPlanned } })
        for (activity, records) in groups {
            #expect(records == PersonalRecords(of: hikes.filter { $0.activity == activity }, highestPoints: [:]))
        }
        #expect(PersonalRecords.byActivity(of: [], highestPoints: [:]).isEmpty)
    }
}
