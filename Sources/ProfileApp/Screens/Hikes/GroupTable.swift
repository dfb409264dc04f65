internal import ProfileKit
internal import ProfileRendering

/// Groups of hikes in columns that are as wide as their widest value.
struct GroupTable {
    private let groups: [HikeGroup]
    private let cells: [[String]]
    private let widths: [Int]
    private let units: Units

    init(_ groups: [HikeGroup], units: Units) {
        (self.groups, self.units) = (groups, units)
        let cells = groups.map { Self.cells($0.key ?? "undated", $0.totals, units) }
        self.cells = cells
        widths = (0..<5).map { column in cells.map { $0[column].cells }.max() ?? 0 }
    }

    private static func cells(_ name: String, _ totals: HikeTotals, _ units: Units) -> [String] {
        [
            name, totals.hikes.counted("hike"),
            units.distance(kilometres: totals.distance),
            totals.ascent.map { "\(units.height(metres: $0)) up" } ?? "",
            totals.movingTime.map { spelledDuration(seconds: $0) } ?? "",
        ]
    }

    /// A group's line: the columns that fit, and a bar in the remaining space.
    func line(_ row: Int, width: Int) -> StyledLine {
        var line = StyledLine(cells[row][0].fitted(to: widths[0]), .bold)
        var used = widths[0]
        // The distance is the most important, then the number of hikes, the ascent and the moving time.
        for column in [2, 1, 3, 4] where used + widths[column] + 2 <= width {
            line =
                line
                + StyledLine("  " + cells[row][column].leftPadded(to: widths[column]), column == 2 ? .plain : .faint)
            used += widths[column] + 2
        }
        let longest = groups.map(\.totals.distance).max() ?? 0
        let room = width - used - 3
        guard room >= 8, longest > 0 else { return line }
        let bar = ProgressLine(fraction: groups[row].totals.distance / longest, width: min(room, 60)).text
        return line + StyledLine("  ") + StyledLine(bar.filter { $0 != "·" }, .bar)
    }

    /// The totals of all groups, on as many lines as they need.
    func sums(width: Int) -> [String] {
        guard !groups.isEmpty else { return [] }
        func sum(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) }
        let totals = HikeTotals(
            hikes: groups.reduce(0) { $0 + $1.totals.hikes },
            distance: groups.reduce(0) { $0 + $1.totals.distance }, ascent: sum(groups.compactMap(\.totals.ascent)),
            movingTime: sum(groups.compactMap(\.totals.movingTime)))
        return HikeTotalsText(totals: totals, units: units).lines(width: width)
    }
}
