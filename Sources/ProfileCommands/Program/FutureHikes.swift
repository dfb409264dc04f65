internal import Interchange
internal import ProfileKit

extension [ImportedHike] {
    /// The same hikes, if none of them was made later than now: a hike added by hand can't be either. A plan may lie ahead.
    ///
    /// A recording bears its moment, which is compared; of another hike only the day is known, which is the machine's.
    ///
    /// - Throws: ``HikeFileError`` that names the first one.
    func requiringPast(by clock: any MachineClock) throws(HikeFileError) -> [ImportedHike] {
        let (now, today) = (Double(clock.secondsSince1970), Day(localTo: clock.secondsSince1970))
        let ahead = first { imported in
            let hike = imported.hike
            guard !hike.header.isPlanned else { return false }
            if let start = hike.startTime { return start.secondsSince1970 > now }
            return hike.date.map { $0 > today } ?? false
        }
        guard let ahead else { return self }
        throw HikeFileError("'\(ahead.hike.name)' is dated in the future")
    }
}
