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
        case .key(let key): scroll.press(key, height: height, of: items.count)
        case .click, .paste: false
        case .resized, .tick: true
        }
    }

    private static func height(in size: CellSize) -> Int { max(1, size.rows - 6) }

    func draw(on canvas: inout Canvas) {
        let size = canvas.size
        canvas.cursor = nil
        let names = items.map(\.name.cells).max() ?? 0
        let labels = items.map(\.label.cells).max() ?? 0
        let columns = min(max(names + labels + 8, title.cells + 6), size.columns)
        let height = min(items.count, Self.height(in: size))
        let area = CellRectangle(
            column: (size.columns - columns) / 2, row: max((size.rows - height - 4) / 2, 0), columns: columns,
            rows: height + 4)
        canvas.drawBox(area, style: .sheet)
        var bold = CellStyle.sheet
        bold.isBold = true
        canvas.writeCentred(title, row: area.origin.row + 1, in: area, style: bold)
        let top = scroll.top(height: height, of: items.count)
        for (line, item) in items.dropFirst(top).prefix(height).enumerated() {
            let row = area.origin.row + 2 + line
            let column = area.origin.column + 3
            canvas.write(item.name, column: column + names - item.name.cells, row: row, style: bold)
            let room = area.origin.column + columns - 2 - (column + names + 2)
            let label = item.label.cells > room ? item.label.fitted(to: room) : item.label
            canvas.write(label, column: column + names + 2, row: row, style: .sheet)
        }
        if top + height < items.count {
            canvas.write("…", column: area.origin.column + columns - 3, row: area.origin.row + height + 2, style: bold)
        }
        let scrolling: [KeyLine.Item] = items.count > height ? [.init(keys: "↑↓", "scroll")] : []
        KeyLine([.init(.escape, "close")] + scrolling).drawAlone(on: &canvas)
    }
}

extension Event {
    /// Whether this opens the help: F1, and where no text is typed a question mark.
    func opensHelp(inText: Bool) -> Bool {
        self == .key(.help) || (!inText && self == .key(.character("?")))
    }
}

extension HelpSheet? {
    /// Passes an event to the sheet, if it is open. A key that it doesn't use closes it.
    ///
    /// - Returns: whether it was open, in which case it handled the event.
    mutating func handle(_ event: Event, in size: CellSize) -> Bool {
        guard var sheet = self else { return false }
        self = sheet.update(event, in: size) ? sheet : nil
        return true
    }
}
