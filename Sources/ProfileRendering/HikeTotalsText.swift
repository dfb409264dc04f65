public import ProfileModel

/// Sums over hikes as one line: "12 hikes · 118.2 km · 4,120 m up · 31 h 5 min moving". What no hike tells is left out.
public struct HikeTotalsText {
    public let totals: HikeTotals
    public let units: Units

    public init(totals: HikeTotals, units: Units) {
        (self.totals, self.units) = (totals, units)
    }

    public var line: String { parts.joined(separator: " · ") }

    /// What the line says, one by one, for those who have less room.
    var parts: [String] {
        [
            totals.hikes == 1 ? "1 hike" : "\(totals.hikes) hikes", units.distance(kilometres: totals.distance),
            totals.ascent.map { "\(units.height(metres: $0)) up" },
            totals.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
        ].compactMap(\.self)
    }
}
