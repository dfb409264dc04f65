import ProfileKit
import ProfileKitTesting
import Testing

@Suite struct BadgeTests {
    private static let goal = Day(year: 2027, month: 5, day: 1)

    /// The status in the summary of a store with these hikes.
    private func status(_ name: String, _ hikes: [HikeHeader]) throws -> BadgeStatus {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        try store.edit { $0.goalDate = Self.goal }
        try store.importHikes(hikes.map { ImportedHike(sourceID: $0.id, hike: Hike(header: $0)) })
        return try withExtendedLifetime(temporary) {
            try #require(try store.summary.hikes.badges.first { $0.badge.name == name })
        }
    }

    private static func undated(_ count: Int) -> [HikeHeader] { (0..<count).map { .sample($0 + 1) } }

    @Test(arguments: Badge.all) func `without hikes nothing is earned, and progress is 0`(badge: Badge) throws {
        #expect(try status(badge.name, []) == BadgeStatus(badge: badge, isEarned: false, progress: 0))
    }

    @Test(arguments: [("First Hike", 1), ("Tenth Hike", 10), ("Hundredth Hike", 100)])
    func `a badge for a number of hikes is earned on the day of the last one needed`(name: String, count: Int) throws {
        let before = try status(name, Self.undated(count - 1))
        #expect(!before.isEarned)
        #expect(before.progress == Double(count - 1) / Double(count))
        var hikes = Self.undated(count - 1)
        for index in hikes.indices { hikes[index].date = Day(year: 2025, month: 1, day: 1) }
        hikes += [.sample(500, "2026-03-04"), .sample(501, "2026-03-05"), .sample(502)]
        let after = try status(name, hikes)
        #expect(after.isEarned && after.progress == 1)
        #expect(after.earnedOn?.description == "2026-03-04")
    }

    @Test func `a hike without a date earns badges, on an unknown day`() throws {
        let status = try status("First Hike", Self.undated(1))
        #expect(status.isEarned && status.progress == 1)
        #expect(status.earnedOn == nil)
    }

    @Test func `dated hikes count before undated ones`() throws {
        #expect(try status("First Hike", [.sample(1), .sample(2, "2026-03-04")]).earnedOn?.description == "2026-03-04")
        #expect(try status("Tenth Hike", Self.undated(9) + [.sample(10, "2026-03-04")]).earnedOn == nil)
    }

    @Test(arguments: [
        ("Earth Day", "2026-04-22", true), ("Earth Day", "1970-04-22", true), ("Earth Day", "2026-04-21", false),
        ("Earth Day", "2026-04-23", false), ("Earth Day", "2026-05-22", false), ("Goal Reached", "2027-05-01", true),
        ("Goal Reached", "2026-05-01", false), ("Goal Reached", "2027-05-02", false),
        ("Goal Reached", "2027-04-30", false),
    ])
    func `a badge for a day is earned only by a hike on that day`(name: String, date: String, isEarned: Bool) throws {
        let status = try status(name, [.sample(1), .sample(2, "2026-01-01"), .sample(3, date)])
        #expect(status.isEarned == isEarned)
        #expect(status.earnedOn?.description == (isEarned ? date : nil))
        #expect(status.progress == (isEarned ? 1 : 0))
    }

    @Test func `the first of several Earth Days counts`() throws {
        let hikes: [HikeHeader] = [.sample(1, "2026-04-22"), .sample(2, "2024-04-22"), .sample(3, "2025-04-22")]
        #expect(try status("Earth Day", hikes).earnedOn?.description == "2024-04-22")
    }

