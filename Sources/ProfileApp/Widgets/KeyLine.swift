internal import ProfileRendering

/// The line at the bottom that says which keys do what. Clicking an entry presses its key.
struct KeyLine: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        /// The key that a click presses; `nil` for several keys.
        let key: Key?
        let name: String
        let label: String

        /// Creates an item for a key, with its usual name.
        init(_ key: Key, _ label: String) {
            (self.key, self.label) = (key, label)
            name = key.name
        }

        /// Creates an item for several keys, such as "↑↓".
        init(keys: String, _ label: String) {
            (key, name, self.label) = (nil, keys, label)
        }

        var isHelp: Bool { key == .help || key == .character("?") }

        var cells: Int { name.cells + 1 + label.cells }
    }

    let items: [Item]
    private static let gap = 2
    /// Shown at the end if not all items fit, after the key for help. A click on it opens the help.
    private static let more = "…"

    /// - Parameter items: the most important first; on a narrow line the last are left out.
    init(_ items: Item...) {
        self.items = items
    }

    init(_ items: [Item]) {
        self.items = items
    }

    /// Turns a click on an item into its key; returns other events unchanged.
    func translated(_ event: Event, in size: CellSize) -> Event {
        guard case .click(let point) = event, point.row == size.rows - 1 else { return event }
        let placed = placed(in: size)
        let hit = placed.items.first { (column, item) in (column..<column + item.cells).contains(point.column) }
        if let more = placed.more, more.contains(point.column) { return .key(.help) }
        return hit?.item.key.map(Event.key) ?? event
    }

    /// Draws the line on the last row, in the place of what is there.
    func draw(on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        canvas.fill(CellRectangle(column: 0, row: row, columns: canvas.size.columns, rows: 1), style: .plain)
        let placed = placed(in: canvas.size)
        for (column, item) in placed.items {
            let end = canvas.write(item.name, column: column, row: row, style: CellStyle(isBold: true))
            canvas.write(item.label, column: end + 1, row: row, style: .faint)
        }
        if let more = placed.more {
            let isListed = placed.items.contains { $0.item.isHelp }
            let help = isListed ? nil : items.first(where: \.isHelp)?.name
            let text = [help, Self.more].compactMap(\.self).joined(separator: " ")
            canvas.write(text, column: more.lowerBound, row: row, style: .bold)
        }
    }

    private func placed(in size: CellSize) -> (items: [(column: Int, item: Item)], more: Range<Int>?) {
        var column = 1
        var placed: [(column: Int, item: Item)] = []
        let total = items.reduce(0) { $0 + $1.cells } + Self.gap * (items.count - 1)
        // Help is always reachable: where its item has no room, its key stands before the sign.
        var tail = Self.more.cells + (items.first(where: \.isHelp).map { $0.name.cells + 1 } ?? 0)
        for item in items {
            let next = item.isHelp ? Self.more.cells : tail
            guard 1 + total <= size.columns || column + item.cells + Self.gap + next <= size.columns else {
                return (placed, column..<column + tail)
            }
            tail = next
            placed.append((column, item))
            column += item.cells + Self.gap
        }
        return (placed, nil)
    }
}
