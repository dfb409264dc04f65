/// The zone in which the day of a hike was fixed at its import, since its source's times name none.
public struct AssumedZone: Hashable, Sendable {
    /// Seconds east of Greenwich.
    public private(set) var utcOffset: Int
    /// Whether it is that of the start's longitude, from which this machine's zone is far; else it is this machine's.
    public private(set) var isOfLongitude: Bool

    /// The largest difference between this machine's zone and the longitude's, in seconds: states keep one zone over a
    /// wide country, and their clocks an hour ahead in summer.
    static let largestDifference = 2.5 * 3600

    /// Fails when no zone has this offset.
    public init?(utcOffset: Int, isOfLongitude: Bool) {
        guard (-86_399...86_399).contains(utcOffset) else { return nil }
        (self.utcOffset, self.isOfLongitude) = (utcOffset, isOfLongitude)
    }

    /// The zone at an instant: this machine's if it can be that of the longitude, else the longitude's whole hours.
    ///
    /// - Parameter longitude: degrees east; `nil` when no position is known.
    init(at secondsSince1970: Double, longitude: Double?) {
        let machine = CivilTime(localSecondsSince1970: Int(secondsSince1970.rounded(.down))).utcOffset
        self.init(machineOffset: machine, longitude: longitude)
    }

    init(machineOffset: Int, longitude: Double?) {
        (utcOffset, isOfLongitude) = (machineOffset, false)
        guard let solar = longitude.map({ $0 / 360 * 86_400 }) else { return }
        // Near the date line, zones of the same clock are a day apart.
        let difference = abs(Double(machineOffset) - solar)
        guard min(difference, abs(86_400 - difference)) > Self.largestDifference else { return }
        (utcOffset, isOfLongitude) = (Int((solar / 3600).rounded()) * 3600, true)
    }
}

extension HikeHeader {
    /// The start on the hiker's clock: with the offset of its source, else with that of ``zone``.
    public var localStart: Timestamp? {
        guard let startTime, startTime.utcOffset == nil, let zone else { return startTime }
        // Zones of former times have seconds.
        return Timestamp(secondsSince1970: startTime.secondsSince1970, utcOffset: zone.utcOffset / 60 * 60)
            ?? startTime
    }

    /// Sets the start and fixes the day.
    ///
    /// - Parameter longitude: of the start, in degrees east.
    package mutating func begin(at time: Timestamp?, longitude: Double?) {
        startTime = time
        zone = time.flatMap { time in
            time.utcOffset == nil ? AssumedZone(at: time.secondsSince1970, longitude: longitude) : nil
        }
        date = localStart?.day
    }
}
