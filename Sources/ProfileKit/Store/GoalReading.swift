public import ProfileModel
internal import SealedStore

extension ProfileStore {
    /// How far a profile's goal is reached by the hikes that count, from its first day to its goal date or today; `nil`
    /// without a goal. It is read from the directory's sums and the visits of places: no hike is read.
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
        if kind == .places { return try Double(visitedPlaces(in: keys, &transaction)) }
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
        case .hikes, .days, .places: Double(totals.hikes)
        }
    }

    /// The number of places that hikes which count visited in a range of days. The visits of a place are only read if
    /// their figures don't tell.
    private func visitedPlaces(
        in keys: ClosedRange<Int>, _ transaction: inout RecordTransaction
    ) throws -> Int {
        guard let first = StoredHike.day(of: keys.lowerBound), let last = StoredHike.day(of: keys.upperBound),
            try transaction.count(Place.self) > 0
        else { return 0 }
        let visits = SealedCollection<StoredVisits>()
        var (visited, unknown): (Int, [Int]) = (0, [])
        try visits.forEachHeaderByNumber(in: &transaction) { place, header in
            switch header.figures.hasCounted(in: first...last) {
            case true?: visited += 1
            case false?: break
            case nil: unknown.append(place)
            }
            return true
        }
        for place in unknown {
            let stored = try visits.element(place, in: &transaction)?.visits ?? []
            if stored.contains(where: { $0.isCounted && keys.contains($0.key) }) { visited += 1 }
        }
        return visited
    }
}

extension PlaceVisits {
    /// Whether a hike that counts visited the place on one of some days; `nil` if only the visits themselves tell.
    fileprivate func hasCounted(in days: ClosedRange<Day>) -> Bool? {
        guard counted > 0, let first, let last, first <= days.upperBound, last >= days.lowerBound else { return false }
        if firstInSeason.values.contains(where: days.contains) { return true }
        // If all visits count, the first and the last day are theirs.
        return counted == count && (days.contains(first) || days.contains(last)) ? true : nil
    }
}
