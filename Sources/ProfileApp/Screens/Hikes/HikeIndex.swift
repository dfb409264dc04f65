internal import ProfileKit

/// An index of an account's hikes: their order by each criterion of the list, and the texts that are searched.
///
/// It is built off the input loop, so that a hundred thousand hikes don't delay a key.
struct HikeIndex: Hashable, Sendable {
    /// Newest first, undated ones last.
    let hikes: [HikeHeader]
    /// The activities of each year's hikes.
    private let activitiesOfYears: [HikeYear: Set<Activity>]
    /// The number of ``hikes`` that count towards totals.
    let countedHikes: Int
    /// The tags in use, the most frequent first.
    let tagsInUse: [String]
    /// Whether older hikes may still be missing, since they are being read.
    let isPartial: Bool
    /// The indices into ``hikes`` in each order except by date, which is that of ``hikes`` itself.
    private let orders: [HikeOrder: [Int32]]
    /// Names, sources and tags, folded for searching, each followed by a zero byte.
    private let texts: [UInt8]
    /// Where each hike's text begins; the last element is the end of the texts.
    private let starts: [Int32]

    static let empty = HikeIndex([])

    /// - Parameter hikes: in any order.
    init(_ hikes: [HikeHeader], isPartial: Bool = false) {
        let hikes = hikes.sorted(by: .date)
        (self.hikes, self.isPartial) = (hikes, isPartial)
        var activitiesOfYears: [HikeYear: Set<Activity>] = [:]
        for hike in hikes { activitiesOfYears[HikeYear(hike.date), default: []].insert(hike.activity) }
        self.activitiesOfYears = activitiesOfYears
        countedHikes = hikes.count(where: \.isCounted)
        tagsInUse = Self.tags(of: hikes)
        orders = Dictionary(
            uniqueKeysWithValues: HikeOrder.allCases.filter { $0 != .date }.map { order in
                (order, hikes.indices(by: order).map { Int32($0) })
            })
        (texts, starts) = Self.searchTexts(hikes)
    }

    private static func tags(of hikes: [HikeHeader]) -> [String] {
        var counts: [String: Int] = [:]
        for hike in hikes { for tag in hike.tags { counts[tag, default: 0] += 1 } }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    private static func searchTexts(_ hikes: [HikeHeader]) -> ([UInt8], [Int32]) {
        var (texts, starts): ([UInt8], [Int32]) = ([], [])
        for hike in hikes {
            starts.append(Int32(clamping: texts.count))
            texts += SearchText.folded(hike.name).utf8
            texts.append(0)
            if let source = hike.source { texts += SearchText.folded(source).utf8 }
            texts.append(0)
            for tag in hike.tags { texts += SearchText.folded(tag).utf8 + [0] }
        }
        return (texts, starts + [Int32(clamping: texts.count)])
    }

    /// The years with hikes of an activity, newest first.
    ///
    /// - Parameter activity: `nil` for any activity.
    func years(of activity: Activity? = nil) -> [HikeYear] {
        activitiesOfYears.filter { activity.map($0.value.contains) ?? true }.keys.sorted()
    }

    /// The activities of the hikes in a year.
    ///
    /// - Parameter year: `nil` for all years.
    func activities(in year: HikeYear? = nil) -> [Activity] {
        let found = activitiesOfYears.filter { year == nil || year == $0.key }.values
        return Activity.allCases.filter { activity in found.contains { $0.contains(activity) } }
    }

    /// The hikes of these ids that the index has, by id.
    func hikes(_ ids: [Int]) -> [Int: HikeHeader] {
        let wanted = Set(ids)
        return hikes.reduce(into: [:]) { if wanted.contains($1.id) { $0[$1.id] = $1 } }
    }

    /// The indices of the hikes that match a query, in its order.
    ///
    /// - Parameter found: the ids of the hikes that match what only the store can decide; `nil` until they are found.
    ///   Words are found in names, sources and tags without it.
    func indices(for query: HikeQuery, found: Set<Int>? = nil) -> [Int32] {
        let all = orders[query.order] ?? hikes.indices.map { Int32($0) }
        guard query.isFilter else { return all }
        let filter = query.line.filter
        let words = filter.words.map { Array($0.utf8) }
        var ofHeader = filter
        ofHeader.words = []
        let asksHeader = ofHeader.isFilter
        let asksStore = filter.evidence.contains { $0 != .notes }
        return unsafe texts.withUnsafeBufferPointer { texts in
            all.filter { index in
                // Each field is read by itself: a copy of the whole header would cost more than the search.
                if let period = query.period, !period.contains(hikes[Int(index)].date) { return false }
                if let activity = query.activity, hikes[Int(index)].activity != activity { return false }
                if asksHeader, !ofHeader.acceptsHeader(hikes[Int(index)]) { return false }
                if found?.contains(hikes[Int(index)].id) ?? false { return true }
                guard !asksStore else { return false }
                guard !words.isEmpty else { return true }
                let text = unsafe UnsafeBufferPointer(
                    rebasing: texts[Int(starts[Int(index)])..<Int(starts[Int(index) + 1])])
                return words.allSatisfy { unsafe text.holds($0) }
            }
        }
    }

    static func == (first: HikeIndex, second: HikeIndex) -> Bool {
        first.isPartial == second.isPartial && first.hikes == second.hikes
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hikes.count) }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func holds(_ word: [UInt8]) -> Bool {
        guard let first = word.first, count >= word.count else { return word.isEmpty }
        var index = 0
        let last = count - word.count
        while index <= last {
            if unsafe self[index] == first {
                var length = 1
                while length < word.count, unsafe self[index + length] == word[length] { length += 1 }
                if length == word.count { return true }
            }
            index += 1
        }
        return false
    }
}
