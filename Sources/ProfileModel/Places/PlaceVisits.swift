/// The visits of a place: the hikes that come within its radius, plans left out. In a list without the hikes, only the
/// figures are known.
public struct PlaceVisits: Hashable, Sendable {
    /// How many hikes visited the place.
    public var count: Int
    /// The days of the first and the last dated visit.
    public var first: Day?
    public var last: Day?
    /// How many visiting hikes count towards badges.
    public var counted: Int
    /// The first day of a visit that counts, in each season.
    public var firstInSeason: [Season: Day]

    public init(
        count: Int = 0, first: Day? = nil, last: Day? = nil, counted: Int = 0, firstInSeason: [Season: Day] = [:]
    ) {
        (self.count, self.first, self.last) = (count, first, last)
        (self.counted, self.firstInSeason) = (counted, firstInSeason)
    }

    /// The first day of a visit that counts; `nil` without a dated one.
    public var firstCounted: Day? { firstInSeason.values.min() }
}
