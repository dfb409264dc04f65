import ProfileModel
import SeededRandom
import Testing

@Suite struct HikeDigestTests {
    private let goal = Day(year: 2027, month: 5, day: 1)

    @Test func `recent hikes are the newest five, newest first`() {
        let hikes = (1...7).map { HikeHeader.sample($0, "2026-01-0\($0)") }
        #expect(HikeDigest(over: hikes, goalDate: goal).recent.map(\.id) == [7, 6, 5, 4, 3])
    }

    @Test func `undated hikes are recent last, by id`() {
        let hikes: [HikeHeader] = [
            .sample(9), .sample(3), .sample(8, "0001-01-01"), .sample(2, "2026-01-02"), .sample(1, "2026-01-02"),
        ]
        #expect(HikeDigest(over: hikes, goalDate: goal).recent.map(\.id) == [1, 2, 8, 3, 9])
    }

    @Test func `undated hikes fill up after fewer than five dated ones`() {
        let hikes: [HikeHeader] = (1...6).map { .sample($0) } + [.sample(7, "2026-01-01")]
        #expect(HikeDigest(over: hikes, goalDate: goal).recent.map(\.id) == [7, 1, 2, 3, 4])
    }

    @Test func `no hikes make an empty digest with every badge`() {
        let digest = HikeDigest(over: [], goalDate: goal)
        #expect(digest.totals == HikeTotals())
        #expect(digest.recent.isEmpty)
        #expect(digest.earnedBadges.isEmpty)
        #expect(digest.badges.map(\.badge) == Badge.all)
    }

    @Test func `earned badges keep the order of all badges`() {
        let digest = HikeDigest(over: [.sample(1, "2026-04-22", distance: 100)], goalDate: goal)
        #expect(digest.earnedBadges.map(\.badge.name) == ["First Hike", "Earth Day", "100 Kilometres"])
    }

    @Test(arguments: 0..<8)
    func `the order in which hikes come makes no difference`(seed: UInt64) {
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
        let digest = HikeDigest(over: hikes, goalDate: Day(year: 2026, month: 8, day: 22))
        #expect(digest.earnedBadges.count >= 5)
        for _ in 0..<20 {
            let shuffled = hikes.shuffled(using: &source)
            #expect(HikeDigest(over: shuffled, goalDate: Day(year: 2026, month: 8, day: 22)) == digest)
        }
    }
}