    @Test(
        arguments: [
            (["2026-01-31"], 0.25), (["2026-03-01", "2026-05-31"], 0.25), (["2026-02-28", "2026-03-01"], 0.5),
            (["2026-05-31", "2026-06-01", "2026-08-31", "2026-09-01"], 0.75),
            (["2025-12-01", "2026-03-01", "2026-06-01", "2026-09-01"], 1),
        ] as [([String], Double)])
    func `each season counts once towards Four Seasons`(dates: [String], progress: Double) throws {
        let hikes = dates.enumerated().map { HikeHeader.sample($0.offset + 1, $0.element) }
        let status = try status("Four Seasons", hikes + [.sample(99)])
        #expect(status.progress == progress)
        #expect(status.isEarned == (progress == 1))
        #expect(status.earnedOn?.description == (progress == 1 ? dates.last : nil))
    }

    @Test(
        arguments: [
            ([10.0, 20.5], false, 0.305), ([99.99], false, 0.9999), ([100.0], true, 1), ([60.0, 40.0], true, 1),
            ([250.0], true, 1), (Array(repeating: 10.0, count: 10), true, 1),
            (Array(repeating: 0.1, count: 1_000), true, 1),
            ([33.3, 33.3, 33.4], true, 1), (Array(repeating: 9.99, count: 10), false, 0.999),
        ] as [([Double], Bool, Double)])
    func `decimals that add up to 100 are 100 Kilometres`(distances: [Double], isEarned: Bool, progress: Double) throws
    {
        let hikes = distances.enumerated().map { HikeHeader.sample($0.offset + 1, "2026-01-01", distance: $0.element) }
        let status = try status("100 Kilometres", hikes)
        #expect(status.isEarned == isEarned)
        #expect(abs(status.progress - progress) < 1e-9)
        #expect(status.earnedOn == (isEarned ? Day(year: 2026, month: 1, day: 1) : nil))
    }

    @Test func `hikes with an unknown ascent add nothing to 1,000 Metres Up`() throws {
        let hikes: [HikeHeader] = [
            .sample(1, "2026-01-01", ascent: 600), .sample(2, "2026-01-02"), .sample(3, "2026-01-03", ascent: 399.9),
        ]
        #expect(try !status("1,000 Metres Up", hikes).isEarned)
        let enough = try status("1,000 Metres Up", hikes + [.sample(4, "2026-01-04", ascent: 0.1)])
        #expect(enough.isEarned && enough.progress == 1)
        #expect(enough.earnedOn?.description == "2026-01-04")
    }

