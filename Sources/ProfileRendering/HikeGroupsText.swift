public import ProfileModel

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
            let lines = HikeTotalsText.lines(of: parts, width: columns - name.cells)
            let indent = String(repeating: " ", count: name.cells)
            return lines.enumerated().map { ($0.offset == 0 ? name : indent) + $0.element }
        }
    }

    private func name(of group: HikeGroup) -> String { group.key ?? "undated" }
}
