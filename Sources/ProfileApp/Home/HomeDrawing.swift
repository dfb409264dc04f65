internal import ProfileKit
internal import ProfileRendering

extension HomeScreen {
    /// The most important keys first, since those that don't fit are listed only in the help.
    var keys: KeyLine {
        let draft: [KeyLine.Item] = notice == nil ? [] : [.init(.character("d"), "draft")]
        guard !index.hikes.isEmpty else {
            return KeyLine(
                [.init(.character("p"), "profile")] + draft
                    + [
                        .init(.character("i"), "import"), .init(.character("a"), "add"), .init(.character("q"), "quit"),
                        .init(.character("?"), "help"), .init(.character("c"), "codes & account"),
                        .init(.control("l"), "lock"),
                    ])
        }
        let graph: KeyLine.Item = isWide ? .init(keys: "←→", "cursor") : .init(.character(" "), "graph")
        let first: [KeyLine.Item] = [
            .init(.enter, "open"), .init(.character("/"), "search"), .init(.character("q"), "quit"),
            .init(.character("i"), "import"), .init(.character("?"), "help"), graph,
            .init(.character("s"), "sort"), .init(.character("y"), "year"), .init(.character("f"), "activity"),
        ]
        let screens: [KeyLine.Item] = HomeDestination.keys.filter { $0.destination != .importing }.map {
            .init(.character($0.key), $0.label)
        }
        let last: [KeyLine.Item] = [
            .init(.character("e"), "edit"), .init(.character("x"), "remove"), .init(.character("T"), "theme"),
            .init(keys: "S Y F", "the same, backwards"), .init(keys: "↑↓ j k", "choose"),
            .init(keys: "PgUp PgDn g G", "by pages, first, last"), .init(.control("l"), "lock"),
        ]
        return KeyLine([.init(.character("p"), "profile")] + draft + first + screens + last)
    }

    var measureControl: SegmentedControl<GraphMeasure> {
        SegmentedControl(
            segments: GraphMeasure.allCases.map { ($0, $0.title) }, chosen: measure, isFocused: false)
    }

    /// Whether to show a line with the search, the filters and the order.
    var showsQuery: Bool { search != nil || query != HikeQuery() }

    /// Whether the open hike has a graph, as far as is known.
    var hasGraph: Bool {
        guard let openHike, detailHike == openHike else { return true }
        switch detail {
        case .loading: return true
        case .loaded(let page): return page.measures.contains(measure)
        case .failed: return false
        }
    }

    /// The damaged parts of the open hike.
    var openDamage: DamageText? {
        if case .loaded(let page) = detail, detailHike == openHike { page.damage } else { nil }
    }

    /// Draws the screen.
    ///
    /// - Returns: the parts that can be clicked.
    @discardableResult
    func render(on canvas: inout Canvas) -> TouchMap<Target> {
        var touches = TouchMap<Target>()
        let layout = HomeLayout(self, size: canvas.size)
        drawList(layout, on: &canvas, &touches)
        if let part = layout.page { drawPage(in: part, layout, on: &canvas, &touches) }
        drawNotice(layout, on: &canvas, &touches)
        drawDamage(layout, on: &canvas)
        drawQuery(layout, on: &canvas, &touches)
        ScreenFrame(title: "Hikes", note: count(width: canvas.size.columns), keys: keys).draw(on: &canvas)
        return touches
    }

    /// The number of hikes as `hike list` counts them: "27 hikes, 10 more not counted"; in a filtered list "12 of 37";
    /// with a plus while older ones are being read.
    private func count(width: Int) -> String {
        guard !index.hikes.isEmpty else { return "" }
        func number(_ count: Int) -> String { Double(count).decimal(0) }
        let more = index.isPartial ? "+" : ""
        guard !query.isFilter else { return "\(number(places.count)) of \(number(index.hikes.count))\(more)" }
        let counted = index.countedHikes
        let hikes = "\(number(counted))\(more) \(counted == 1 && !index.isPartial ? "hike" : "hikes")"
        let others = index.hikes.count - counted
        guard others > 0 else { return hikes }
        return "\(hikes), \(number(others)) more" + (width < 60 ? "" : " not counted")
    }

