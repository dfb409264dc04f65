/// Sums over the hikes that count (``HikeHeader/isCounted``). Ascent and moving time are `nil`, never 0, when no hike
/// contributes to them.
public struct HikeTotals: Hashable, Sendable {
    public var hikes: Int
    /// Kilometres.
    public var distance: Double
    /// Metres.
    public var ascent: Double?
    /// Seconds.
    public var movingTime: Double?

    public init(hikes: Int = 0, distance: Double = 0, ascent: Double? = nil, movingTime: Double? = nil) {
        (self.hikes, self.distance, self.ascent, self.movingTime) = (hikes, distance, ascent, movingTime)
    }

    /// Sums up the hikes that count.
    public init(over headers: [HikeHeader]) { self.init(ofAll: headers.filter(\.isCounted)) }

    /// Sums over these hikes, whether they count or not.
    public init(ofAll headers: [HikeHeader]) {
        func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }
        self.init(
            hikes: headers.count, distance: sum(headers.map(\.distance)) ?? 0,
            ascent: sum(headers.compactMap(\.ascent)),
            movingTime: sum(headers.compactMap(\.movingTime)))
    }
}
