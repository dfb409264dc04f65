import ProfileModel
import ProfileSupport
import TestSupport
import Testing

@Suite struct HikeTotalsTests {
    @Test func `without hikes, ascent and moving time are unknown`() {
        #expect(HikeTotals(over: []) == HikeTotals(hikes: 0, distance: 0, ascent: nil, movingTime: nil))
    }

    @Test func `values that no hike has are unknown, never 0`() {
        let totals = HikeTotals(over: [.sample(1, distance: 4.5), .sample(2, distance: 2)])
        #expect(totals == HikeTotals(hikes: 2, distance: 6.5, ascent: nil, movingTime: nil))
    }

    @Test func `values that some hikes have are summed over those`() {
        let totals = HikeTotals(over: [
            .sample(1, distance: 1, ascent: 300), .sample(2, distance: 2, movingTime: 3600),
            .sample(3, distance: 3, ascent: 34),
        ])
        #expect(totals == HikeTotals(hikes: 3, distance: 6, ascent: 334, movingTime: 3600))
    }

    @Test func `a known 0 stays 0`() {
        let totals = HikeTotals(over: [.sample(1, ascent: 0, movingTime: 0)])
        #expect(totals.ascent == 0)
        #expect(totals.movingTime == 0)
    }

    @Test func `the heart rate over observations has their extremes and the mean of their middles`() {
        let observations = [
            HikeObservation(distanceFromStart: 0, heartRate: 90...110), HikeObservation(distanceFromStart: 1),
            HikeObservation(distanceFromStart: 2, heartRate: 120...160),
        ]
        #expect(HeartRate(over: observations) == HeartRate(min: 90, average: 120, max: 160))
        #expect(HeartRate(over: [HikeObservation(distanceFromStart: 0, elevation: 1...2)]) == nil)
        #expect(HeartRate(over: []) == nil)
    }
}

@Suite struct HikeSummaryTests {
    private let goal = Day(year: 2027, month: 5, day: 1)

    @Test func `recent hikes are the newest five, newest first`() {
        let hikes = (1...7).map { HikeHeader.sample($0, "2026-01-0\($0)") }
        #expect(HikeSummary(over: hikes, goalDate: goal).recent.map(\.id) == [7, 6, 5, 4, 3])
    }

    @Test func `undated hikes are recent last, by id`() {
        let hikes: [HikeHeader] = [
            .sample(9), .sample(3), .sample(8, "0001-01-01"), .sample(2, "2026-01-02"), .sample(1, "2026-01-02"),
        ]
        #expect(HikeSummary(over: hikes, goalDate: goal).recent.map(\.id) == [1, 2, 8, 3, 9])
    }

    @Test func `undated hikes fill up after fewer than five dated ones`() {
        let hikes: [HikeHeader] = (1...6).map { .sample($0) } + [.sample(7, "2026-01-01")]
        #expect(HikeSummary(over: hikes, goalDate: goal).recent.map(\.id) == [7, 1, 2, 3, 4])
    }

    @Test func `without hikes the digest is empty and has every badge`() {
        let digest = HikeSummary(over: [], goalDate: goal)
        #expect(digest.totals == HikeTotals())
        #expect(digest.recent.isEmpty)
        #expect(digest.earnedBadges.isEmpty)
        #expect(digest.badges.map(\.badge) == Badge.all)
    }

    @Test func `earned badges keep the order of all badges`() {
        let digest = HikeSummary(over: [.sample(1, "2026-04-22", distance: 100)], goalDate: goal)
        #expect(
            digest.earnedBadges.map(\.badge.name) == [
                "First Hike", "Earth Day", "100 Kilometres", "Half Marathon", "Marathon",
            ])
    }

    @Test(arguments: 0..<8) func `the order of the hikes makes no difference`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let hikes = (1...120).map { id -> HikeHeader in
            let isDated = Int.random(in: 0..<4, using: &source) > 0
            var hike = HikeHeader.sample(
                id, distance: .random(in: 0...3, using: &source),
                ascent: Bool.random(using: &source) ? .random(in: 0...40, using: &source) : nil)
            if isDated {
                hike.date = Day(
                    year: 2026, month: .random(in: 1...12, using: &source), day: .random(in: 20...24, using: &source))
            }
            return hike
        }
        let digest = HikeSummary(over: hikes, goalDate: Day(year: 2026, month: 8, day: 22))
        #expect(digest.earnedBadges.count >= 5)
        for _ in 0..<20 {
            let shuffled = hikes.shuffled(using: &source)
            #expect(HikeSummary(over: shuffled, goalDate: Day(year: 2026, month: 8, day: 22)) == digest)
        }
    }
}

