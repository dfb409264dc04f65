internal import SealedStore

/// The store's hikes as an import remembers them, to compare each of its own with those that began at about the same
/// time: each day is read once. Looking at all hikes of the day for each one took minutes where there were thousands.
///
/// It holds for one transaction in which nothing else changes hikes.
struct OutingIndex {
    /// The hikes of the import itself, which are taken to be different outings.
    private(set) var batch: Set<Int> = []
    /// The other hikes, and the removed ones, by the keys of their days.
    private var existing: [Int: HikesByStart] = [:]
    private var removed: [Int: HikesByStart] = [:]
    /// The undated hikes without a start.
    private var plans: [Plan]?

    /// The hikes without a start, by the keys of their days, and what a row of values tells them apart by. Their words
    /// may be changed.
    private var rows: [Int: [Row: SkippedHike.Reason]] = [:]

    private struct Row: Hashable {
        let name: String
        let date: Day?
        let figures: [Double?]

        init(_ hike: HikeHeader) {
            (name, date) = (hike.name, hike.date)
            figures = [hike.distance, hike.duration, hike.movingTime, hike.ascent, hike.descent]
        }
    }

    private struct Plan {
        let number: Int
        /// The distance in kilometres; `nil` if the directory doesn't know it, as for hikes that don't count.
        let distance: Double?

        init(_ number: Int, figures: [Int?]) {
            self.number = number
            distance = StoredHike.Figure.distance.of(figures).map { Double($0) / 1e6 }
        }
    }

    /// How many entries were looked at; tests compare it with the number of hikes.
    private(set) var compared = 0

    /// How many removed hikes of three days, and how many plans, are compared with a hike.
    private let mostCompared: Int

    init(mostCompared: Int = 1000) { self.mostCompared = mostCompared }

    // MARK: Changes that the import makes

    mutating func noteImported(_ id: Int) { batch.insert(id) }

