public import ProfileModel

/// The summary of an account as lines of text, with Landmarks' labels.
public struct SummaryText {
    public let profile: Profile
    public let hikes: HikeDigest
    public let today: Day
    public let units: Units

    public init(profile: Profile, hikes: HikeDigest, today: Day, units: Units) {
        (self.profile, self.hikes, self.today, self.units) = (profile, hikes, today, units)
    }

    public var lines: [String] {
        [
            profile.username.terminalSafe,
            "",
            "Notifications: \(profile.prefersNotifications ? "On" : "Off")",
            "Seasonal Photos: \(profile.seasonalPhoto.emoji)  \(profile.seasonalPhoto.rawValue)",
            "Goal Date: \(profile.goalDate.spelled) (\(profile.goalDate.distance(from: today)))",
            "",
            "Completed Badges",
        ] + badges + ["", "Recent Hikes"] + recent + ["", HikeTotalsText(totals: hikes.totals, units: units).line]
    }

    private var badges: [String] {
        let earned = hikes.earnedBadges
        return earned.isEmpty ? ["  none yet"] : BadgeListText(badges: earned).lines.map { "  \($0)" }
    }

    private var recent: [String] {
        hikes.recent.isEmpty ? ["  none yet"] : HikeListText(hikes: hikes.recent, units: units).lines.map { "  \($0)" }
    }
}

/// Hikes as aligned lines: day, name, distance, ascent, moving time.
public struct HikeListText {
    public let hikes: [HikeHeader]
    public let units: Units
    /// Whether each line begins with the hike's id.
    public let showsID: Bool

    public init(hikes: [HikeHeader], units: Units, showsID: Bool = false) {
        (self.hikes, self.units, self.showsID) = (hikes, units, showsID)
    }

    public var lines: [String] {
        let idWidth = hikes.map { String($0.id).count }.max() ?? 0
        // A line with an id of any length is no wider than the 78 cells of one with two digits.
        let nameWidth = showsID ? max(12, 30 - idWidth) : 28
        return hikes.map { hike in
            let id = showsID ? [String(hike.id).leftPadded(to: idWidth)] : []
            let columns =
                id + [
                    (hike.date?.description ?? "–").fitted(to: 10), hike.name.terminalSafe.fitted(to: nameWidth),
                    units.distance(kilometres: hike.distance).leftPadded(to: 8),
                    (hike.ascent.map { "\(units.height(metres: $0)) up" } ?? "").leftPadded(to: 11),
                    (hike.movingTime.map { spelledDuration(seconds: $0) } ?? "").leftPadded(to: 11),
                ]
            return columns.joined(separator: "  ").trimmedRight
        }
    }
}

extension String {
    func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - cells)) + self
    }

    var trimmedRight: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
