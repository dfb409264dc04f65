internal import ProfileRendering

/// A list with one selected row, below a title and what a screen draws above it.
struct ChoiceList<Item: Sendable>: Sendable {
    /// The items; `nil` until they are read.
    private(set) var items: [Item]?
    private var pane = ListPane()
    /// The number of rows between the title and the list.
    private let headRows: Int
    /// The rows to leave free below the list, and in a narrow window.
    private let (footRows, narrowFootRows): (Int, Int)
    /// The damage to report above the list.
    private var damage: DamageText?

    /// - Parameters:
    ///   - headRows: the number of rows between the title and the list.
    ///   - footRows: the number of rows to leave free below the list, for ``foot(in:)``.
    ///   - narrowFootRows: the number of those in a narrow window.
    init(_ items: [Item]? = nil, headRows: Int = 1, footRows: Int = 0, narrowFootRows: Int? = nil) {
        (self.items, self.headRows) = (items, headRows)
        (self.footRows, self.narrowFootRows) = (footRows, narrowFootRows ?? footRows)
    }

    var count: Int { items?.count ?? 0 }
    /// The index of the selected row; 0 in an empty list.
    var index: Int { pane.selected }
    var chosen: Item? { items.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

    /// Shows new items. The same item stays selected if it still exists, otherwise the row.
    ///
    /// - Parameters:
    ///   - damage: the parts that don't open.
    ///   - id: what makes an item the same.
    mutating func show(
        _ items: [Item], below damage: DamageText? = nil, by id: (Item) -> some Equatable, in size: CellSize
    ) {
        let same = chosen.map(id).flatMap { wanted in items.firstIndex { id($0) == wanted } }
        (self.items, self.damage) = (items, damage)
        select(same ?? index, in: size)
    }

    mutating func select(_ index: Int, in size: CellSize) { pane.select(index, of: count, height: height(in: size)) }

    /// Handles an event in a window.
    ///
    /// - Returns: whether the selected row was clicked again.
    mutating func update(_ event: Event, in size: CellSize) -> Bool {
        switch event {
        case .resized: select(index, in: size)
        case .key(let key): _ = pane.press(key, of: count, height: height(in: size))
        case .click(let point):
            guard let row = pane.row(at: point, of: count, in: area(in: size)) else { break }
            if row == index { return true }
            select(row, in: size)
        case .paste, .tick: break
        }
        return false
    }

    private func damageLines(in size: CellSize) -> [String] { damage?.lines(width: max(size.columns - 3, 1)) ?? [] }
    private func top(in size: CellSize) -> Int { 1 + headRows + (damage == nil ? 0 : damageLines(in: size).count + 1) }
    private func height(in size: CellSize) -> Int { max(1, size.rows - 1 - top(in: size) - footRows(in: size)) }
    private func footRows(in size: CellSize) -> Int {
        size.rows < 12 ? 0 : size.columns < 54 ? narrowFootRows : footRows
    }

    private func area(in size: CellSize) -> CellRectangle {
        CellRectangle(column: 1, row: top(in: size), columns: max(size.columns - 1, 1), rows: height(in: size))
    }

    /// The area below the list, for what a row has no room for.
    func foot(in size: CellSize) -> CellRectangle {
        CellRectangle(
            column: 1, row: top(in: size) + height(in: size), columns: max(size.columns - 2, 1),
            rows: footRows(in: size)
        )
    }

    /// Draws the list.
    ///
    /// - Parameters:
    ///   - empty: the text for an empty list.
    ///   - line: returns an item's row for a width.
    func draw(on canvas: inout Canvas, empty: String = "", line: (Item, _ width: Int) -> StyledLine) {
        canvas.write(lines: damageLines(in: canvas.size), column: 2, row: 1 + headRows, style: .danger)
        guard let items else {
            _ = canvas.write("…", column: 2, row: 1 + headRows, style: .faint)
            return
        }
        if items.isEmpty, damage == nil { canvas.write(empty, column: 2, row: 1 + headRows) }
        pane.draw(on: &canvas, in: area(in: canvas.size), of: items.count) { row, width in line(items[row], width) }
    }
}
