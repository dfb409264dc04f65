public import ProfileModel

/// Hikes as aligned lines: day, name, distance, ascent, moving time. On narrow terminals, the last figures are left
/// out.
public struct HikeListText {
    public let hikes: [HikeHeader]
    public let units: Units
    /// Whether each line begins with the hike's id.
    public let showsID: Bool

    /// Maximum width of a line in cells.
    public let width: Int

    public init(hikes: [HikeHeader], units: Units, showsID: Bool = false, width: Int = 80) {
        (self.hikes, self.units, self.showsID, self.width) = (hikes, units, showsID, width)
    }

    /// The least cells for a name.
    private static let leastName = 8

    public var lines: [String] { styled.map(\.text) }

    /// The lines with less important parts dimmed.
    public var styled: [StyledLine] {
        let figures = hikes.map(figures)
        let widths = (0..<3).map { column in
            max([8, 11, 11][column], figures.map { $0[column].cells }.max() ?? 0)
        }
        let idWidth = showsID ? hikes.map { String($0.id).count }.max() ?? 0 : 0
        // Without ids, the lines are below a heading and indented by two cells. From 80 cells on, all figures are
        // shown, however long.
        let room = width - 14 - idWidth
        let shown = width < 80 ? (1...3).last { room - widths.prefix($0).reduce(2 * $0, +) >= 10 } ?? 1 : 3
        // A wider terminal gives long names more room, but doesn't move the figures away from short ones.
        let longest = hikes.map { $0.name.terminalSafe.cells + $0.leftOutMark.cells }.max() ?? 0
        let usual = showsID ? 30 : 28
        let widest = max(usual, min(longest, usual + max(width - 80, 0)))
        // The width of unusually long figures is taken from the names.
        let nameWidth = min(max(room - widths.prefix(shown).reduce(2 * shown, +), Self.leastName), widest)
        return zip(hikes, figures).map { hike, figures in
            let id = showsID ? "\(String(hike.id).leftPadded(to: idWidth))  " : ""
            let numbers = zip(figures.prefix(shown), widths).reduce(into: "") { text, figure in
                text += "  " + figure.0.leftPadded(to: figure.1)
            }
            // The name is more important than the mark.
            let mark = nameWidth - hike.leftOutMark.cells >= Self.leastName ? hike.leftOutMark : ""
            let name = hike.name.terminalSafe
            let fitted = name.cells + mark.cells > nameWidth ? name.fitted(to: nameWidth - mark.cells) : name
            let padding = String(repeating: " ", count: max(nameWidth - fitted.cells - mark.cells, 0))
            let room = width - (showsID ? 12 : 14) - nameWidth - id.cells
            return StyledLine(id, .dim) + StyledLine((hike.date?.description ?? "–").fitted(to: 10) + "  ", .dim)
                + StyledLine(mark.isEmpty ? fitted + padding : fitted) + StyledLine(mark, .dim)
                + StyledLine(mark.isEmpty ? "" : padding)
                + StyledLine(numbers.cells > room ? numbers.fitted(to: room) : numbers.trimmedRight)
        }
    }

    private func figures(of hike: HikeHeader) -> [String] {
        [
            units.distance(kilometres: hike.distance),
            hike.ascent.map { "\(units.height(metres: $0)) up" } ?? "",
            hike.movingTime.map { spelledDuration(seconds: $0) } ?? "",
        ]
    }
}

/// The totals of groups of hikes as aligned lines: "2026  12 hikes · 118.2 km · … · longest: hike 7 · most ascent: hike
/// 9".
public struct HikeGroupsText {
    public let groups: [HikeGroup]
    public let units: Units
    /// Maximum width of a line in cells; longer ones are wrapped.
    public let columns: Int

    public init(groups: [HikeGroup], units: Units, width: Int = 80) {
        (self.groups, self.units, columns) = (groups, units, width)
    }

    public var lines: [String] {
        let isGrouped = groups.contains { $0.key != nil }
        let width = groups.map { name(of: $0).cells }.max() ?? 0
        return groups.flatMap { group in
            let name = isGrouped ? "\(name(of: group).fitted(to: width))  " : ""
            let largest = [
                group.longest.map { "longest: hike \($0)" }, group.highest.map { "most ascent: hike \($0)" },
            ].compactMap(\.self)
            let parts = HikeTotalsText(totals: group.totals, units: units).parts + largest
            let lines = parts.inLines(upTo: columns - name.cells)
            let indent = String(repeating: " ", count: name.cells)
            return lines.enumerated().map { ($0.offset == 0 ? name : indent) + $0.element }
        }
    }

    private func name(of group: HikeGroup) -> String { group.key ?? "undated" }
}

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
    public func lines(width: Int, indent: Int = 0) -> [String] { parts.inLines(upTo: width, indent: indent) }

    /// The individual parts of the line.
    var parts: [String] {
        [
            totals.hikes.counted("hike"),
            units.distance(kilometres: totals.distance),
            totals.ascent.map { "\(units.height(metres: $0)) up" },
            totals.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
            leftOut > 0 ? "without \(Double(leftOut).decimal(0)) planned or not on foot" : nil,
        ].compactMap(\.self)
    }
}

extension HikeHeader {
    /// Why totals leave the hike out, as it stands after its name: " (planned)" or its activity. Empty if they don't.
    public var leftOutMark: String { isCounted ? "" : " (\(isPlanned ? "planned" : activity.rawValue))" }
}

extension [String] {
    /// The texts with dots between them, on as many lines of at most `width` cells as they need; all lines but the
    /// first are indented.
    public func inLines(upTo width: Int, indent: Int = 0) -> [String] {
        reduce(into: []) { lines, text in
            guard let last = lines.last else { return lines.append(text) }
            let longer = "\(last) · \(text)"
            if longer.cells > width {
                lines.append(String(repeating: " ", count: indent) + text)
            } else {
                lines[lines.count - 1] = longer
            }
        }
    }
}
