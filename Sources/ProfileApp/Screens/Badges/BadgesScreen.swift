internal import ProfileKit
internal import ProfileRendering

/// All badges, earned or in progress, with the picture of the selected one, which grows and turns over when it is
/// selected.
struct BadgesScreen: Screen {
    var window = Window()
    private(set) var badges: [BadgeStatus] = []
    /// The hikes that earned each badge.
    private var earningHikes: [[HikeHeader]] = []
    /// The damage that prevents showing badges.
    private var damage: DamageText?
    private var list = ListPane()
    private var turn: BadgeTurn
    /// The pictures drawn so far in the present size, since drawing one takes longer than showing it.
    private var pictures: [BadgePicture: Canvas] = [:]
    private let settings: AppSettings
    private var content: Content

    private var presentation: Presentation { settings.presentation }

    init(_ content: Content, settings: AppSettings, size: CellSize, at now: Moment) {
        (self.settings, self.content, window.size) = (settings, content, size)
        turn = BadgeTurn(at: now, settings.presentation.motion)
        _ = refresh(content, at: now)
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        badges = content.summary.hikes?.badges ?? []
        damage = badges.isEmpty ? DamageText(content.damaged, settings: settings) : nil
        earningHikes = badges.earningHikes(in: content.index)
        list.select(list.selected, of: badges.count, height: layout.list.size.rows)
        paint()
        return []
    }

    /// The number of pictures that are kept.
    var drawnPictures: Int { pictures.count }

    var chosen: BadgeStatus? { badges.indices.contains(list.selected) ? badges[list.selected] : nil }

    /// Draws the selected badge, unless it was drawn before: once for all frames of its turn.
    private mutating func paint() {
        guard let chosen, let area = layout.picture else { return }
        let picture = BadgePicture(chosen)
        if pictures.values.first?.size != area.size { pictures = [:] }
        guard pictures[picture] == nil else { return }
        pictures[picture] = picture.canvas(size: area.size, depth: presentation.depth)
    }

    var title: String { "Badges" }
    var note: String {
        badges.isEmpty ? "" : "\(badges.count(where: \.isEarned)) of \(badges.count) earned"
    }

