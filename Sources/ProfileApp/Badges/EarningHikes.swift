internal import ProfileKit

extension [BadgeStatus] {
    /// For each badge the hike that earned it. Where start times don't tell which one of its day that was, these are all
    /// of that day; and none if the day is unknown.
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
        // No sum can overflow that isn't continued beyond its goal.
        func add(_ hike: HikeHeader) { reached = min(reached + (hike.amount(of: goal.figure) ?? 0), goal.amount) }
        for place in index.hikes.indices {
            guard let date = index.hikes[place].date, date < day, index.hikes[place].isCounted else { continue }
            add(index.hikes[place])
        }
        return hikes.first { hike in
            add(hike)
            return reached == goal.amount
        }
    }
}
