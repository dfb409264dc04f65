internal import ProfileRendering

/// A list with one selected row, a question about that row, and a help sheet.
struct ChoiceList<Item: Sendable>: Sendable {
    /// The result of an event.
    enum Answer {
        case nothing
        /// A key that the list doesn't use.
        case key(Key)
        /// The selected row was clicked again.
        case clicked
        /// The question about an item was confirmed with its last button.
        case confirmed(Item)
    }

    /// The items; `nil` until they are read.
    private(set) var items: [Item]?
    private(set) var question: (item: Item, alert: Alert)?
    private(set) var size: CellSize
    private var pane = ListPane()
    private var help: HelpSheet?
    /// The number of rows between the title and the list.
    private let headRows: Int
    private let isAtGate: Bool
    /// The rows to leave free below the list in a narrow window.
    private let narrowFootRows: Int
    /// The damage to report above the list.
    private var damage: DamageText?

    /// - Parameters:
    ///   - headRows: the number of rows between the title and the list.
    ///   - narrowFootRows: the number of rows to leave free below the list in a narrow window, for ``foot``.
    ///   - isAtGate: whether nothing is open that could be locked.
    init(
        _ items: [Item]? = nil, size: CellSize, headRows: Int = 1, narrowFootRows: Int = 0, isAtGate: Bool = false
    ) {
        (self.items, self.size, self.headRows, self.isAtGate) = (items, size, headRows, isAtGate)
        self.narrowFootRows = narrowFootRows
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
    mutating func show(_ items: [Item], below damage: DamageText? = nil, by id: (Item) -> some Equatable) {
        let same = chosen.map(id).flatMap { wanted in items.firstIndex { id($0) == wanted } }
        (self.items, self.damage) = (items, damage)
        select(same ?? index)
    }

    mutating func select(_ index: Int) { pane.select(index, of: count, height: height) }

    /// Asks about the selected item.
    mutating func ask(_ alert: (Item) -> Alert) {
        question = chosen.map { ($0, alert($0)) }
    }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - keys: the key line.
    ///   - further: the keys that only the help lists.
    ///   - title: the title of the help sheet.
    mutating func update(_ event: Event, keys: KeyLine, further: [KeyLine.Item] = [], title: String) -> Answer {
        if case .resized(let size) = event {
            self.size = size
            select(index)
        }
        if help.handle(event, in: size) { return .nothing }
        if var asked = question {
            let answer = asked.alert.update(event, in: size)
            question = answer == nil ? asked : nil
            return answer == asked.alert.buttons.count - 1 ? .confirmed(asked.item) : .nothing
        }
        switch keys.translated(event, in: size) {
        case .key(let key) where pane.press(key, of: count, height: height): break
        case .key(.character("?")), .key(.help): help = HelpSheet(title, keys.items + further, isAtGate: isAtGate)
        case .key(let key): return .key(key)
        case .click(let point):
            guard let row = pane.row(at: point, of: count, in: area) else { break }
            if row == index { return .clicked }
            select(row)
        case .resized, .paste, .tick: break
        }
        return .nothing
    }

    private var damageLines: [String] { damage?.lines(width: max(size.columns - 3, 1)) ?? [] }
    private var top: Int { 1 + headRows + (damage == nil ? 0 : damageLines.count + 1) }
    private var height: Int { max(1, size.rows - 1 - top - footRows) }
    private var footRows: Int { size.columns < 54 && size.rows >= 12 ? narrowFootRows : 0 }
    /// The area below the list, for what a narrow row has no room for.
    var foot: CellRectangle {
        CellRectangle(column: 1, row: top + height, columns: max(size.columns - 2, 1), rows: footRows)
    }
    private var area: CellRectangle {
        CellRectangle(column: 1, row: top, columns: max(size.columns - 1, 1), rows: height)
    }

    /// Draws the list under its title, and its question or help sheet.
    ///
    /// - Parameters:
    ///   - empty: the text for an empty list.
    ///   - line: returns an item's row for a width.
    func draw(
        on canvas: inout Canvas, frame: ScreenFrame, empty: String, line: (Item, _ width: Int) -> StyledLine
    ) {
        let items = items ?? []
        for (line, text) in damageLines.enumerated() {
            canvas.write(text, column: 2, row: 1 + headRows + line, style: .danger)
        }
        if self.items == nil {
            canvas.write("…", column: 2, row: 1 + headRows, style: .faint)
        } else if items.isEmpty, damage == nil {
            canvas.write(empty, column: 2, row: 1 + headRows)
        }
        pane.draw(on: &canvas, in: area, of: items.count) { row, width in line(items[row], width) }
        frame.draw(on: &canvas)
        question?.alert.draw(on: &canvas, in: canvas.size.aboveKeyLine)
        help?.draw(on: &canvas)
    }
}