@Suite struct HikeOrderTests {
    private static let hikes: [HikeHeader] = [
        .sample(1, "2026-01-02", name: "beech", distance: 5, ascent: nil),
        .sample(2, nil, name: "Alder", distance: 12, ascent: 300),
        .sample(3, "2026-01-02", name: "Beech", distance: 5, ascent: 0),
        .sample(4, "2025-12-31", name: "Çam", distance: 0, ascent: 300),
        .sample(5, nil, name: "", distance: 12, ascent: nil),
        .sample(6, "2026-04-22", name: "alder", distance: 7.5, ascent: 900),
    ]

    @Test(arguments: [
        (HikeOrder.date, [6, 1, 3, 4, 2, 5]), (.distance, [2, 5, 6, 1, 3, 4]), (.ascent, [6, 2, 4, 3, 1, 5]),
        (.name, [5, 2, 6, 1, 3, 4]),
    ])
    func `hikes are sorted newest, largest or A first, without a value last, and equal ones by id`(
        order: HikeOrder, ids: [Int]
    ) {
        #expect(Self.hikes.sorted(by: order).map(\.id) == ids)
        #expect(Self.hikes.reversed().sorted(by: order).map(\.id) == ids)
    }

    @Test(arguments: HikeOrder.allCases) func `sorting does not depend on the original order`(order: HikeOrder) {
        let sorted = Self.hikes.sorted(by: order)
        for start in Self.hikes.indices {
            let turned = Array(Self.hikes[start...] + Self.hikes[..<start])
            #expect(turned.sorted(by: order) == sorted && turned.reversed().sorted(by: order) == sorted)
        }
    }

    @Test func `numbers in names are sorted by their value, and accents as in a search`() {
        let names = [
            "#2", "#10", "10 Peaks", "2 Peaks", "2 Peaks 9", "007", "Ärmel", "apfel", "Zug", "eiger", "Étretat", "a0",
            "a00",
            "a1", "12345678901234567890123456789", "1234567890123456789012345678",
        ]
        let hikes = names.enumerated().map { HikeHeader.sample($0, nil, name: $1, distance: 1, ascent: nil) }
        #expect(
            hikes.sorted(by: .name).map(\.name) == [
                "#2", "#10", "2 Peaks", "2 Peaks 9", "007", "10 Peaks", "1234567890123456789012345678",
                "12345678901234567890123456789", "a0", "a00", "a1", "apfel", "Ärmel", "eiger", "Étretat", "Zug",
            ])
    }

    @Test func `the oldest hikes count first, undated ones last`() {
        #expect(Self.hikes.oldestFirst().map(\.id) == [4, 1, 3, 6, 2, 5])
    }

    @Test func `a goal of any number can be asked for`() {
        #expect(Badge.Goal.kilometres(100).amount == 100_000_000)
        #expect(Badge.Goal.metresUp(-1).amount == -1000)
        for number in [Double.infinity, .nan, 1e300] {
            #expect(Badge.Goal.kilometres(number).amount == .max)
            #expect(Badge.Goal.metresUp(number).amount == .max)
        }
        #expect(Badge.Goal.metresUp(-1e300).amount == 0)
    }

    @Test func `orders have the names that the option accepts`() {
        #expect(HikeOrder.allCases.map(\.rawValue) == ["date", "distance", "ascent", "name"])
    }
}

@Suite struct SeasonTests {
    @Test(
        arguments: zip(
            1...12,
            [
                Season.winter, .winter, .spring, .spring, .spring, .summer, .summer, .summer, .autumn, .autumn, .autumn,
                .winter,
            ]))
    func `each month is in its meteorological season`(month: Int, season: Season) {
        #expect(Season(of: Day(year: 2026, month: month, day: 1)) == season)
        #expect(Season(of: Day(year: 2026, month: month, day: 28)) == season)
    }
}
