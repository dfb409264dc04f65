internal import Interchange
internal import ProfileKit

extension [ImportedHike] {
    /// The same hikes, provided that none is dated in the future, as for hikes added by hand. Plans may be in the
    /// future.
    ///
    /// A recorded start is compared with the current time; if there is only a date, with this machine's current day.
    ///
    /// - Throws: ``HikeFileError``, naming the first one.
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
