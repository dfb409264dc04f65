internal import ProfileKit
internal import ProfileRendering

extension HomeScreen {
    /// "Hikes · bob" where there are several accounts.
    var title: String { ["Hikes", account.distinction].compactMap(\.self).joined(separator: " · ") }

    var hasOtherView: Bool {
        HomeLayout(self, size: size).page.flatMap { area in
            shown.page.flatMap { HikePageLayout($0, in: area).nextView }
        } != nil
    }

    var measureControl: SegmentedControl<GraphMeasure> {
        SegmentedControl(
            segments: GraphMeasure.common.map { ($0, $0.title) }, chosen: measure, isFocused: false)
    }

    /// Whether the open hike has a graph, if known.
    var hasGraph: Bool {
        guard let openHike, shown.hike == openHike else { return true }
        switch shown.detail {
        case .loading: return true
        case .loaded(let page): return page.measures.contains(measure)
        case .failed: return false
        }
    }

    /// The damaged parts of the open hike.
    var openDamage: DamageText? {
        shown.hike == openHike ? shown.page?.damage : nil
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = HomeLayout(self, size: canvas.size)
        drawList(layout, on: &canvas)
        if let area = layout.page { drawPage(in: area, layout, on: &canvas) }
        drawNotice(layout, on: &canvas)
        drawDamage(layout, on: &canvas)
        drawGoal(layout, on: &canvas)
        layout.head.draw(photo.canvas, focused: focusedHeadRow, on: &canvas)
        drawQuery(layout, on: &canvas)
    }

    /// The number of hikes as `hike list` counts them: "27 hikes, 10 more planned or not on foot", or "27 of 37 done on
    /// foot" if there is less room; in a filtered list "12 of 37"; with a plus while older ones are being read. What is
    /// wrong with a condition of the search comes first.
    var note: String {
        let width = size.columns
        if let problem = list.query.line.problem {
            // The rest of the title gives way.
            let room = width - "Hikes".cells - 4
            return problem.cells > room ? problem.fitted(to: room) : problem
        }
        guard !index.hikes.isEmpty else { return "" }
        guard list.marked.isEmpty else { return "\(list.marked.count.figure) selected" }
        let more = index.isPartial ? "+" : ""
        guard !list.query.isFilter else { return "\(list.count.figure) of \(index.hikes.count.figure)\(more)" }
        let counted = index.countedHikes
        let hikes = "\(counted.figure)\(more) \(counted == 1 && !index.isPartial ? "hike" : "hikes")"
        let others = index.hikes.count - counted
        guard others > 0 else { return hikes }
        guard width >= 60 else { return "\(counted.figure) of \(index.hikes.count.figure)\(more) done on foot" }
        return "\(hikes), \(others.figure) more planned or not on foot"
    }

    private func drawNotice(_ layout: HomeLayout, on canvas: inout Canvas) {
        guard let notice else { return }
        let width = canvas.size.columns - 2
        // The editor shows the rest.
        let lines = notice.text.wrapped(to: width).cut(to: layout.noticeHeight, width: width)
        canvas.fill(layout.notice, style: .warning)
        canvas.write(lines: lines, column: 1, row: 1, style: .warning)
    }

    /// Says which parts of the store don't open, and how to repair it.
    private func drawDamage(_ layout: HomeLayout, on canvas: inout Canvas) {
        guard let damage else { return }
        let width = canvas.size.columns - 2
        canvas.write(
            lines: damage.lines(width: width).cut(to: layout.damageHeight, width: width), column: 1,
            row: 1 + layout.noticeHeight, style: .danger)
    }

    /// "Goal ████▌····· 64 of 120 km, 9.3 km a week to go"; the bar only where there is room for it.
    private func drawGoal(_ layout: HomeLayout, on canvas: inout Canvas) {
        guard let goal else { return }
        let (row, width) = (layout.goalTop, canvas.size.columns - 2)
        let text = GoalText(goal, units: presentation.units).text
        let column = canvas.write("Goal ", column: 1, row: row, style: .title)
        let room = min(width - column - text.cells - 1, 40)
        guard room >= 8 else {
            let left = max(width - column + 1, 0)
            _ = canvas.write(text.cells > left ? text.fitted(to: left) : text, column: column, row: row)
            return
        }
        let bar = ProgressLine(fraction: goal.reached / goal.goal.target, width: room).text
        let style: CellStyle = goal.isReached ? .good : goal.isBehind ? .warning : .bar
        let end = canvas.write(bar, column: column, row: row, style: style)
        canvas.write(text, column: end + 1, row: row)
    }

    /// `/ elk lake · 2026 · by distance`.
    private func drawQuery(_ layout: HomeLayout, on canvas: inout Canvas) {
        guard list.showsQuery else { return }
        let (row, query) = (layout.queryTop, list.query)
        canvas.fill(CellRectangle(column: 0, row: row, columns: layout.listWidth, rows: 1), style: .plain)
        var column = 1
        if list.search != nil || !query.line.text.isEmpty {
            column = canvas.write("/", column: column, row: row, style: .accent) + 1
            if let search = list.search {
                let width = max(min(48, layout.listWidth - column - 1), 4)
                search.draw(
                    on: &canvas, column: column, row: row, width: width, isFocused: list.searchHasCursor)
                column += width + 1
            } else {
                let room = max(layout.listWidth - column - 1, 1)
                let text = query.line.text.cells > room ? query.line.text.fitted(to: room) : query.line.text
                column = canvas.write(text, column: column, row: row, style: .bold) + 1
            }
        }
        let parts = [
            query.period?.name, query.activity?.rawValue,
            query.order == .date ? nil : "by \(query.order.rawValue)",
        ].compactMap(\.self)
        guard !parts.isEmpty, layout.listWidth - column > 3 else { return }
        let text = (column > 1 ? "· " : "") + parts.joined(separator: " · ")
        let room = layout.listWidth - column - 1
        canvas.write(text.cells > room ? text.fitted(to: room) : text, column: column, row: row, style: .accent)
    }

