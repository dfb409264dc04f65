public import ProfileModel

/// Totals as one line: "12 hikes · 118.2 km · 4,120 m up · 31 h 5 min moving". Unknown ones are left out.
public struct HikeTotalsText {
    public let totals: HikeTotals
    public let units: Units
    /// The number of hikes that aren't included because they are planned, or not on foot.
    public let leftOut: Int

    public init(totals: HikeTotals, units: Units, leftOut: Int = 0) {
        (self.totals, self.units, self.leftOut) = (totals, units, leftOut)
    }

    public var line: String { parts.joined(separator: " · ") }

    /// The totals on lines of at most `width` cells, broken between two of them.
    public func lines(width: Int, indent: Int = 0) -> [String] { Self.lines(of: parts, width: width, indent: indent) }

    /// Joins parts with dots, on lines of at most `width` cells; all lines but the first are indented.
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

    /// The individual parts of the line.
    var parts: [String] {
        [
            totals.hikes == 1 ? "1 hike" : "\(totals.hikes) hikes", units.distance(kilometres: totals.distance),
            totals.ascent.map { "\(units.height(metres: $0)) up" },
            totals.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
            leftOut > 0 ? "without \(leftOut) planned or not on foot" : nil,
        ].compactMap(\.self)
    }
}
