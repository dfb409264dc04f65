internal import ProfileKit
internal import ProfileRendering

/// Totals of the hikes by year, month or season, with bars that compare distances.
struct StatisticsScreen: Screen {
    var window = Window()
    private(set) var grouping = HikeGrouping.year
    /// The groupings to choose from. Their groups' hikes can be listed.
    private static let groupings = [HikeGrouping.year, .month, .season]
    /// The period whose hikes will be listed next.
    private(set) var wantedPeriod: HikePeriod?
    /// The groups; `nil` until they are read.
    private(set) var groups: [HikeGroup]?
    /// Why the groups can't be read.
    private var failure: String?
    private var list = ListPane()
    private let settings: AppSettings
    private var content: Content

    private var units: Units { settings.presentation.units }

    init(_ content: Content, settings: AppSettings) {
        (self.content, self.settings) = (content, settings)
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.hikes(.group(grouping)))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        return begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .groups(let groups, let grouping): loaded(groups, by: grouping)
        case .failed(let error): failure = error.sentences(completing: settings.commandLine)
        default: break
        }
        return []
    }

    mutating func loaded(_ groups: [HikeGroup], by grouping: HikeGrouping) {
        guard grouping == self.grouping else { return }
        let same = chosen.flatMap { chosen in groups.firstIndex { $0.key == chosen.key } }
        (self.groups, failure) = (groups, nil)
        list.select(same ?? list.selected, of: groups.count, height: listHeight)
    }

    var title: String { "Totals" }
    var note: String { "on foot" }

    var bindings: [KeyBinding<Self>] {
        let hasGroups = groups?.isEmpty == false
        return [
            .back(.escape),
            KeyBinding("year · month · season", .left, .right, also: [.tab], as: "←→") { screen, key, _ in
                screen.group(by: key == .left ? -1 : 1)
            },
            KeyBinding("hikes", .enter, when: hasGroups) { $0.listHikes() },
            KeyBinding("longest", "l", when: hasGroups) { $0.show($0.chosen?.longest) },
            KeyBinding("most ascent", "v", when: hasGroups) { $0.show($0.chosen?.highest) }, .help(),
            .moves("choose", when: hasGroups), .back("t", "q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        let count = groups?.count ?? 0
        switch event {
        case .resized: list.select(list.selected, of: count, height: listHeight)
        case .key(let key): _ = list.press(key, of: count, height: listHeight)
        case .click(let point):
            if let row = list.row(at: point, of: count, in: area) { list.select(row, of: count, height: listHeight) }
        case .paste, .tick: break
        }
        return []
    }

    private mutating func listHikes() -> [Effect] {
        wantedPeriod = chosen.flatMap { HikePeriod($0.key, of: grouping) }
        return wantedPeriod == nil ? [] : [.close]
    }

    private mutating func group(by step: Int) -> [Effect] {
        let all = Self.groupings
        grouping = (step > 0 ? all : all.reversed()).cycled(from: grouping)
        (groups, failure, list) = (nil, nil, ListPane())
        return [.request(.hikes(.group(grouping)))]
    }

    private func show(_ id: Int?) -> [Effect] {
        guard let id else { return [] }
        let tags = content.index.tagsInUse
        return [.show(HikeScreen(id, tagsInUse: tags, settings: settings, today: content.today))]
    }

    private var chosen: HikeGroup? {
        groups.flatMap { $0.indices.contains(list.selected) ? $0[list.selected] : nil }
    }

    // MARK: Drawing

    private var area: CellRectangle {
        CellRectangle(column: 1, row: 3, columns: max(size.columns - 2, 1), rows: listHeight)
    }

    /// Five rows are for the title, the groupings, the key line and blank rows, and some more for the sums.
    private var listHeight: Int { max(1, size.rows - 5 - max(sums.count, 1)) }

    private var sums: [String] { GroupTable(groups ?? [], units: units).sums(width: size.columns - 2) }

    func render(on canvas: inout Canvas, at now: Moment) {
        let control = SegmentedControl(
            segments: Self.groupings.map { ($0, $0.rawValue) }, chosen: grouping, isFocused: true)
        _ = control.draw(on: &canvas, column: 1, row: 1)
        let groups = groups ?? []
        let table = GroupTable(groups, units: units)
        if let failure {
            canvas.write(
                lines: failure.wrapped(to: max(size.columns - 4, 1)).prefix(listHeight), column: 2, row: 3,
                style: .danger)
        } else if self.groups == nil {
            canvas.write("…", column: 2, row: 3, style: .faint)
        } else if groups.isEmpty {
            canvas.write("Nothing to add up yet.", column: 2, row: 3)
        }
        list.draw(on: &canvas, in: area, of: groups.count) { table.line($0, width: $1) }
        canvas.write(lines: sums, column: 1, row: size.rows - 1 - sums.count, style: .bold)
    }
}