    private func drawList(_ layout: HomeLayout, on canvas: inout Canvas) {
        guard list.count > 0 else { return drawNothing(layout, on: &canvas) }
        let window = layout.listTop..<layout.listTop + layout.listHeight
        let top = scroll.top(height: layout.listHeight, of: layout.lineCount)
        for place in layout.firstHike(atLine: top)..<list.count {
            let lines = layout.lines(of: place)
            let row = layout.listTop + lines.lowerBound - top
            guard row < window.upperBound else { break }
            if lines.count > 1 { drawDetail(lines.count - 1, below: row, window, on: &canvas) }
            guard window.contains(row) else { continue }
            drawRow(place, at: row, layout, on: &canvas)
        }
        ScrollBar(top: top, height: layout.listHeight, total: layout.lineCount)
            .draw(on: &canvas, row: layout.listTop, column: layout.listWidth - 1)
    }

    private func drawNothing(_ layout: HomeLayout, on canvas: inout Canvas) {
        let lines =
            index.hikes.isEmpty
            ? [
                ("No hikes yet.", CellStyle.bold), ("", .plain),
                ("Enter  choose how to begin", .faint), ("i  import GPX, FIT, TCX or JSON files", .faint),
                ("a  add one by hand", .faint),
                ("In a shell: \(importCommand)", .faint),
            ]
            : [
                (
                    index.isPartial
                        ? "Still reading older hikes…" : list.isSearching ? "Searching…" : "No hikes match.", .bold
                ), ("", .plain),
                ("Esc  show all", .faint),
            ]
        for (row, line) in lines.enumerated() where row < layout.listHeight - 1 {
            canvas.write(
                line.0.fitted(to: max(layout.listWidth - 3, 0)), column: 2, row: layout.listTop + 1 + row, style: line.1
            )
        }
        canvas.cursor = CellPoint(column: 2, row: layout.listTop + 1)
    }

    private func drawRow(_ place: Int, at row: Int, _ layout: HomeLayout, on canvas: inout Canvas) {
        guard let hike = list.hike(at: place) else { return }
        let text = HikeRow(
            hike: hike, isOpen: layout.page == nil ? hike.id == openHike : nil,
            isMarked: list.marked.contains(hike.id), units: presentation.units)
        let inset = layout.page == nil ? 0 : 1
        let width = layout.listWidth - 1 - inset
        if place == list.selected, focusedHeadRow == nil {
            let filled = String(repeating: " ", count: inset) + text.text(width: width)
            canvas.write(filled, column: 0, row: row, style: .focused)
            canvas.cursor = CellPoint(column: inset, row: row)
        } else {
            text.line(width: width).draw(on: &canvas, column: inset, row: row)
        }
    }

    /// Draws the selected hike's page, to the right of a line.
    private func drawPage(in area: CellRectangle, _ layout: HomeLayout, on canvas: inout Canvas) {
        // Without hikes there is nothing to divide.
        guard !index.hikes.isEmpty else { return }
        for row in layout.headTop..<canvas.size.rows - 1 {
            canvas.write("│", column: layout.listWidth, row: row, style: .faint)
        }
        guard list.chosen != nil else { return }
        switch shown.detail {
        case .loading: canvas.write("…", column: area.origin.column, row: area.origin.row, style: .faint)
        case .failed(let message):
            canvas.write(
                lines: message.wrapped(to: area.size.columns).prefix(area.size.rows), column: area.origin.column,
                row: area.origin.row, style: .danger)
        case .loaded(let page):
            // What the page draws beyond its area is cut off.
            var own = Canvas(size: area.size)
            page.draw(on: &own, in: area.size.whole)
            canvas.draw(own, column: area.origin.column, row: area.origin.row)
        }
    }

    /// Draws the open hike's detail: the choice of a measure, the graph and the figures, clipped to the list.
    private func drawDetail(
        _ height: Int, below row: Int, _ window: Range<Int>, on canvas: inout Canvas
    ) {
        var own = Canvas(size: CellSize(columns: HomeLayout.detailWidth(in: canvas.size), rows: height))
        _ = measureControl.draw(on: &own, column: 0, row: 0)
        let graph = CellRectangle(column: 0, row: 1, columns: own.size.columns, rows: height - 2)
        switch shown.detail {
        case .loaded(let page) where shown.hike == openHike:
            if page.measures.contains(measure) {
                page.draw(measure, on: &own, in: graph)
            } else if let damage = page.damage {
                let lines = damage.lines(width: graph.size.columns).cut(to: graph.size.rows, width: graph.size.columns)
                for (line, text) in lines.enumerated() {
                    own.write(text, column: 0, row: graph.origin.row + line, style: .danger)
                }
            } else {
                own.write(measure.nothingRecorded, column: 0, row: graph.origin.row, style: .faint)
            }
            own.write(
                HikeFigures(hike: page.hike.header, units: presentation.units).text(width: own.size.columns),
                column: 0,
                row: height - 1, style: .faint)
        case .failed(let message) where shown.hike == openHike:
            for (line, text) in message.wrapped(to: own.size.columns).prefix(height - 1).enumerated() {
                own.write(text, column: 0, row: 1 + line, style: .danger)
            }
        default: own.write("…", column: 0, row: 1, style: .faint)
        }
        canvas.draw(own, column: HomeLayout.detailColumn, row: row + 1, within: window)
    }
}
