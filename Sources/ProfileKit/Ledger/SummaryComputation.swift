internal import ProfileModel
internal import SealedStore

/// Computes a summary from the directory of hikes, reading only the pages it needs, however many hikes there are.
struct SummaryComputation {
    let goalDate: Day
    /// The summary before the changes of this transaction; `nil` to recompute everything.
    var before: HikeSummary?
    var hikes: SealedCollection<StoredHike> { SealedCollection() }

    func summary(in transaction: inout RecordTransaction) throws -> HikeSummary {
        let sum = try hikes.sum(in: &transaction)
        let totals = StoredHike.totals(of: sum.figures)
        var recent: [HikeHeader] = []
        try hikes.forEachHeader(newestFirst: true, in: &transaction) { _, header in
            recent.append(header.hike)
            return recent.count < HikeSummary.recentCount
        }
        return HikeSummary(
            totals: totals, recent: recent, badges: try Badge.all.map { try status(of: $0, sum, in: &transaction) })
    }

    private func status(
        of badge: Badge, _ sum: DirectorySum, in transaction: inout RecordTransaction
    ) throws -> BadgeStatus {
        if let status = try unaffected(badge, in: &transaction) { return status }
        switch badge.rule {
        case .hikes(let count):
            return try reaching(.hikes(count), badge, sum, in: &transaction)
        case .distance(let kilometres):
            return try reaching(.kilometres(kilometres), badge, sum, in: &transaction)
        case .ascent(let metres):
            return try reaching(.metresUp(metres), badge, sum, in: &transaction)
        case .hikeOnGoalDate:
            let key = StoredHike.key(of: goalDate)
            return earned(badge, on: try firstKey(key...key, in: &transaction))
        case .hikeOn(let month, let day):
            return earned(badge, on: try firstKey(month: month, day: day, in: &transaction))
        case .everySeason:
            return try everySeason(badge, in: &transaction)
        case .everySeasonOfAYear, .daysInARow, .weeksInARow, .distanceOfAHike, .ascentOfAHike:
            return try BadgeWindow(badge.rule).map { try status(of: badge, within: $0, in: &transaction) }
                ?? earned(badge, on: nil)
        case .places, .category, .placeInEverySeason:
            return try PlaceBadges(in: &transaction).status(of: badge)
        }
    }

    /// The status of a badge that the changes of this transaction can't have affected, so that one more hike doesn't
    /// take a search of all years; `nil` if they may have.
    private func unaffected(_ badge: Badge, in transaction: inout RecordTransaction) throws -> BadgeStatus? {
        guard let status = before?.badges.first(where: { $0.badge == badge }),
            let changed = try hikes.changedKeys(in: &transaction)
        else { return nil }
        switch badge.rule {
        case .hikeOnGoalDate: return nil
        case .hikeOn(let month, let day):
            let isOther = changed.allSatisfy { key in
                StoredHike.day(of: key).map { $0.month != month || $0.day != day } ?? true
            }
            return isOther ? status : nil
        case .places, .category, .placeInEverySeason:
            return try PlaceBadges.areUnaffected(in: &transaction) ? status : nil
        case .everySeasonOfAYear, .daysInARow, .weeksInARow, .distanceOfAHike, .ascentOfAHike: return nil
        case .hikes, .distance, .ascent, .everySeason:
            // It was earned by hikes up to that day.
            guard let earned = status.earnedOn.map(StoredHike.key) else { return nil }
            return changed.allSatisfy { $0 > earned } ? status : nil
        }
    }

    private func reaching(
        _ goal: Badge.Goal, _ badge: Badge, _ sum: DirectorySum, in transaction: inout RecordTransaction
    ) throws -> BadgeStatus {
        let figure = StoredHike.Figure(goal.figure).rawValue
        let reached = sum.figures[figure].sum
        guard let key = try hikes.key(reaching: goal.amount, ofFigure: figure, in: &transaction) else {
            return BadgeStatus(badge: badge, isEarned: false, progress: Double(reached) / Double(goal.amount))
        }
        return earned(badge, on: key)
    }

    private func earned(_ badge: Badge, on key: Int?) -> BadgeStatus {
        BadgeStatus(
            badge: badge, isEarned: key != nil, earnedOn: key.flatMap(StoredHike.day), progress: key == nil ? 0 : 1)
    }

    /// The first day in a range with a hike that counts.
    private func firstKey(_ keys: ClosedRange<Int>, in transaction: inout RecordTransaction) throws -> Int? {
        try hikes.firstKey(in: keys, knowingFigure: StoredHike.Figure.counted.rawValue, in: &transaction)
    }

    /// The range from a key on, excluding undated hikes.
    private func keys(from key: Int) -> ClosedRange<Int>? {
        key < StoredHike.endKey ? key...(StoredHike.endKey - 1) : nil
    }

    /// The first hike on this day of any year. Years without hikes are skipped.
    private func firstKey(month: Int, day: Int, in transaction: inout RecordTransaction) throws -> Int? {
        var next = try firstKey(.min...StoredHike.endKey - 1, in: &transaction)
        while let key = next, let found = StoredHike.day(of: key) {
            let thisYear = Day(checkedYear: found.year, month: month, day: day)
            if let thisYear, thisYear == found { return key }
            let wanted =
                thisYear.flatMap { $0 > found ? $0 : nil }
                ?? Day(checkedYear: found.year + 1, month: month, day: day)
                ?? Day(checkedYear: found.year + 1, month: 1, day: 1)
            guard let wanted, let keys = keys(from: StoredHike.key(of: wanted)) else { return nil }
            next = try firstKey(keys, in: &transaction)
        }
        return nil
    }

    /// Searches hike by hike, each time for the next one in a new season.
    private func everySeason(_ badge: Badge, in transaction: inout RecordTransaction) throws -> BadgeStatus {
        var seen: Set<Season> = []
        var next = try firstKey(.min...StoredHike.endKey - 1, in: &transaction)
        while let key = next, var day = StoredHike.day(of: key) {
            seen.insert(Season(of: day))
            if seen.count == Season.allCases.count { return earned(badge, on: key) }
            // The first day of the next month in a new season.
            repeat {
                let following = Day(checkedYear: day.year, month: day.month, day: 1)?.adding(months: 1)
                guard let following, following > day else { return partly(badge, seen) }
                day = following
            } while seen.contains(Season(of: day))
            guard let keys = keys(from: StoredHike.key(of: day)) else { break }
            next = try firstKey(keys, in: &transaction)
        }
        return partly(badge, seen)
    }

    private func partly(_ badge: Badge, _ seen: Set<Season>) -> BadgeStatus {
        BadgeStatus(
            badge: badge, isEarned: false, progress: Double(seen.count) / Double(Season.allCases.count))
    }
}
