internal import ProfileKit
internal import ProfileRendering

extension HomeScreen {
    /// The most needed first: what doesn't fit is left out from the end.
    var keys: KeyLine {
        let draft: [KeyLine.Item] = notice == nil ? [] : [.init(.character("d"), "draft")]
        let choose: [KeyLine.Item] = hikes.isEmpty ? [] : [.init(keys: "↑↓", "choose")]
        let open: [KeyLine.Item] = hikes.isEmpty ? [] : [.init(.enter, openHike == nil ? "open" : "open/close")]
        let graph: [KeyLine.Item] = openHike == nil ? [] : [.init(keys: "←→", "graph")]
        return KeyLine(
            [.init(.character("p"), "profile")] + draft + choose + [.init(.character("q"), "quit")] + open + graph
                + [.init(.control("l"), "lock")])
    }

    var measureControl: SegmentedControl<GraphMeasure> {
        SegmentedControl(
            segments: GraphMeasure.allCases.map { ($0, $0.title) }, chosen: measure, isFocused: false)
    }

    /// Draws the screen.
    ///
    /// - Returns: what lies where.
    @discardableResult
    func render(on canvas: inout Canvas) -> TouchMap<Target> {
        var touches = TouchMap<Target>()
        let layout = HomeLayout(self, size: canvas.size)
        let count = hikes.count == 1 ? "1 hike" : "\(hikes.count) hikes"
        drawList(layout, on: &canvas, &touches)
        drawNotice(layout, on: &canvas, &touches)
        ScreenFrame(title: "Hikes", note: hikes.isEmpty ? "" : count, keys: keys).draw(on: &canvas)
        return touches
    }

    private func drawNotice(_ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>) {
        guard let notice else { return }
        let width = canvas.size.columns - 2
        var lines = notice.text.wrapped(to: width)
        if lines.count > layout.noticeHeight {
            // The rest is to be seen in the editor.
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

    private func drawList(_ layout: HomeLayout, on canvas: inout Canvas, _ touches: inout TouchMap<Target>) {
        guard !hikes.isEmpty else {
            canvas.write("No hikes yet.", column: 2, row: layout.listTop + 1)
            canvas.write("Import some: profile hike import FILE", column: 2, row: layout.listTop + 2, style: .faint)
            return
        }
        let window = layout.listTop..<layout.listTop + layout.listHeight
        let top = scroll.top(height: layout.listHeight, of: layout.lineCount)
        for index in hikes.indices[layout.firstHike(atLine: top)...] {
            let lines = layout.lines(of: index)
            let row = layout.listTop + lines.lowerBound - top
            guard row < window.upperBound else { break }
            if lines.count > 1 {
                drawDetail(of: hikes[index], lines.count - 1, below: row, window, on: &canvas, &touches)
            }
            guard window.contains(row) else { continue }
            drawRow(index, at: row, on: &canvas, &touches)
        }
        drawPosition(layout, top: top, on: &canvas)
    }

    private func drawRow(_ index: Int, at row: Int, on canvas: inout Canvas, _ touches: inout TouchMap<Target>) {
        let hike = hikes[index]
        let text = HikeRow(hike: hike, isOpen: hike.id == openHike, units: presentation.units)
            .text(width: canvas.size.columns - 1)
        canvas.write(text, column: 0, row: row, style: index == selected ? .focused : .plain)
        touches.add(.hike(index), at: CellRectangle(column: 0, row: row, columns: canvas.size.columns, rows: 1))
    }

    /// The open hike's measures to choose from, its graph, and its figures; seen as far as the list shows it.
    private func drawDetail(
        of hike: HikeHeader, _ height: Int, below row: Int, _ window: Range<Int>, on canvas: inout Canvas,
        _ touches: inout TouchMap<Target>
    ) {
        var part = Canvas(size: CellSize(columns: canvas.size.columns - 3, rows: height))
        var found = TouchMap<Target>()
        for (place, measure) in measureControl.draw(on: &part, column: 0, row: 0) {
            found.add(.measure(measure), at: place)
        }
        let graph = CellRectangle(column: 0, row: 1, columns: part.size.columns, rows: height - 2)
        switch detail {
        case .loading: part.write("…", column: 0, row: 1, style: .faint)
        case .failed(let message):
            for (line, text) in message.wrapped(to: part.size.columns).prefix(height - 1).enumerated() {
                part.write(text, column: 0, row: 1 + line, style: .danger)
            }
        case .loaded(let hike):
            HikeGraph(hike, measure: measure, units: presentation.units)
                .draw(on: &part, in: graph, depth: presentation.depth)
            part.write(
                HikeFigures(hike: hike.header, units: presentation.units).text, column: 0, row: height - 1,
                style: .faint)
        }
        canvas.draw(part, column: 2, row: row + 1, within: window)
        touches.add(found.moved(columns: 2, rows: row + 1, within: window))
    }

    /// A mark on the right edge, where the seen part lies in the whole.
    private func drawPosition(_ layout: HomeLayout, top: Int, on canvas: inout Canvas) {
        ScrollMark(top: top, height: layout.listHeight, total: layout.lineCount)
            .draw(on: &canvas, row: layout.listTop)
    }
}
