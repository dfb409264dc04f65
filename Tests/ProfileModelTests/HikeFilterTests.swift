import ProfileModel
import Testing

@Suite struct `A filter of hikes` {
    private let hike: HikeHeader = {
        var hike = HikeHeader(id: 7, name: "Étape Großer See", distance: 12, date: Day(year: 2026, month: 4, day: 22))
        hike.tags = ["Wet"]
        return hike
    }()

    private func accepts(_ change: (inout HikeFilter) -> Void) -> Bool {
        var filter = HikeFilter()
        change(&filter)
        return filter.acceptsHeader(hike) && filter.acceptsWords(in: hike, notes: "Boots dried slowly.")
    }

    @Test func `meets each condition, and its opposite not`() {
        #expect(accepts { _ in } && !HikeFilter().isFilter)
        #expect(accepts { $0.ids = [1...3, 7...9] } && !accepts { $0.ids = [1...3, 8...9] })
        #expect(accepts { $0.year = 2026 } && !accepts { $0.year = 2025 })
        #expect(accepts { $0.since = hike.date } && !accepts { $0.since = hike.date?.adding(days: 1) })
        #expect(accepts { $0.until = hike.date } && !accepts { $0.until = hike.date?.adding(days: -1) })
        #expect(!accepts { ($0.year, $0.since) = (2026, Day(year: 2027, month: 1, day: 1)) })
        #expect(accepts { $0.activity = .hiking } && !accepts { $0.activity = .walking })
        #expect(accepts { $0.tag = "wEt" } && !accepts { $0.tag = "we" })
        #expect(!accepts { $0.onlyFavourites = true })
        #expect(accepts { $0.longerThan = 11.9 } && !accepts { $0.longerThan = 12 })
        #expect(accepts { $0.words = ["ETAPE", "wet", "slowly"] } && !accepts { $0.words = ["etape", "quickly"] })
    }

    @Test func `accepts nothing of a year that no date has`() {
        #expect(accepts { $0.year = 2026 })
        for year in [0, -1, 10_000, Int.max, Int.min] { #expect(!accepts { $0.year = year }) }
    }

    @Test func `leaves undated hikes out as soon as it has a condition of days`() {
        let undated = HikeHeader(id: 1, name: "Once", distance: 1)
        var filter = HikeFilter()
        #expect(filter.acceptsHeader(undated) && filter.days == Day.first...Day.last)
        filter.until = .last
        #expect(!filter.acceptsHeader(undated) && filter.isOfDaysAlone)
    }

    @Test func `says which ids it names, and what it needs besides headers`() {
        var filter = HikeFilter()
        filter.ids = [7...7, 3...3, 7...7]
        #expect(filter.namedIDs == [7, 3] && filter.evidence.isEmpty)
        filter.longerThan = 1
        #expect(filter.namedIDs == nil)
        (filter.words, filter.higherThan, filter.onlyLastImport) = (["elk"], 100, true)
        filter.near = HikeFilter.Vicinity(.place("Elk Lake"))
        #expect(filter.evidence == Set(HikeFilter.Evidence.allCases))
        filter.ids = [1...2]
        #expect(filter.namedIDs == nil)
    }

    @Test func `sums up hikes in the groups of their tags`() {
        var other = HikeHeader(id: 8, name: "Ride", distance: 30, activity: .cycling)
        other.tags = ["boots", "wet"]
        let groups = [hike, other, HikeHeader(id: 9, name: "Once", distance: 1)].groups(by: .tag)
        #expect(groups.map(\.key) == ["boots", "wet", nil] && groups.map(\.totals.hikes) == [1, 2, 1])
        #expect(groups[1].longest == 8 && groups[1].totals.distance == 42)
        #expect([hike, other].groups(by: .activity).map(\.key) == ["hiking", "cycling"])
    }
}
