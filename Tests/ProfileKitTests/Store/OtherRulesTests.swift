import ProfileKitTesting
import Testing

@testable import ProfileKit
@testable import ProfileModel
@testable import SealedStore

/// A summary stored by a program with other badges or other rules.
@Suite(.temporaryStore) struct `A summary of other rules` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    /// Other programs, by how their summaries differ.
    enum Program: CaseIterable, Sendable {
        case laterRules, earlierRules, oneBadgeMore, oneBadgeLess, renamedBadge, otherOrder

        var rules: Int {
            switch self {
            case .laterRules: HikeSummary.rulesVersion + 1
            case .earlierRules: HikeSummary.rulesVersion - 1
            default: HikeSummary.rulesVersion
            }
        }

        /// With figures that no hikes have, so that it is visible when they are shown.
        func digest(_ badges: [BadgeStatus]) -> HikeSummary {
            func earned(_ name: String) -> BadgeStatus {
                let badge = Badge(name: name, rule: .hikes(1), tint: Badge.Tint())
                return BadgeStatus(badge: badge, isEarned: true, progress: 1)
            }
            var badges = badges
            switch self {
            case .laterRules, .earlierRules: break
            case .oneBadgeMore: badges.append(earned("Night Hike"))
            case .oneBadgeLess: badges.removeLast()
            case .renamedBadge: badges[0] = earned("The First")
            case .otherOrder: badges.reverse()
            }
            return HikeSummary(totals: HikeTotals(hikes: 99, distance: 999), recent: [], badges: badges)
        }
    }

    /// A store with two hikes, whose summary another program wrote last.
    private func store(writtenBy program: Program) throws -> (store: ProfileStore, whole: HikeSummary) {
        let store = try temporary.unlock()
        try store.importHikes(
            (1...2).map { id in
                ImportedHike(sourceID: id, hike: Hike(header: HikeHeader(id: id, name: "Hike \(id)", distance: 5)))
            })
        let whole = try store.summary.hikes
        try write(program.digest(whole.badges), rules: program.rules, in: store)
        return (store, whole)
    }

    /// Writes a summary as another program with the keys would.
    private func write(_ digest: HikeSummary, rules: Int, in store: ProfileStore) throws {
        try store.opened.write { transaction in
            try transaction.put(
                HikeLedger.summaryKind, number: transaction.generation + 1, SummaryRecord.encode(digest, rules: rules))
        }
    }

    /// The stored summary; `nil` when it is of other rules.
    private func stored(in store: ProfileStore) throws -> HikeSummary? {
        try store.opened.read { transaction in
            let payload = try #require(try transaction.singleton(HikeLedger.summaryKind)?.payload)
            return try SummaryRecord(decoding: payload).summary
        }
    }

    @Test(arguments: Program.allCases) func `is recomputed on reading, and is not damage`(program: Program) throws {
        let (store, whole) = try store(writtenBy: program)
        #expect(try store.summary.hikes == whole)
        let readable = try store.readableSummary
        #expect(readable.value.hikes == whole && readable.damaged == [])
        #expect(try store.readableHikes.damaged == [])
        #expect(try store.check().filter { !$0.isOK } == [])
        let copy = "\(temporary.folder)/copy"
        try store.backup(to: copy)
        #expect(try bytes(of: copy).count > 0)
    }

    @Test(arguments: Program.allCases)
    func `is stored by these rules with the next change of the hikes`(program: Program) throws {
        let (store, whole) = try store(writtenBy: program)
        try store.edit { $0.username = "new" }
        #expect(try stored(in: store) == nil, "an edit that keeps the goal date doesn't read it")
        try store.edit { $0.goalDate = $0.goalDate.adding(months: 1) }
        #expect(try stored(in: store) == whole)
        #expect(try store.check().filter { !$0.isOK } == [])
    }

    @Test(arguments: Program.allCases) func `does not make a badge count as lost or earned`(program: Program) throws {
        let (store, _) = try store(writtenBy: program)
        let change = try store.removeHike(2)
        #expect(change.badgesEarned == [] && change.badgesLost == [])
        #expect(try store.summary.hikes.totals.hikes == 1)
    }

    @Test func `with these rules and false figures is found by the check`() throws {
        let (store, whole) = try store(writtenBy: .laterRules)
        var digest = whole
        digest.totals.hikes = 3
        try write(digest, rules: HikeSummary.rulesVersion, in: store)
        #expect(try store.check().filter { !$0.isOK }.map(\.name) == ["summary"])
    }

    /// A change of a badge's rule must raise the version, or stored summaries keep the old results.
    @Test func `is distinguished by the version of the rules`() {
        let rules = Badge.all.map { "\($0.name): \($0.rule)" }
        #expect(HikeSummary.rulesVersion == 4)
        #expect(HikeSummary.recentCount == 5)
        #expect(
            rules == [
                "First Hike: hikes(1)", "Earth Day: hikeOn(month: 4, day: 22)", "Tenth Hike: hikes(10)",
                "Hundredth Hike: hikes(100)", "Four Seasons: everySeason", "100 Kilometres: distance(100.0)",
                "1,000 Metres Up: ascent(1000.0)", "Goal Reached: hikeOnGoalDate", "First Place: places(1)",
                "Ten Places: places(10)", "Whole Category: category(least: 3)",
                "Places All Year: placeInEverySeason", "Year of Seasons: everySeasonOfAYear",
                "Three in a Row: daysInARow(3)", "Seven in a Row: daysInARow(7)", "Eight Weeks: weeksInARow(8)",
                "Half Marathon: distanceOfAHike(21.0975)", "Marathon: distanceOfAHike(42.195)",
                "Big Climb: ascentOfAHike(1000.0)", "1,000 Kilometres: distance(1000.0)",
                "10,000 Metres Up: ascent(10000.0)", "Thousandth Hike: hikes(1000)",
                "New Year: hikeOn(month: 1, day: 1)", "Midsummer: hikeOn(month: 6, day: 21)",
            ])
    }
}
