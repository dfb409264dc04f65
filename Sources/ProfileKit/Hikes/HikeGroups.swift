public import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// The totals of the hikes that count, by group. They are computed from the directory alone: no hike is read.
    ///
    /// - Parameter grouping: `nil` for a single group of all hikes.
    /// - Returns: the groups that contain hikes, in the grouping's order with undated hikes last; without a grouping,
    ///   always exactly one group.
    public func hikeGroups(by grouping: HikeGrouping? = nil) throws -> [HikeGroup] {
        try read { transaction in
            var sums: [String?: GroupSum] = [:]
            var keys: (Int, String?)?
            try SealedCollection<StoredHike>().forEachEntry(in: &transaction) { id, key, figures in
                if keys?.0 != key {
                    keys = (key, grouping.flatMap { grouping in StoredHike.day(of: key).map { grouping.key(of: $0) } })
                }
                sums[keys?.1, default: GroupSum()].add(figures, of: id)
                return true
            }
            guard let grouping else { return [(sums[nil] ?? GroupSum()).group(nil)] }
            let named = grouping.sorted(sums.keys.compactMap(\.self))
            return (named + [nil]).compactMap { key in
                sums[key].flatMap { $0.figure(.counted).known == 0 ? nil : $0.group(key) }
            }
        }
    }
}

/// The running sums of one group, in the directory's integer units.
private struct GroupSum {
    private typealias Figure = StoredHike.Figure

    private var sums = Array(repeating: DirectorySum.Figure(), count: Figure.allCases.count)
    private var longest: (id: Int, figure: Int)?
    private var highest: (id: Int, figure: Int)?

    /// - Parameter figures: one per sum.
    mutating func add(_ figures: [Int?], of id: Int) {
        guard figures.count == sums.count else { return }
        for (index, figure) in figures.enumerated() { sums[index].add(figure) }
        func larger(_ figure: Figure, _ best: (id: Int, figure: Int)?) -> (id: Int, figure: Int)? {
            guard let value = figures[figure.rawValue], value > best?.figure ?? 0 else { return best }
            return (id, value)
        }
        longest = larger(.distance, longest)
        highest = larger(.ascent, highest)
    }

    func figure(_ figure: StoredHike.Figure) -> DirectorySum.Figure { sums[figure.rawValue] }

    func group(_ key: String?) -> HikeGroup {
        HikeGroup(
            key: key, totals: StoredHike.totals(of: sums), longest: longest?.id, highest: highest?.id)
    }
}
