import ProfileModel
import ProfileRendering
import Testing

@Suite struct BadgeListTextTests {
    private func line(_ name: String, _ isEarned: Bool, _ day: Day?, _ progress: Double) throws -> [String] {
        let badge = try #require(Badge.named(name))
        return BadgeListText(
            badges: [BadgeStatus(badge: badge, isEarned: isEarned, earnedOn: day, progress: progress)]
        ).lines
    }

    @Test func `an earned badge shows its day, or that it is not known`() throws {
        let day = Day(year: 2026, month: 4, day: 22)
        #expect(try line("Earth Day", true, day, 1) == ["⬢ Earth Day          22 April 2026"])
        #expect(try line("First Hike", true, nil, 1) == ["⬢ First Hike         on an unknown day"])
    }

    @Test(arguments: [
        (0.0, "0"), (0.005, "0"), (0.1, "10"), (0.25, "25"), (0.305, "30"), (0.99, "99"), (0.999_999, "99"),
    ])
    func `an unearned one shows how far it is, and never 100 %`(progress: Double, percent: String) throws {
        #expect(try line("100 Kilometres", false, nil, progress) == ["⬡ 100 Kilometres     \(percent) %"])
    }

    @Test func `every badge has a line of its own, and their columns align`() {
        let digest = HikeDigest(over: [], goalDate: Day(year: 2027, month: 5, day: 1))
        let lines = BadgeListText(badges: digest.badges).lines
        #expect(lines.count == Badge.all.count)
        #expect(lines.allSatisfy { $0.hasSuffix(" 0 %") && $0.cells == 24 })
    }
}
