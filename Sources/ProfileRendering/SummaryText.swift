public import ProfileModel

/// The summary of an account as lines of text, with Landmarks' labels.
///
/// No line is wider than 80 cells. On a terminal with colours the badges are drawn as well.
public struct SummaryText {
    public let profile: Profile
    public let hikes: HikeDigest
    public let today: Day
    public let units: Units
    /// Whether the profile is that of a draft.
    public let isDraft: Bool

    private static let width = 80

    public init(profile: Profile, hikes: HikeDigest, today: Day, units: Units, isDraft: Bool = false) {
        (self.profile, self.hikes, self.today, self.units) = (profile, hikes, today, units)
        self.isDraft = isDraft
    }

    /// The summary without colours and pictures.
    public var lines: [String] { (facts + badges + recent).map(\.text) }

    /// The summary for a terminal.
    ///
    /// - Parameter showsPictures: whether badges are drawn, where there are colours enough for it.
    public func lines(depth: ColorDepth, showsPictures: Bool = true) -> [String] {
        guard depth > .none else { return lines }
        var badges = badges.map { $0.text(depth: depth) }
        if showsPictures, depth > .eight,
            let pictures = BadgeRow(hikes.earnedBadges, width: Self.width - 2).canvas(depth: depth)
        {
            badges.insert(contentsOf: pictures.lines(depth: depth).map { "  \($0)" } + [""], at: 1)
        }
        return facts.map { $0.text(depth: depth) } + badges + recent.map { $0.text(depth: depth) }
    }

    private var facts: [StyledLine] {
        func fact(_ field: Profile.Field, _ value: String) -> StyledLine {
            StyledLine("\(field.label): ", .dim) + StyledLine(value)
        }
        let name = profile.username.terminalSafe.wrapped(to: Self.width).map { StyledLine($0, .bold) }
        let draft = isDraft ? [StyledLine("A draft: readers see nothing of it yet. (profile commit)", .dim)] : []
        return name + draft + [
            StyledLine(),
            fact(.prefersNotifications, profile.prefersNotifications ? "On" : "Off"),
            fact(.seasonalPhoto, "\(profile.seasonalPhoto.emoji)  \(profile.seasonalPhoto.rawValue)"),
            fact(.goalDate, "\(profile.goalDate.spelled) (\(profile.goalDate.distance(from: today)))"),
            StyledLine(),
        ]
    }

    private var badges: [StyledLine] {
        let earned = hikes.earnedBadges
        let list = earned.isEmpty ? [StyledLine("none yet")] : BadgeListText(badges: earned).styled
        return [StyledLine("Completed Badges", .bold)] + list.map { StyledLine("  ") + $0 } + [StyledLine()]
    }

    private var recent: [StyledLine] {
        let list =
            hikes.recent.isEmpty ? [StyledLine("none yet")] : HikeListText(hikes: hikes.recent, units: units).styled
        return [StyledLine("Recent Hikes", .bold)] + list.map { StyledLine("  ") + $0 } + [StyledLine()] + totals
    }

    private var totals: [StyledLine] {
        TotalsText(totals: hikes.totals, units: units).parts.reduce(into: [""]) { lines, part in
            guard let last = lines.last, !last.isEmpty else {
                lines[lines.count - 1] = part
                return
            }
            let longer = "\(last) · \(part)"
            if longer.cells > Self.width { lines.append(part) } else { lines[lines.count - 1] = longer }
        }.map { StyledLine($0) }
    }
}

/// What all hikes come to: "12 hikes", "118.4 km", "4,092 m up", "28 h 24 min moving". What is not known is left out.
struct TotalsText {
    let totals: HikeTotals
    let units: Units

    var parts: [String] {
        [
            totals.hikes == 1 ? "1 hike" : "\(totals.hikes) hikes", units.distance(kilometres: totals.distance),
            totals.ascent.map { "\(units.height(metres: $0)) up" },
            totals.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
        ].compactMap(\.self)
    }
}
