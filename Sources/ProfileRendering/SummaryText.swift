internal import ProfileKit
public import ProfileModel

/// The summary of an account as lines of text, with Landmarks' labels.
///
/// No line is wider than ``width``. On a terminal with enough colours, the badges are drawn as pictures as well.
/// Damaged parts are replaced by a message.
public struct SummaryText {
    /// `nil` when the profile doesn't open.
    public let profile: Profile?
    /// `nil` when the summary of hikes doesn't open.
    public let hikes: HikeSummary?
    /// How far the profile's goal is reached; `nil` without one.
    public let goal: GoalProgress?
    public let today: Day
    public let units: Units
    /// Whether the profile is that of a draft.
    public let isDraft: Bool
    /// The fields of the profile, in their order.
    var fields = Profile.fields

    /// Maximum width of a line in cells.
    public let width: Int

    public init(
        profile: Profile?, hikes: HikeSummary?, goal: GoalProgress? = nil, today: Day, units: Units,
        isDraft: Bool = false, width: Int = 80
    ) {
        (self.profile, self.hikes, self.today, self.units) = (profile, hikes, today, units)
        (self.goal, self.isDraft, self.width) = (goal, isDraft, width)
    }

    /// The summary without colours and pictures.
    public var lines: [String] { (facts + badges + recent).map(\.text) }

    /// The summary for a terminal.
    ///
    /// - Parameter showsPictures: whether to draw badges, if there are enough colours for it.
    public func lines(depth: ColorDepth, showsPictures: Bool = true) -> [String] {
        guard depth > .none else { return lines }
        var badges = badges.map { $0.text(depth: depth) }
        if showsPictures, depth > .eight,
            let pictures = BadgeRow(hikes?.earnedBadges ?? [], width: width - 2).canvas(depth: depth)
        {
            badges.insert(contentsOf: pictures.lines(depth: depth).map { "  \($0)" } + [""], at: 1)
        }
        return facts.map { $0.text(depth: depth) } + badges + recent.map { $0.text(depth: depth) }
    }

    private var facts: [StyledLine] {
        guard let profile else { return wrapped("(the profile does not open)") + [StyledLine()] }
        let name = profile.username.terminalSafe.characterWrapped(to: width).map { StyledLine($0, .bold) }
        let draft = isDraft ? wrapped("A draft: readers see nothing of it yet.", .dim) : []
        // The name is already the heading.
        let values = profile.labelledValues(of: fields, goal: goal, today: today, units: units)
        let facts = values.flatMap { label, value in
            let value = value.terminalSafe
            let line = StyledLine("\(label): ", .dim) + StyledLine(value)
            return line.cells <= width ? [line] : [StyledLine("\(label):", .dim)] + wrapped("  \(value)", indent: 2)
        }
        return name + draft + [StyledLine()] + facts + [StyledLine()]
    }

    private func wrapped(_ text: String, _ style: CellStyle = .plain, indent: Int = 0) -> [StyledLine] {
        text.wordWrapped(to: width, indent: indent).map { StyledLine($0, style) }
    }

    private var badges: [StyledLine] {
        guard let hikes else { return wrapped("(the badges, recent hikes and totals do not open)") }
        let earned = hikes.earnedBadges
        let list = earned.isEmpty ? [StyledLine("none yet")] : BadgeListText(badges: earned).styled
        return [StyledLine("Completed Badges", .bold)] + list.map { StyledLine("  ") + $0 } + [StyledLine()]
    }

    private var recent: [StyledLine] {
        guard let hikes else { return [] }
        let list =
            hikes.recent.isEmpty
            ? [StyledLine("none yet")] : HikeListText(hikes: hikes.recent, units: units, width: width).styled
        return [StyledLine("Recent Hikes", .bold)] + list.map { StyledLine("  ") + $0 } + [StyledLine()]
            + HikeTotalsText(totals: hikes.totals, units: units).lines(width: width).map { StyledLine($0) }
    }
}

/// Badges as aligned lines: earned ones with their day, others with their progress.
public struct BadgeListText {
    public let badges: [BadgeStatus]

    public init(badges: [BadgeStatus]) {
        self.badges = badges
    }

    public var lines: [String] { styled.map(\.text) }

    /// The lines with the badges' colours.
    public var styled: [StyledLine] {
        badges.map { status in
            let mark = StyledLine(
                status.isEarned ? "⬢" : "⬡", CellStyle(foreground: BadgePicture(status).color))
            return mark + StyledLine(" \(status.badge.name.fitted(to: 18)) ") + StyledLine(status.spelled, .dim)
        }
    }
}

extension BadgeStatus {
    /// The day on which it was earned: "14 June 2025", or "day unknown".
    public var day: String { earnedOn?.spelled ?? "day unknown" }

    /// "14 June 2025", "day unknown" or "40 %".
    public var spelled: String {
        guard !isEarned else { return day }
        // A badge that is almost earned isn't shown as 100 %, and progress that isn't a number as 0 %.
        return "\(Int(min(max(progress.isNaN ? 0 : progress, 0) * 100, 99))) %"
    }
}

/// Pictures of badges side by side, on as many rows as needed.
private struct BadgeRow {
    private let badges: [BadgeStatus]
    private let columns: Int

    private static let picture = BadgePicture.size(rows: 6)
    private static let gap = 1

    /// - Parameter width: the available width in cells.
    init(_ badges: [BadgeStatus], width: Int) {
        self.badges = badges
        columns = max((width + Self.gap) / (Self.picture.columns + Self.gap), 1)
    }

    /// The pictures; `nil` without badges.
    func canvas(depth: ColorDepth) -> Canvas? {
        guard !badges.isEmpty else { return nil }
        let (width, height) = (Self.picture.columns + Self.gap, Self.picture.rows + Self.gap)
        let rows = (badges.count + columns - 1) / columns
        var canvas = Canvas(
            size: CellSize(columns: min(badges.count, columns) * width - Self.gap, rows: rows * height - Self.gap))
        for (index, badge) in badges.enumerated() {
            canvas.draw(
                BadgePicture(badge).canvas(size: Self.picture, depth: depth), column: index % columns * width,
                row: index / columns * height)
        }
        return canvas
    }
}
