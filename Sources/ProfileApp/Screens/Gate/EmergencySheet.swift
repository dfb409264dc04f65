internal import ProfileRendering

/// Shows the emergency card, the only thing that is readable without a secret.
struct EmergencySheet: Sendable {
    private let text: String
    private var scroll = ScrollPosition()

    /// - Parameter card: `nil` if there is none.
    init(_ card: String?) {
        text =
            card.map { $0 + "\n\nReadable without a passcode." }
            ?? "There is no emergency card.\n\nTo create one, unlock, press c and choose Emergency card."
    }

    /// - Parameter error: why the card can't be shown. It is said in its place, so that nobody thinks there is none.
    init(because error: UserMessage) {
        text = "The emergency card can't be shown.\n\n" + error.sentences
    }

    /// Handles an event.
    ///
    /// - Returns: whether the card should be closed.
    mutating func update(_ event: Event, in size: CellSize) -> Bool {
        switch event {
        case .key(.escape), .key(.enter), .key("q"): return true
        case .key(let key):
            _ = scroll.press(key == " " ? .pageDown : key, height: visibleRows(in: size), of: lines(in: size).count)
        case .click(let point): return !area(in: size).contains(point)
        case .paste, .resized, .tick: break
        }
        return false
    }

    func draw(on canvas: inout Canvas) {
        let size = canvas.size
        let area = area(in: size)
        let style = CellStyle(foreground: Palette.danger)
        canvas.drawBox(area, style: style)
        canvas.writeCentred(" Emergency ", row: area.origin.row, in: area, style: .danger)
        let lines = lines(in: size)
        let first = scroll.top(height: visibleRows(in: size), of: lines.count)
        canvas.write(
            lines: lines.dropFirst(first).prefix(visibleRows(in: size)), column: area.origin.column + 3,
            row: area.origin.row + 2)
        canvas.cursor = CellPoint(column: area.origin.column + 3, row: area.origin.row + 2)
        if lines.count > visibleRows(in: size) {
            let shown = " \(first + 1)–\(min(first + visibleRows(in: size), lines.count)) of \(lines.count) "
            canvas.writeCentred(shown, row: area.origin.row + area.size.rows - 1, in: area, style: style)
        }
        Self.keyLine.draw(on: &canvas)
    }

    static let keyLine = KeyLine(.init(.escape, "back"), .init(keys: "↑↓", "scroll"))

    private func area(in size: CellSize) -> CellRectangle {
        let columns = min(size.columns - 2, 66)
        let rows = min(lines(in: size).count + 4, max(size.rows - 2, 5))
        return CellRectangle(
            column: (size.columns - columns) / 2, row: max((size.rows - 1 - rows) / 2, 0), columns: columns, rows: rows)
    }

    private func lines(in size: CellSize) -> [String] {
        text.wrapped(to: max(min(size.columns - 2, 66) - 6, 1))
    }

    private func visibleRows(in size: CellSize) -> Int { area(in: size).size.rows - 4 }
}
