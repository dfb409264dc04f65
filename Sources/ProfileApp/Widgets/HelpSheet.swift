internal import ProfileRendering

/// A box that lists a screen's keys. Any key that doesn't scroll it closes it.
struct HelpSheet: Hashable, Sendable {
    private let title: String
    private let items: [KeyLine.Item]
    private var scroll = ScrollPosition()

    /// - Parameters:
    ///   - items: the screen's own keys. The keys that work everywhere are appended.
    ///   - isAtGate: whether nothing is open that could be locked.
    init(_ title: String, _ items: [KeyLine.Item], isAtGate: Bool = false) {
        self.title = title
        let others = isAtGate ? Self.everywhere : [.init(.control("l"), "lock")] + Self.everywhere
        self.items = items + others.filter { item in !items.contains { $0.name == item.name } }
    }

    private static let everywhere: [KeyLine.Item] = [
        .init(.control("z"), "suspend the program"), .init(keys: "^C", "quit at once"),
    ]

    /// Handles an event.
    ///
    /// - Returns: whether it stays open.
    mutating func update(_ event: Event, in size: CellSize) -> Bool {
        let height = Self.height(in: size)
        return switch event {
        case .key(let key): scroll.press(key, height: height, of: lines(width: size.columns).count)
        case .click, .paste: false
        case .resized, .tick: true
        }
    }

    private static func height(in size: CellSize) -> Int { max(1, size.rows - 6) }

    private var nameWidth: Int { items.map(\.name.cells).max() ?? 0 }

    /// The lines of the items, each label wrapped beside its keys.
    private func lines(width: Int) -> [(name: String, label: String)] {
        items.flatMap { item in
            item.label.wrapped(to: max(width - nameWidth - 8, 1)).enumerated().map { line, text in
                (line == 0 ? item.name : "", text)
            }
        }
    }

    func draw(on canvas: inout Canvas) {
        let size = canvas.size
        let lines = lines(width: size.columns)
        let columns = min(max(nameWidth + (lines.map(\.label.cells).max() ?? 0) + 8, title.cells + 6), size.columns)
        let height = min(lines.count, Self.height(in: size))
        let area = CellRectangle(
            column: (size.columns - columns) / 2, row: max((size.rows - height - 4) / 2, 0), columns: columns,
            rows: height + 4)
        canvas.drawBox(area, style: .sheet)
        var bold = CellStyle.sheet
        bold.isBold = true
        canvas.writeCentred(title, row: area.origin.row + 1, in: area, style: bold)
        let top = scroll.top(height: height, of: lines.count)
        for (line, (name, label)) in lines.dropFirst(top).prefix(height).enumerated() {
            let row = area.origin.row + 2 + line
            let column = area.origin.column + 3
            canvas.write(name, column: column + nameWidth - name.cells, row: row, style: bold)
            if line == 0 { canvas.cursor = CellPoint(column: column + nameWidth - name.cells, row: row) }
            canvas.write(label, column: column + nameWidth + 2, row: row, style: .sheet)
        }
        let right = area.origin.column + columns - 3
        if top > 0 { canvas.write("…", column: right, row: area.origin.row + 1, style: bold) }
        if top + height < lines.count {
            canvas.write("…", column: right, row: area.origin.row + height + 2, style: bold)
        }
        let scrolling: [KeyLine.Item] = lines.count > height ? [.init(keys: "↑↓", "scroll")] : []
        KeyLine([.init(.escape, "close")] + scrolling).draw(on: &canvas)
    }
}