    /// The figures of an existing hike were recomputed, which leaves its start as it is.
    mutating func noteRenewed(
        _ id: Int, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws {
        guard let plans else { return }
        let index = plans.indices.partitioningIndex { plans[$0].number >= id }
        guard index < plans.count, plans[index].number == id,
            let header = try whatOpens({ try ledger.hikes.header(id, in: &transaction) })
        else { return }
        self.plans?[index] = Plan(id, figures: StoredHike.figures(of: header))
    }

    /// A removed hike exists again, so that others may be among those compared.
    mutating func noteRestored() { (removed, rows) = ([:], [:]) }

    // MARK: Candidates

    /// The existing hikes of the day of a key, the day before and the day after that began at about the same time, in
    /// the directory's order. Near midnight, two devices may record different days.
    mutating func hikes(
        near start: Double, around key: Int, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> [Int] {
        // Mostly, a store is empty before its first import.
        guard try ledger.hikes.count(in: &transaction) > batch.count else { return [] }
        var found: [Int] = []
        for key in key - 1...key + 1 {
            let day = try existing[key] ?? readDay(key, of: ledger, in: &transaction)
            let near = day.numbers(near: start)
            compared += near.count
            found += near.filter { !batch.contains($0) }
        }
        return found
    }

    private mutating func readDay(
        _ key: Int, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> HikesByStart {
        var day = HikesByStart()
        try ledger.hikes.forEachEntry(keys: key...key, in: &transaction) { id, _, figures in
            compared += 1
            if let start = StoredHike.Figure.start.of(figures), !batch.contains(id) { day.append(id, .at(start)) }
            return true
        }
        day.sort()
        existing[key] = day
        return day
    }

    /// The removed hikes of three days that began at about the same time, in the directory's order.
    mutating func removedHikes(
        near start: Double, around key: Int, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> [Int] {
        guard try ledger.removed.count(in: &transaction) > 0 else { return [] }
        var found: [Int] = []
        var left = mostCompared
        for key in key - 1...key + 1 where left > 0 {
            let day = try removed[key] ?? readRemovedDay(key, of: ledger, in: &transaction)
            let near = day.numbers(near: start, amongFirst: left)
            compared += near.count
            found += near
            left -= day.count
        }
        return found
    }

    /// The directory doesn't know the starts of removed hikes, so their headers are read.
    private mutating func readRemovedDay(
        _ key: Int, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> HikesByStart {
        var numbers: [Int] = []
        try ledger.removed.forEachEntry(keys: key...key, in: &transaction) { id, _, _ in
            numbers.append(id)
            return numbers.count < mostCompared
        }
        var day = HikesByStart()
        for number in numbers {
            compared += 1
            // Damage is left to the comparison, which may find an outing before it.
            let header = try whatOpens { try ledger.removed.header(number, in: &transaction) }
            guard let header else {
                day.append(number, .unknown)
                continue
            }
            let start = StoredHike.start(of: header.hike)
            day.append(number, start.map { .at($0) } ?? .none)
        }
        day.sort()
        removed[key] = day
        return day
    }

    /// The hike, existing or removed, without a start, of which an exported row has the name, the day and the figures.
    mutating func hike(
        of row: HikeHeader, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> SkippedHike.Reason? {
        guard try ledger.hikes.count(in: &transaction) > batch.count || ledger.removed.count(in: &transaction) > 0
        else { return nil }
        let key = row.date.map { StoredHike.key(of: $0) } ?? StoredHike.endKey
        return try (rows[key] ?? readRows(key, of: ledger, in: &transaction))[Row(row)]
    }

    private mutating func readRows(
        _ key: Int, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> [Row: SkippedHike.Reason] {
        var (numbers, removedNumbers): ([Int], [Int]) = ([], [])
        try ledger.hikes.forEachEntry(keys: key...key, in: &transaction) { id, _, figures in
            compared += 1
            if StoredHike.Figure.start.of(figures) == nil, !batch.contains(id) { numbers.append(id) }
            return true
        }
        try ledger.removed.forEachEntry(keys: key...key, in: &transaction) { id, _, _ in
            removedNumbers.append(id)
            return removedNumbers.count < mostCompared
        }
        var read: [Row: SkippedHike.Reason] = [:]
        for id in removedNumbers {
            let header = try whatOpens { try ledger.removed.header(id, in: &transaction) }
            if let hike = header?.hike, hike.startTime == nil { read[Row(hike)] = .removed(id: id) }
        }
        for id in numbers {
            let header = try whatOpens { try ledger.hikes.header(id, in: &transaction) }
            if let hike = header?.hike { read[Row(hike)] = .exists(id: id) }
        }
        rows[key] = read
        return read
    }

    /// The undated hikes without a start that may be as long as a plan, ordered by number.
    mutating func plans(
        asLongAs distance: Double, of ledger: HikeLedger, in transaction: inout RecordTransaction
    ) throws -> [Int] {
        guard try ledger.hikes.count(in: &transaction) > batch.count else { return [] }
        var found: [Int] = []
        for plan in try plans ?? readPlans(of: ledger, in: &transaction) {
            compared += 1
            guard plan.distance.map({ HikeLedger.isAsLong(distance, $0) }) ?? true, !batch.contains(plan.number)
            else { continue }
            found.append(plan.number)
            if found.count == mostCompared { break }
        }
        return found
    }

    private mutating func readPlans(of ledger: HikeLedger, in transaction: inout RecordTransaction) throws -> [Plan] {
        var read: [Plan] = []
        try ledger.hikes.forEachEntry(keys: StoredHike.endKey...StoredHike.endKey, in: &transaction) {
            id, _, figures in
            compared += 1
            if StoredHike.Figure.start.of(figures) == nil, !batch.contains(id) {
                read.append(Plan(id, figures: figures))
            }
            return true
        }
        plans = read
        return read
    }
}