    private func drawNotice(_ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>) {
        guard let notice else { return }
        let width = canvas.size.columns - 2
        var lines = notice.text.wrapped(to: width)
        if lines.count > layout.noticeHeight {
            // The editor shows the rest.
            let rest = lines[(layout.noticeHeight - 1)...].joined(separator: " ")
            lines = lines.prefix(layout.noticeHeight - 1) + [rest.fitted(to: width)]
        }
        let part = CellRectangle(column: 0, row: 1, columns: canvas.size.columns, rows: layout.noticeHeight)
        canvas.fill(part, style: .warning)
        for (row, line) in lines.enumerated() {
            canvas.write(line, column: 1, row: 1 + row, style: .warning)
        }
        touches.add(.draft, at: part)
    }

    /// Says which parts of the store don't open, and how to repair it.
    private func drawDamage(_ layout: HomeLayout, on canvas: inout Canvas) {
        guard let damage else { return }
        for (line, text) in damage.lines(width: canvas.size.columns - 2).prefix(layout.damageHeight).enumerated() {
            canvas.write(text, column: 1, row: 1 + layout.noticeHeight + line, style: .danger)
        }
    }

    /// `/ elk lake · 2026 · by distance`.
    private func drawQuery(_ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>) {
        guard showsQuery else { return }
        let row = layout.queryTop
        let part = CellRectangle(column: 0, row: row, columns: layout.listWidth, rows: 1)
        canvas.fill(part, style: .plain)
        touches.add(.search, at: part)
        var column = 1
        if search != nil || !query.words.isEmpty {
            column = canvas.write("/", column: column, row: row, style: .accent) + 1
            if let search {
                let width = max(min(24, layout.listWidth - column - 1), 4)
                search.draw(on: &canvas, column: column, row: row, width: width, isFocused: true)
                column += width + 1
            } else {
                column = canvas.write(query.words, column: column, row: row, style: .bold) + 1
            }
        }
        let parts = [
            query.year?.name, query.activity?.rawValue,
            query.order == .date ? nil : "by \(query.order.rawValue)",
        ].compactMap(\.self)
        guard !parts.isEmpty, layout.listWidth - column > 3 else { return }
        let text = (column > 1 ? "· " : "") + parts.joined(separator: " · ")
        let room = layout.listWidth - column - 1
        canvas.write(text.cells > room ? text.fitted(to: room) : text, column: column, row: row, style: .accent)
    }

    private func drawList(_ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>) {
        guard !places.isEmpty else { return drawNothing(layout, on: &canvas) }
        let window = layout.listTop..<layout.listTop + layout.listHeight
        let top = scroll.top(height: layout.listHeight, of: layout.lineCount)
        for place in places.indices[layout.firstHike(atLine: top)...] {
            let lines = layout.lines(of: place)
            let row = layout.listTop + lines.lowerBound - top
            guard row < window.upperBound else { break }
            if lines.count > 1 { drawDetail(lines.count - 1, below: row, window, on: &canvas, &touches) }
            guard window.contains(row) else { continue }
            drawRow(place, at: row, layout, on: &canvas, &touches)
        }
        ScrollMark(top: top, height: layout.listHeight, total: layout.lineCount)
            .draw(on: &canvas, row: layout.listTop, column: layout.listWidth - 1)
    }

    private func drawNothing(_ layout: HomeLayout, on canvas: inout Canvas) {
        let lines =
            index.hikes.isEmpty
            ? [
                ("No hikes yet.", CellStyle.bold), ("", .plain),
                ("i  import GPX, FIT, TCX or JSON files", .faint), ("a  add one by hand", .faint),
                ("In a shell: \(importCommand)", .faint),
            ]
            : [
                (index.isPartial ? "Still reading older hikes…" : "No hikes match.", .bold), ("", .plain),
                ("Esc  show all", .faint),
            ]
        for (row, line) in lines.enumerated() where row < layout.listHeight - 1 {
            canvas.write(
                line.0.fitted(to: max(layout.listWidth - 3, 0)), column: 2, row: layout.listTop + 1 + row, style: line.1
            )
        }
    }

