internal import ProfileKit
internal import ProfileRendering

/// The summary of an account as the profile's sheet shows it: the lines of `profile show`, and pictures for badges.
struct ProfileSummary: Hashable, Sendable {
    var profile: Profile
    var hikes: HikeDigest
    let today: Day
    let presentation: Presentation
    let badges: BadgeRow

    /// - Parameter drawn: badges that were drawn before.
    init(profile: Profile, hikes: HikeDigest, today: Day, presentation: Presentation, drawn: BadgeRow? = nil) {
        (self.profile, self.hikes, self.today, self.presentation) = (profile, hikes, today, presentation)
        let earned = hikes.earnedBadges
        badges =
            drawn?.showing(earned, depth: presentation.depth) ?? BadgeRow(earned, depth: presentation.depth)
    }

    /// What stands in a line.
    private enum Line: Hashable {
        case text(String, CellStyle)
        /// One of the lines of the badges, from the first on.
        case badges(Int)
    }

    /// How many lines there are at a width.
    func lineCount(width: Int) -> Int { lines(width: width).count }

    private func lines(width: Int) -> [Line] {
        func plain(_ text: String) -> [Line] { text.wrapped(to: width).map { .text($0, .plain) } }
        func heading(_ text: String) -> [Line] { [.text("", .plain), .text(text, .title)] }
        let name = profile.username.wrapped(to: width).map { Line.text($0, .title) }
        let values =
            plain("Notifications: \(profile.prefersNotifications ? "On" : "Off")")
            + [.text("Seasonal Photos: \(profile.seasonalPhoto.emoji)  \(profile.seasonalPhoto.rawValue)", .plain)]
            + plain("Goal Date: \(profile.goalDate.spelled) (\(profile.goalDate.distance(from: today)))")
        let pictures =
            badges.count == 0 ? [Line.text("  none yet", .faint)] : (0..<BadgeRow.height).map { Line.badges($0) }
        let recent: [Line] =
            hikes.recent.isEmpty
            ? [.text("  none yet", .faint)]
            : hikes.recent.map { hike in
                .text(HikeRow(hike: hike, isOpen: nil, units: presentation.units).text(width: width), .plain)
            }
        return name + [.text("", .plain)] + values + heading("Completed Badges") + pictures + heading("Recent Hikes")
            + recent + [.text("", .plain)] + plain(totals)
    }

    private var totals: String {
        let sums = hikes.totals
        let units = presentation.units
        let parts = [
            sums.hikes == 1 ? "1 hike" : "\(sums.hikes) hikes", units.distance(kilometres: sums.distance),
            sums.ascent.map { "\(units.height(metres: $0)) up" },
            sums.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// Draws the lines from one on over a part of the canvas.
    ///
    /// - Returns: where the badges' arrows lie, with the places that they scroll by.
    func draw(from top: Int, firstBadge: Int, on canvas: inout Canvas, in part: CellRectangle) -> TouchMap<Int> {
        let lines = lines(width: part.size.columns)
        let window = part.origin.row..<part.origin.row + part.size.rows
        for (row, line) in zip(window, lines.dropFirst(top)) {
            if case .text(let text, let style) = line {
                canvas.write(text, column: part.origin.column, row: row, style: style)
            }
        }
        guard let index = lines.firstIndex(of: .badges(0)) else { return TouchMap() }
        var row = Canvas(size: CellSize(columns: part.size.columns, rows: BadgeRow.height))
        let arrows = badges.draw(from: firstBadge, on: &row)
        let rows = part.origin.row + index - top
        canvas.draw(row, column: part.origin.column, row: rows, within: window)
        return arrows.moved(columns: part.origin.column, rows: rows, within: window)
    }
}
