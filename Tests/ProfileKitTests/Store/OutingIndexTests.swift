import ProfileKitTesting
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileKit
@testable import SealedStore

@Suite(.temporaryStore) struct `The search for the same outing` {
    private let store: ProfileStore

    init() throws { store = try TemporaryStore.current.unlock() }

    /// 2026-04-22, 00:00 in UTC.
    private static let midnight = 1_776_816_000.0

    private static func hike(_ name: String, at seconds: Double, zone: Int = 0, distance: Double = 10) -> ImportedHike {
        let start = Timestamp(secondsSince1970: midnight + seconds, utcOffset: zone)
        let header = HikeHeader(
            id: 0, name: name, distance: distance, date: start?.day, startTime: start, source: "GPX, \(name)")
        return ImportedHike(sourceID: nil, hike: Hike(header: header))
    }

    /// How many entries are looked at for hikes each of which is compared with what the store holds.
    private func compared(_ hikes: [ImportedHike]) throws -> Int {
        try store.opened.write { transaction in
            var known = OutingIndex()
            for hike in hikes {
                let outing = try HikeLedger().sameOuting(as: hike, among: &known, in: &transaction)
                #expect(outing == nil)
            }
            return known.compared
        }
    }

    /// What an import of the hikes that replaces others does, and how many entries it looks at.
    private func added(_ hikes: [ImportedHike], _ known: OutingIndex) throws -> (HikeImportResult, looks: Int) {
        try store.opened.write { transaction in
            let ledger = HikeLedger()
            let sealer = ledger.hikes.sealer(in: transaction)
            var (known, result) = (known, HikeImportResult())
            for hike in hikes {
                try ledger.add(
                    PreparedHike(hike, sealer), sealer, replacing: true, among: &known, to: &result, in: &transaction)
            }
            try ledger.update(in: &transaction)
            return (result, known.compared)
        }
    }

    @Test(arguments: [false, true])
    func `looks a few times at each of a day's hikes, however many there are`(areRemoved: Bool) throws {
        let count = 400
        try store.importHikes((0..<count).map { Self.hike("Lap \($0)", at: Double($0) * 200) })
        if areRemoved { try store.removeHikes(Array(1...count)) }
        let others = (0..<count).map { Self.hike("Loop \($0)", at: Double($0) * 200 + 50, distance: 20) }
        let looks = try compared(others)
        #expect((count...4 * count).contains(looks), "\(looks)")
    }

    @Test func `doesn't look at the hikes of its own import`() throws {
        let (first, count) = (Self.hike("First", at: 100), 300)
        try store.importHikes([first])
        let hikes = (0..<count).flatMap { number in
            let plan = HikeHeader(id: 0, name: "Plan \(number)", distance: 10, isPlanned: true)
            return [Self.hike("Lap \(number)", at: 1000), ImportedHike(sourceID: nil, hike: Hike(header: plan))]
        }
        let (result, looks) = try added(hikes, OutingIndex())
        #expect(result.imported.count == 2 * count)
        // Those that were there when a day was read.
        #expect(looks < 10, "\(looks)")
    }

    // MARK: The same answers as by definition

    /// A few days, times and lengths, so that many hikes are near each other.
    private static func randomHike(_ number: Int, _ random: inout SeededSource) -> ImportedHike {
        let (half, step) = (Int.random(in: -3...3, using: &random), Int.random(in: -24...24, using: &random))
        let seconds = Double(half) * 43_200 + Double(step) * 7.5 + Double(Int.random(in: 0...3, using: &random)) / 4
        let zone = Int.random(in: -2...2, using: &random) * 3600
        let distances: [Double] = [10, 10.1, 10.3, 20]
        var hike = Self.hike(
            "Hike \(number % 3)", at: seconds, zone: zone, distance: distances.randomElement(using: &random) ?? 10)
        hike.hike.source = "GPX, \(number)"
        switch Int.random(in: 0..<8, using: &random) {
        case 0: hike.hike.date = nil
        case 1: hike.hike.date = hike.hike.date?.adding(days: Int.random(in: -1...1, using: &random))
        case 2, 3:
            (hike.hike.date, hike.hike.startTime) = (nil, nil)
            hike.hike.header.isPlanned = random.flag()
        default: break
        }
        return hike
    }

