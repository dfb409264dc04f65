public import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// How far a profile's goal is reached by the hikes that count, from its first day to its goal date or today; `nil`
    /// without a goal. It is read from the directory's sums: no hike is read.
    ///
    /// - Throws: ``StoreError`` as ``OpenAccount/read(_:)`` does.
    public func goalProgress(of profile: Profile) throws -> GoalProgress? {
        try opened.read { try goalProgress(of: profile, in: &$0) }
    }

    func goalProgress(of profile: Profile, in transaction: inout RecordTransaction) throws -> GoalProgress? {
        guard let goal = profile.goal else { return nil }
        let since = goal.since ?? today
        let last = min(profile.goalDate, today)
        let keys = StoredHike.key(of: since)...StoredHike.key(of: max(since, last))
        let reached = try since > last ? 0 : amount(goal.kind, in: keys, &transaction)
        return GoalProgress(goal, since: since, goalDate: profile.goalDate, today: today, reached: reached)
    }

    private func amount(
        _ kind: Goal.Kind, in keys: ClosedRange<Int>, _ transaction: inout RecordTransaction
    ) throws -> Double {
        let hikes = SealedCollection<StoredHike>()
        if kind == .days {
            var days: Set<Int> = []
            try hikes.forEachEntry(keys: keys, in: &transaction) { _, key, figures in
                if StoredHike.Figure.counted.of(figures) != nil { days.insert(key) }
                return true
            }
            return Double(days.count)
        }
        let totals = StoredHike.totals(of: try hikes.sum(keys: keys, in: &transaction).figures)
        return switch kind {
        case .distance: totals.distance
        case .ascent: totals.ascent ?? 0
        case .hikes, .days: Double(totals.hikes)
        }
    }
}
