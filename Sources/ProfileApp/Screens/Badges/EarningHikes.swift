internal import ProfileKit

extension [BadgeStatus] {
    /// The hikes that earned each badge: one, or all of its day if their start times don't tell which; none if the day
    /// is unknown.
    func earningHikes(in index: HikeIndex) -> [[HikeHeader]] {
        let days = Set(compactMap(\.earnedOn))
        let counted = index.hikes.filter { $0.isCounted && $0.date.map(days.contains) ?? false }
        return map { status in
            guard let day = status.earnedOn else { return [] }
            let hikes = counted.filter { $0.date == day }
            let times = hikes.compactMap { hike in hike.startTime.map { (time: $0.secondsSince1970, hike: hike) } }
            guard hikes.count > 1, times.count == hikes.count else { return hikes }
            let inOrder = times.sorted { $0.time < $1.time }.map(\.hike)
            return status.badge.hike(completing: inOrder, of: day, in: index).map { [$0] } ?? hikes
        }
    }
}

extension Badge {
    /// The one of a day's hikes with which the badge was earned.
    ///
    /// - Parameter hikes: the counted hikes of that day, in order.
    fileprivate func hike(completing hikes: [HikeHeader], of day: Day, in index: HikeIndex) -> HikeHeader? {
        switch rule {
        case .hikeOn, .everySeason, .hikeOnGoalDate: return hikes.first
        case .hikes(let count): return hike(in: hikes, reaching: .hikes(count), of: day, index)
        case .distance(let kilometres): return hike(in: hikes, reaching: .kilometres(kilometres), of: day, index)
        case .ascent(let metres): return hike(in: hikes, reaching: .metresUp(metres), of: day, index)
        }
    }

    private func hike(
        in hikes: [HikeHeader], reaching goal: Goal, of day: Day, _ index: HikeIndex
    ) -> HikeHeader? {
        var reached = 0
        // Capped at the goal, so that it can't overflow.
        func add(_ hike: HikeHeader) { reached = min(reached + (hike.amount(of: goal.figure) ?? 0), goal.amount) }
        for hike in index.hikes where hike.isCounted && hike.date.map({ $0 < day }) ?? false { add(hike) }
        return hikes.first { hike in
            add(hike)
            return reached == goal.amount
        }
    }
}
