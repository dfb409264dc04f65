public import ProfileModel

/// Sums over hikes as one line: "12 hikes · 118.2 km · 4,120 m up · 31 h 5 min moving". What no hike tells is left out.
public struct HikeTotalsText {
    public let totals: HikeTotals
    public let units: Units
    /// How many of the hikes that are summed up don't count: they are planned, or no hikes on foot.
    public let leftOut: Int

    public init(totals: HikeTotals, units: Units, leftOut: Int = 0) {
        (self.totals, self.units, self.leftOut) = (totals, units, leftOut)
    }

    public var line: String { parts.joined(separator: " · ") }

    /// The same on lines of at most so many cells, broken between two sums.
    public func lines(width: Int, indent: Int = 0) -> [String] { Self.lines(of: parts, width: width, indent: indent) }

    /// Parts with dots between them, on lines of at most so many cells; those after the first are moved in.
    static func lines(of parts: [String], width: Int, indent: Int = 0) -> [String] {
        parts.reduce(into: []) { lines, part in
            guard let last = lines.last else { return lines.append(part) }
            let longer = "\(last) · \(part)"
            if longer.cells > width {
                lines.append(String(repeating: " ", count: indent) + part)
            } else {
                lines[lines.count - 1] = longer
            }
        }
    }

    /// What the line says, one by one, for those who have less room.
    var parts: [String] {
        [
            totals.hikes == 1 ? "1 hike" : "\(totals.hikes) hikes", units.distance(kilometres: totals.distance),
            totals.ascent.map { "\(units.height(metres: $0)) up" },
            totals.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
            leftOut > 0 ? "without \(leftOut) planned or not on foot" : nil,
        ].compactMap(\.self)
    }
}
