public import ProfileModel

/// Sums over groups of hikes as aligned lines: "2026  12 hikes · 118.2 km · … · longest 7 · most ascent 9".
public struct HikeGroupsText {
    public let groups: [HikeGroup]
    public let units: Units

    public init(groups: [HikeGroup], units: Units) {
        (self.groups, self.units) = (groups, units)
    }

    public var lines: [String] {
        let isGrouped = groups.contains { $0.key != nil }
        let width = groups.map { name(of: $0).cells }.max() ?? 0
        return groups.map { group in
            let name = isGrouped ? "\(name(of: group).fitted(to: width))  " : ""
            let largest = [
                group.longest.map { "longest \($0)" }, group.highest.map { "most ascent \($0)" },
            ].compactMap(\.self)
            return name + ([HikeTotalsText(totals: group.totals, units: units).line] + largest).joined(separator: " · ")
        }
    }

    private func name(of group: HikeGroup) -> String { group.key ?? "undated" }
}