    private func drawRow(
        _ place: Int, at row: Int, _ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>
    ) {
        guard let hike = hike(at: place) else { return }
        let shown = HikeRow(
            hike: hike, isOpen: layout.page == nil ? hike.id == openHike : nil, units: presentation.units)
        let inset = layout.page == nil ? 0 : 1
        let width = layout.listWidth - 1 - inset
        if place == selected {
            let text = String(repeating: " ", count: inset) + shown.text(width: width)
            canvas.write(text, column: 0, row: row, style: .focused)
        } else {
            shown.line(width: width).draw(on: &canvas, column: inset, row: row)
        }
        touches.add(.hike(place), at: CellRectangle(column: 0, row: row, columns: layout.listWidth, rows: 1))
    }

    /// Draws the selected hike's page, to the right of a line.
    private func drawPage(
        in part: CellRectangle, _ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>
    ) {
        for row in layout.queryTop..<canvas.size.rows - 1 {
            canvas.write("│", column: layout.listWidth, row: row, style: .faint)
        }
        guard chosenHike != nil else { return }
        switch detail {
        case .loading: canvas.write("…", column: part.origin.column, row: part.origin.row, style: .faint)
        case .failed(let message):
            for (line, text) in message.wrapped(to: part.size.columns).prefix(part.size.rows).enumerated() {
                canvas.write(text, column: part.origin.column, row: part.origin.row + line, style: .danger)
            }
        case .loaded(let page):
            var own = Canvas(size: part.size)
            if let plot = page.draw(on: &own, in: part.size.whole) {
                let shown = CellRectangle(
                    column: plot.origin.column + part.origin.column, row: plot.origin.row + part.origin.row,
                    columns: plot.size.columns, rows: plot.size.rows)
                touches.add(
                    .graph(shown),
                    at: CellRectangle(
                        column: shown.origin.column, row: part.origin.row, columns: shown.size.columns,
                        rows: part.size.rows))
            }
            canvas.draw(own, column: part.origin.column, row: part.origin.row)
        }
    }

    /// Draws the open hike's detail: the choice of a measure, the graph and the figures, clipped to the list.
    private func drawDetail(
        _ height: Int, below row: Int, _ window: Range<Int>, on canvas: inout Canvas,
        _ touches: inout TouchMap<Target>
    ) {
        var part = Canvas(size: CellSize(columns: canvas.size.columns - 3, rows: height))
        var found = TouchMap<Target>()
        for (place, measure) in measureControl.draw(on: &part, column: 0, row: 0) {
            found.add(.measure(measure), at: place)
        }
        let graph = CellRectangle(column: 0, row: 1, columns: part.size.columns, rows: height - 2)
        switch detail {
        case .loaded(let page) where detailHike == openHike:
            if page.measures.contains(measure) {
                page.draw(measure, on: &part, in: graph)
            } else if let damage = page.damage {
                for (line, text) in damage.lines(width: graph.size.columns).prefix(graph.size.rows).enumerated() {
                    part.write(text, column: 0, row: graph.origin.row + line, style: .danger)
                }
            } else {
                part.write(measure.nothingRecorded, column: 0, row: graph.origin.row, style: .faint)
            }
            part.write(
                HikeFigures(hike: page.hike.header, units: presentation.units).text(width: part.size.columns),
                column: 0,
                row: height - 1, style: .faint)
        case .failed(let message) where detailHike == openHike:
            for (line, text) in message.wrapped(to: part.size.columns).prefix(height - 1).enumerated() {
                part.write(text, column: 0, row: 1 + line, style: .danger)
            }
        default: part.write("…", column: 0, row: 1, style: .faint)
        }
        canvas.draw(part, column: 2, row: row + 1, within: window)
        touches.add(found.moved(columns: 2, rows: row + 1, within: window))
    }
}
