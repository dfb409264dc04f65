internal import ProfileKit
internal import ProfileRendering

/// The summary of an account as the profile's sheet shows it: the lines of `profile show`, and pictures for badges.
struct ProfileSummary: Hashable, Sendable {
    var profile: Profile
    var hikes: HikeDigest
    let today: Day
    let presentation: Presentation
    let badges: BadgeStrip
    /// The latest hike's way from the side, once it was read.
    private(set) var graph: LatestGraph?

    struct LatestGraph: Hashable, Sendable {
        let id: Int
        let graph: TrailGraph
    }

    /// The lines of the latest hike's graph.
    private static let graphHeight = 5

    /// - Parameters:
    ///   - drawn: badges that were drawn before.
    ///   - graph: the latest hike's, as it was read before.
    init(
        profile: Profile, hikes: HikeDigest, today: Day, presentation: Presentation, drawn: BadgeStrip? = nil,
        graph: LatestGraph? = nil
    ) {
        self.graph = graph?.id == hikes.recent.first?.id ? graph : nil
        (self.profile, self.hikes, self.today, self.presentation) = (profile, hikes, today, presentation)
        let earned = hikes.earnedBadges
        badges =
            drawn?.showing(earned, depth: presentation.depth) ?? BadgeStrip(earned, depth: presentation.depth)
    }

    /// Takes in what was recorded of a hike, if it is the latest.
    mutating func showGraph(of hike: Hike) {
        let graph = TrailGraph(hike, units: presentation.units)
        guard hike.id == hikes.recent.first?.id, graph.measures.contains(.elevation) else { return }
        self.graph = LatestGraph(id: hike.id, graph: graph)
    }

    /// What stands in a line.
    private enum Line: Hashable {
        case text(String, CellStyle)
        /// One of the lines of the badges, from the first on.
        case badges(Int)
        /// One of the lines of the latest hike's graph.
        case graph(Int)
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
            badges.count == 0 ? [Line.text("  none yet", .faint)] : (0..<BadgeStrip.height).map { Line.badges($0) }
        let recent: [Line] =
            hikes.recent.isEmpty
            ? [.text("  none yet", .faint)]
            : hikes.recent.enumerated().flatMap { place, hike in
                [.text(HikeRow(hike: hike, isOpen: nil, units: presentation.units).text(width: width), .plain)]
                    + (place == 0 && graph != nil ? (0..<Self.graphHeight).map { Line.graph($0) } : [])
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
        if let graph, let index = lines.firstIndex(of: .graph(0)) {
            var picture = Canvas(size: CellSize(columns: part.size.columns, rows: Self.graphHeight))
            let inset = CellRectangle(
                column: 2, row: 0, columns: max(part.size.columns - 4, 1), rows: Self.graphHeight)
            graph.graph.draw(.elevation, on: &picture, in: inset)
            let row = part.origin.row + index - top
            canvas.draw(picture, column: part.origin.column, row: row, within: window)
        }
        guard let index = lines.firstIndex(of: .badges(0)) else { return TouchMap() }
        var row = Canvas(size: CellSize(columns: part.size.columns, rows: BadgeStrip.height))
        let arrows = badges.draw(from: firstBadge, on: &row)
        let rows = part.origin.row + index - top
        canvas.draw(row, column: part.origin.column, row: rows, within: window)
        return arrows.moved(columns: part.origin.column, rows: rows, within: window)
    }
}
