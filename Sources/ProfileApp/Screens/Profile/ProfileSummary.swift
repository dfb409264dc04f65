internal import ProfileKit
internal import ProfileRendering

/// The summary of an account as the profile's sheet shows it: the lines of `profile show`, with pictures of the badges.
struct ProfileSummary: Hashable, Sendable {
    /// `nil` if it doesn't open.
    let profile: Profile?
    /// `nil` if it doesn't open.
    let hikes: HikeSummary?
    let goal: GoalProgress?
    /// The parts that don't open.
    let damage: DamageText?
    let today: Day
    let presentation: Presentation
    private(set) var badges: BadgeStrip
    var recent: RecentHikes

    /// - Parameters:
    ///   - drawn: badges that were already drawn, to be reused.
    ///   - recent: the latest hikes, if they were already read.
    ///   - size: the terminal's size.
    init(
        _ content: Content, settings: AppSettings, drawn: BadgeStrip? = nil, recent: RecentHikes? = nil, size: CellSize
    ) {
        (profile, hikes, today) = (content.summary.committed?.profile, content.summary.hikes, content.today)
        goal = content.summary.goal
        presentation = settings.presentation
        damage = DamageText(content.damaged, settings: settings)
        self.recent = recent ?? RecentHikes(hikes?.recent ?? [], units: presentation.units)
        let earned = hikes?.earnedBadges ?? []
        let height = BadgeStrip.pictureHeight(in: size)
        badges =
            drawn?.showing(earned, depth: presentation.depth, pictureHeight: height)
            ?? BadgeStrip(earned, depth: presentation.depth, pictureHeight: height)
    }

    /// Redraws the badges for another size of the terminal.
    mutating func resize(to size: CellSize) {
        badges = badges.showing(
            hikes?.earnedBadges ?? [], depth: presentation.depth, pictureHeight: BadgeStrip.pictureHeight(in: size))
    }

    private enum Line: Hashable {
        case text(String, CellStyle)
        /// A line of the badges, by its index.
        case badges(Int)
        /// A line of the latest hikes, by its index, with the size for which they are drawn.
        case recent(Int, CellSize)
    }

    /// The number of lines in an area of a size, visible or not.
    func lineCount(in size: CellSize) -> Int { lines(in: size).count }

    private func lines(in size: CellSize) -> [Line] {
        let width = size.columns
        func heading(_ text: String) -> [Line] { [.text("", .plain), .text(text, .title)] }
        let facts = (damage?.lines(width: width) ?? []).map { Line.text($0, .danger) } + facts(width: width)
        guard let hikes else { return facts }
        let pictures =
            badges.count == 0 ? [Line.text("  none yet", .faint)] : (0..<badges.height).map { Line.badges($0) }
        let above = facts + heading("Completed Badges") + pictures + heading("Recent Hikes")
        let totals = HikeTotalsText(totals: hikes.totals, units: presentation.units).lines(width: width)
        let below = [Line.text("", .plain)] + totals.map { .text($0, .plain) }
        let room = CellSize(columns: width, rows: size.rows - above.count - below.count)
        let latest: [Line] =
            hikes.recent.isEmpty
            ? [.text("  none yet", .faint)] : (0..<recent.height(in: room)).map { Line.recent($0, room) }
        return above + latest + below
    }

    /// Name and values of the profile.
    private func facts(width: Int) -> [Line] {
        guard let profile else { return [] }
        func plain(_ text: String) -> [Line] { text.wrapped(to: width).map { .text($0, .plain) } }
        return profile.username.wrapped(to: width).map { Line.text($0, .title) } + [.text("", .plain)]
            + profile.labelledValues(goal: goal, today: today, units: presentation.units).flatMap { label, value in
                let line = "\(label): \(value.terminalSafe)"
                // Breaking a line also makes one space of two, which a line that fits keeps.
                return line.cells <= width ? [.text(line, .plain)] : plain(line)
            }
    }

    /// The areas of the badges' arrows, and by how many places each scrolls.
    func arrows(from top: Int, firstBadge: Int, in area: CellRectangle) -> ClickMap<Int> {
        guard let line = lines(in: area.size).firstIndex(of: .badges(0)) else { return ClickMap() }
        return badges.arrows(from: firstBadge, width: area.size.columns).moved(
            columns: area.origin.column, rows: area.origin.row + line - top,
            within: area.origin.row..<area.origin.row + area.size.rows)
    }

    /// Draws the lines from one on into an area.
    func draw(from top: Int, firstBadge: Int, on canvas: inout Canvas, in area: CellRectangle) {
        let lines = lines(in: area.size)
        let window = area.origin.row..<area.origin.row + area.size.rows
        for (row, line) in zip(window, lines.dropFirst(top)) {
            if case .text(let text, let style) = line {
                canvas.write(text, column: area.origin.column, row: row, style: style)
            }
        }
        for (index, line) in lines.enumerated() {
            guard case .recent(0, let room) = line else { continue }
            let row = area.origin.row + index - top
            canvas.draw(recent.picture(in: room), column: area.origin.column, row: row, within: window)
        }
        guard let index = lines.firstIndex(of: .badges(0)) else { return }
        var row = Canvas(size: CellSize(columns: area.size.columns, rows: badges.height))
        badges.draw(from: firstBadge, on: &row)
        let rows = area.origin.row + index - top
        canvas.draw(row, column: area.origin.column, row: rows, within: window)
    }
}
