public import ProfileKit

/// Groups of hikes in columns under their headings, as many as fit.
public struct HikeStatsTable {
    private let rows: [[String]]
    /// The width of the terminal in cells.
    private let width: Int

    public init(groups: [HikeGroup], by grouping: HikeGrouping, units: Units, width: Int = 80) {
        self.width = width
        let others = grouping == .tag ? "no tag" : grouping == .place ? "no place" : "undated"
        rows =
            [[grouping.rawValue.capitalizedFirst, "Hikes", "Distance", "Ascent", "Moving", "Longest", "Most ascent"]]
            + groups.map { group in
                let totals = group.totals
                return [
                    (group.key ?? others).terminalSafe, totals.hikes.grouped,
                    units.distance(kilometres: totals.distance),
                    totals.ascent.map { units.height(metres: $0) } ?? "",
                    totals.movingTime.map { spelledDuration(seconds: $0) } ?? "",
                    group.longest.map(String.init) ?? "", group.highest.map(String.init) ?? "",
                ]
            }
    }

    public var lines: [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].cells }.max() ?? 0 }
        var used = 0
        let shown = widths.indices.prefix(while: { column in
            used += widths[column] + (column > 0 ? 2 : 0)
            return column < 3 || used <= width
        })
        return rows.map { row in
            let cells = shown.map { column in
                column == 0 ? row[0].fitted(to: widths[0]) : row[column].leftPadded(to: widths[column])
            }
            return cells.joined(separator: "  ").trimmedEnd
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