    @Test func `badges for days and weeks in a row are earned on the last day, and lost with any of them`() throws {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        func earned(_ name: String) throws -> Day? {
            let badges = try store.summary.hikes.badges
            // Which computes the summary from all hikes.
            #expect(try store.check().allSatisfy(\.isOK))
            return badges.first { $0.badge.name == name }?.earnedOn
        }
        func hike(_ id: Int, _ day: Day, _ distance: Double = 5) -> ImportedHike {
            ImportedHike(
                sourceID: id,
                hike: Hike(header: HikeHeader(id: id, name: "H", distance: distance, date: day, ascent: distance * 50)))
        }
        let first = Day(year: 2026, month: 3, day: 2)
        try store.importHikes([0, 1, 3, 4, 6].map { hike($0 + 1, first.adding(days: $0)) })
        #expect(try earned("Three in a Row") == nil)
        try store.importHikes([hike(3, first.adding(days: 2))])
        #expect(try earned("Three in a Row") == first.adding(days: 2) && earned("Seven in a Row") == nil)
        try store.importHikes([hike(6, first.adding(days: 5))])
        #expect(try earned("Seven in a Row") == first.adding(days: 6))
        try store.removeHike(2)
        #expect(try earned("Three in a Row") == first.adding(days: 4) && earned("Seven in a Row") == nil)
        try store.restoreHikes([2])
        #expect(try earned("Three in a Row") == first.adding(days: 2))
        // Weeks 10 to 17, of which 13 comes last.
        try store.importHikes([1, 2, 4, 5, 6, 7].map { hike(20 + $0, first.adding(days: 7 * $0 + 3)) })
        #expect(try earned("Eight Weeks") == nil)
        try store.importHikes([hike(30, first.adding(days: 27))])
        #expect(try earned("Eight Weeks") == first.adding(days: 52))
        try store.importHikes([
            hike(40, Day(year: 2020, month: 1, day: 1), 25), hike(41, Day(year: 2021, month: 6, day: 21), 50),
        ])
        #expect(try earned("Half Marathon") == Day(year: 2020, month: 1, day: 1))
        #expect(try earned("New Year") == Day(year: 2020, month: 1, day: 1))
        #expect(
            try earned("Marathon") == Day(year: 2021, month: 6, day: 21)
                && earned("Big Climb") == Day(year: 2020, month: 1, day: 1))
        try store.removeHike(40)
        #expect(try earned("Half Marathon") == Day(year: 2021, month: 6, day: 21) && earned("New Year") == nil)
        for (index, month) in [7, 10].enumerated() {
            try store.importHikes([hike(50 + index, Day(year: 2026, month: month, day: 1))])
        }
        #expect(try earned("Year of Seasons") == nil)
        try store.importHikes([hike(60, Day(year: 2026, month: 12, day: 24))])
        #expect(try earned("Year of Seasons") == Day(year: 2026, month: 12, day: 24))
    }

    @Test func `badges for places are earned by visits of hikes that count`() throws {
        let temporary = try TemporaryStore()
        let store = try temporary.unlock()
        func status(_ name: String) throws -> BadgeStatus? {
            try store.summary.hikes.badges.first { $0.badge.name == name }
        }
        func position(_ number: Int) -> TrackPosition {
            TrackPosition(latitude: 46, longitude: 7 + Double(number) / 100)
        }
        func visit(_ number: Int, _ day: Day, _ activity: Activity = .hiking) throws {
            let point = TrackPoint(latitude: position(number).latitude, longitude: position(number).longitude)
            let id = number * 1000 + day.month * 31 + day.day
            var hike = ImportedHike(
                sourceID: id,
                hike: Hike(header: HikeHeader(id: id, name: "H", distance: 1, date: day, activity: activity)))
            hike.recording = Recording(segments: [[point].compactMap(\.self)])
            try store.importHikes([hike])
        }
        for number in 1...10 {
            try store.addPlace(
                Place(name: "P\(number)", position: position(number), category: number <= 3 ? "Huts" : ""))
        }
        try visit(1, Day(year: 2026, month: 1, day: 5), .cycling)
        #expect(try status("First Place")?.isEarned == false)
        try visit(1, Day(year: 2026, month: 1, day: 6))
        #expect(try status("First Place")?.earnedOn == Day(year: 2026, month: 1, day: 6))
        #expect(try status("Ten Places")?.progress == 0.1 && status("Places All Year")?.progress == 0.25)
        for number in 2...10 { try visit(number, Day(year: 2026, month: number, day: 1)) }
        #expect(try status("Whole Category")?.earnedOn == Day(year: 2026, month: 3, day: 1))
        #expect(try status("Ten Places")?.earnedOn == Day(year: 2026, month: 10, day: 1))
        #expect(try status("Places All Year")?.earnedOn == Day(year: 2026, month: 9, day: 1))
        try store.addPlace(Place(name: "P11", position: position(11), category: "Huts"))
        #expect(try status("Whole Category")?.progress == 0.75)
        #expect(try store.check().allSatisfy(\.isOK))
    }

    @Test func `a badge is found by its name in any case`() {
        #expect(Badge.named("earth day")?.name == "Earth Day")
        #expect(Badge.named("1,000 METRES UP")?.name == "1,000 Metres Up")
        #expect(Badge.named("Earth") == nil)
        #expect(Badge.named("") == nil)
        #expect(Set(Badge.all.map { $0.name.lowercased() }).count == Badge.all.count)
    }
}

extension HikeHeader {
    fileprivate static func sample(
        _ id: Int, _ date: String? = nil, distance: Double = 1, ascent: Double? = nil
    ) -> HikeHeader {
        HikeHeader(id: id, name: "Hike", distance: distance, date: date.flatMap { Day($0) }, ascent: ascent)
    }
}