    @Test(arguments: UInt64(1)...24)
    func `finds what comparing each hike with all others finds`(seed: UInt64) throws {
        var random = SeededSource(seed: seed)
        let old = (0..<60).map { Self.randomHike($0, &random) }
        try store.importHikes(old, keepingDuplicates: true)
        let removed = Set((1...60).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
        try store.removeHikes(removed.sorted())
        let new = (100..<180).map { number in
            var hike = Self.randomHike(number, &random)
            // It replaces a hike or a removed one, or is new.
            if Int.random(in: 0..<4, using: &random) == 0 { hike.sourceID = Int.random(in: 1...90, using: &random) }
            return hike
        }
        var plain = PlainSearch(mostCompared: 6)
        for (index, hike) in old.enumerated() {
            if removed.contains(index + 1) {
                plain.removed[index + 1] = hike.hike.header
            } else {
                plain.existing[index + 1] = hike.hike.header
            }
        }
        var expected = (imported: [Int](), skipped: [SkippedHike.Reason]())
        for hike in new {
            switch plain.add(hike) {
            case .success(let id): expected.imported.append(id)
            case .failure(let skip): expected.skipped.append(skip.reason)
            }
        }
        let result = try added(new, OutingIndex(mostCompared: 6)).0
        #expect(result.imported == expected.imported)
        #expect(result.skipped.map(\.reason) == expected.skipped)
        #expect(result.skipped.count > 5 && result.imported.count > 5)
    }

    @Test(arguments: UInt64(1)...30)
    func `finds a day's hikes near a time in their order, up to a number`(seed: UInt64) {
        var random = SeededSource(seed: seed)
        var day = HikesByStart()
        let starts = random.list(upTo: 60) { random in
            random.maybe { Int.random(in: -400...400, using: &$0) }
        }
        for (number, start) in starts.enumerated() {
            day.append(number * 2, start.map { .at($0) } ?? (number % 3 == 0 ? .unknown : .none))
        }
        day.sort()
        for _ in 0..<20 {
            let (time, most) = (Double.random(in: -600...600, using: &random), Int.random(in: 0...70, using: &random))
            let expected = starts.indices.prefix(most).filter { number in
                guard let start = starts[number] else { return number % 3 == 0 }
                return (time - 121...time + 120).contains(Double(start))
            }
            #expect(day.numbers(near: time, amongFirst: most) == expected.map { $0 * 2 })
        }
        #expect(day.numbers(near: .nan).allSatisfy { starts[$0 / 2] == nil })
    }
}

/// What an import that replaces hikes adds and skips, by the definition: each hike is compared with all others.
private struct PlainSearch {
    let mostCompared: Int
    var existing: [Int: HikeHeader] = [:]
    var removed: [Int: HikeHeader] = [:]
    private var batch: Set<Int> = []
    private var highest = 60

    init(mostCompared: Int) { self.mostCompared = mostCompared }

    struct Skip: Error {
        let reason: SkippedHike.Reason
    }

    mutating func add(_ hike: ImportedHike) -> Result<Int, Skip> {
        let given = hike.sourceID
        let isKnown = given.map { existing[$0] != nil || removed[$0] != nil } ?? false
        if !isKnown, let reason = sameOuting(as: hike.hike.header) { return .failure(Skip(reason: reason)) }
        let id = given ?? highest + 1
        highest = max(highest, id)
        existing[id] = hike.hike.header
        removed[id] = nil
        batch.insert(id)
        return .success(id)
    }

    private func sameOuting(as hike: HikeHeader) -> SkippedHike.Reason? {
        guard let start = hike.startTime, case let day = hike.date ?? start.day else {
            guard hike.isPlanned else { return nil }
            let plans = existing.filter { id, other in
                !batch.contains(id) && other.date == nil && other.startTime == nil
                    && (!other.isCounted || HikeLedger.isAsLong(hike.distance, other.distance))
            }
            return plans.sorted { $0.key < $1.key }.prefix(mostCompared).first { _, other in
                other.name == hike.name && HikeLedger.isAsLong(hike.distance, other.distance)
            }.map { .sameOuting(id: $0.key) }
        }
        func first(of hikes: [Int: HikeHeader], upTo most: Int = .max) -> Int? {
            let days = hikes.filter { id, other in
                other.date.map { !batch.contains(id) && abs(day.days(until: $0)) <= 1 } ?? false
            }
            return days.sorted { ($0.value.date ?? day, $0.key) < ($1.value.date ?? day, $1.key) }.prefix(most).first {
                _, other in
                other.startTime.map { abs($0.secondsSince1970 - start.secondsSince1970) <= 120 } ?? false
                    && HikeLedger.isAsLong(hike.distance, other.distance)
            }?.key
        }
        return first(of: existing).map { .sameOuting(id: $0) }
            ?? first(of: removed, upTo: mostCompared).map { .removed(id: $0) }
    }
}