    var bindings: [KeyBinding<Self>] {
        [
            .back(.escape), .moves("choose"), KeyBinding("show hike", .enter, when: !hikes.isEmpty) { $0.showHike() },
            KeyBinding("turn", " ", when: presentation.motion == .full && layout.picture != nil) { screen, _, now in
                screen.turn = BadgeTurn(at: now, screen.presentation.motion)
                return []
            }, .help(), .back("b", "q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .resized: paint()
        case .key(let key):
            guard let step = ListStep(key, page: 4) else { break }
            choose(step.moved(from: list.selected, of: badges.count), at: now)
        case .click(let point):
            if let row = list.row(at: point, of: badges.count, in: layout.list) { choose(row, at: now) }
        case .paste, .tick: break
        }
        return []
    }

    private func showHike() -> [Effect] {
        hikes.first.map { first in
            let (ids, tags) = (hikes.map(\.id), content.index.tagsInUse)
            return [
                .show(HikeScreen(first.id, among: ids, tagsInUse: tags, settings: settings, today: content.today))
            ]
        } ?? []
    }

    private mutating func choose(_ row: Int, at now: Moment) {
        guard row != list.selected else { return }
        list.select(row, of: badges.count, height: layout.list.size.rows)
        turn = BadgeTurn(at: now, presentation.motion)
        paint()
    }

    private var hikes: [HikeHeader] { earningHikes.indices.contains(list.selected) ? earningHikes[list.selected] : [] }

    // MARK: Drawing

    private var layout: (list: CellRectangle, picture: CellRectangle?, text: CellRectangle) {
        let isWide = size.columns >= 66
        let width = isWide ? min(max(size.columns / 2 - 2, 34), 58) : size.columns - 2
        let height = max(size.rows - 3, 1)
        guard isWide else {
            let rows = min(badges.count, max(height - 4, 1))
            let text = CellRectangle(column: 2, row: 3 + rows, columns: width - 2, rows: max(height - rows - 1, 0))
            return (CellRectangle(column: 1, row: 2, columns: width, rows: rows), nil, text)
        }
        let list = CellRectangle(column: 1, row: 2, columns: width, rows: height)
        let left = width + 3
        let room = (columns: size.columns - left - 2, rows: height - 5)
        // The largest that fits in both directions.
        let rows = max(min(room.rows, room.columns / 2), 0)
        let own = BadgePicture.size(rows: rows)
        let columns = min(own.columns, room.columns)
        let picture = CellRectangle(column: left + (room.columns - columns) / 2, row: 2, columns: columns, rows: rows)
        let text = CellRectangle(column: left, row: 3 + rows, columns: room.columns, rows: 4)
        return (list, rows > 3 ? picture : nil, text)
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = layout
        list.draw(on: &canvas, in: layout.list, of: badges.count) { row, width in line(badges[row], width) }
        canvas.write(lines: damage?.lines(width: size.columns - 4) ?? [], column: 2, row: 2, style: .danger)
        if let area = layout.picture, let picture = chosen.flatMap({ pictures[BadgePicture($0)] }) {
            turn.draw(picture, on: &canvas, in: area, at: now)
        }
        if let chosen { drawText(of: chosen, on: &canvas, in: layout.text, isCentred: layout.picture != nil) }
    }

    private static let nameWidth = Badge.all.map(\.name.count).max() ?? 0

    private func line(_ status: BadgeStatus, _ width: Int) -> StyledLine {
        let mark =
            status.isEarned
            ? StyledLine(" ⬢ ", CellStyle(foreground: BadgePicture(status).color)) : StyledLine(" ⬡ ", .faint)
        let name =
            StyledLine(status.badge.name.fitted(to: Self.nameWidth), status.isEarned ? .bold : .plain) + StyledLine(" ")
        let room = width - Self.nameWidth - 4
        guard !status.isEarned else { return mark + name + StyledLine(room >= 17 ? status.day : "✓", .faint) }
        guard room >= 12 else { return mark + name + StyledLine(status.spelled, .faint) }
        let bar = ProgressLine(fraction: status.progress, width: min(room - 6, 18)).text
        return mark + name + StyledLine(bar, .bar) + StyledLine(" " + status.spelled.leftPadded(to: 4), .faint)
    }

    private func drawText(
        of status: BadgeStatus, on canvas: inout Canvas, in area: CellRectangle, isCentred: Bool
    ) {
        let by = hikes.map(\.name.terminalSafe)
        let earned =
            status.isEarned
            ? status.earnedOn.map { "earned on \($0.spelled)" } ?? "earned, day unknown"
            : "\(status.spelled) of the way"
        let lines: [(String, CellStyle)] = [
            (isCentred ? status.badge.name : "", .title), (status.badge.requirement(presentation.units), .plain),
            (earned, .faint),
            (by.first.map { "by \($0)\(by.count > 1 ? " and \(by.count - 1) more" : "")" } ?? "", .faint),
        ].filter { !$0.0.isEmpty }
        for (row, line) in lines.prefix(area.size.rows).enumerated() {
            if isCentred {
                canvas.writeCentred(line.0, row: area.origin.row + row, in: area, style: line.1)
            } else {
                let text = line.0.cells > area.size.columns ? line.0.fitted(to: area.size.columns) : line.0
                canvas.write(text, column: area.origin.column, row: area.origin.row + row, style: line.1)
            }
        }
    }

    func nextTick(after now: Moment) -> Moment? { layout.picture == nil ? nil : turn.nextTick(after: now) }
}

extension Badge {
    /// The rule by which it is earned: "100 km on foot, in all".
    fileprivate func requirement(_ units: Units) -> String {
        switch rule {
        case .hikes(let count): count == 1 ? "the first hike" : count.counted("hike")
        case .hikeOn(let month, let day): "a hike on \(day) \(Day(year: 2000, month: month, day: day).monthName)"
        case .everySeason: "a hike in each of the four seasons"
        case .distance(let kilometres): "\(units.distance(kilometres: kilometres)) on foot, in all"
        case .ascent(let metres): "\(units.height(metres: metres)) up, in all"
        case .hikeOnGoalDate: "a hike on the goal date"
        case .everySeasonOfAYear: "a hike in each season of one year"
        case .daysInARow(let count): "hikes on \(count) days in a row"
        case .weeksInARow(let count): "hikes in \(count) weeks in a row"
        case .distanceOfAHike(let kilometres): "\(units.distance(kilometres: kilometres)) on foot, in one hike"
        case .ascentOfAHike(let metres): "\(units.height(metres: metres)) up, in one hike"
        case .places(let count): count == 1 ? "the first place visited" : "\(count.counted("place")) visited"
        case .category(let least): "all places of a category of \(least) or more"
        case .placeInEverySeason: "a place in each of the four seasons"
        }
    }
}

extension [BadgeStatus] {
    /// The hikes that earned each badge: one, or all of its day if their start times don't tell which; none if the day
    /// is unknown.
    func earningHikes(in index: HikeIndex) -> [[HikeHeader]] {
        let days = Set(compactMap(\.earnedOn))
        let counted = index.hikes.filter { $0.isCounted && $0.date.map(days.contains) ?? false }
        return map { status in
            guard let day = status.earnedOn else { return [] }
            let hikes = counted.filter { $0.date == day }
            let times = hikes.compactMap { hike in hike.startTime.map { (time: $0.secondsSince1970, hike: hike) } }
            guard hikes.count > 1, times.count == hikes.count else { return hikes }
            let inOrder = times.sorted { $0.time < $1.time }.map(\.hike)
            return status.badge.hike(completing: inOrder, of: day, in: index).map { [$0] } ?? hikes
        }
    }
}

extension Badge {
    /// The one of a day's hikes with which the badge was earned.
    ///
    /// - Parameter hikes: the counted hikes of that day, in order.
    fileprivate func hike(completing hikes: [HikeHeader], of day: Day, in index: HikeIndex) -> HikeHeader? {
        switch rule {
        case .hikeOn, .everySeason, .everySeasonOfAYear, .hikeOnGoalDate, .daysInARow, .weeksInARow:
            return hikes.first
        case .distanceOfAHike(let kilometres): return hikes.first { $0.distance >= kilometres }
        case .ascentOfAHike(let metres): return hikes.first { $0.ascent ?? 0 >= metres }
        // Which of the day's hikes came by isn't in their headers.
        case .places, .category, .placeInEverySeason: return nil
        case .hikes(let count): return hike(in: hikes, reaching: .hikes(count), of: day, index)
        case .distance(let kilometres): return hike(in: hikes, reaching: .kilometres(kilometres), of: day, index)
        case .ascent(let metres): return hike(in: hikes, reaching: .metresUp(metres), of: day, index)
        }
    }

    private func hike(
        in hikes: [HikeHeader], reaching goal: Goal, of day: Day, _ index: HikeIndex
    ) -> HikeHeader? {
        var reached = 0
        // Capped at the goal, so that it can't overflow.
        func add(_ hike: HikeHeader) { reached = min(reached + (hike.amount(of: goal.figure) ?? 0), goal.amount) }
        for hike in index.hikes where hike.isCounted && hike.date.map({ $0 < day }) ?? false { add(hike) }
        return hikes.first { hike in
            add(hike)
            return reached == goal.amount
        }
    }
}
