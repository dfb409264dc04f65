internal import ProfileRendering

/// A text field of several lines, with the editing keys of ``TextInput``.
struct TextArea: Hashable, Sendable {
    private var input: TextInput

    init(_ text: String = "", placeholder: String = "", limit: Int) {
        let lines = String(text.map { $0.isNewline ? "\n" : $0 })
        input = TextInput(lines, placeholder: placeholder, filter: .lines, limit: limit)
    }

    var text: String { input.text }
    var isEmpty: Bool { input.isEmpty }
    var hasRefused: Bool { input.hasRefused }
    var wasTooLong: Bool { input.wasTooLong }

    /// Handles a key or a paste.
    ///
    /// - Parameter width: the width in which it is drawn.
    /// - Returns: whether the field uses the event; it doesn't use Up on its first row and Down on its last one.
    mutating func update(_ event: Event, width: Int) -> Bool {
        switch event {
        case .key(.enter): return input.update(.paste("\n"))
        case .key(.up): return move(by: -1, width: width)
        case .key(.down): return move(by: 1, width: width)
        case .key(.home), .key(.end):
            let (rows, row) = (rows(width: width), row(width: width))
            input.place(cursor: event == .key(.home) ? rows[row].lowerBound : Self.end(of: row, in: rows))
            return true
        default: return input.update(event)
        }
    }

    private mutating func move(by step: Int, width: Int) -> Bool {
        let rows = rows(width: width)
        let row = row(width: width)
        guard rows.indices.contains(row + step) else { return false }
        let column = input.cursor - rows[row].lowerBound
        input.place(cursor: min(rows[row + step].lowerBound + column, Self.end(of: row + step, in: rows)))
        return true
    }

    /// The last position in a row. Where a line goes on in the next row, that begins with the position after it.
    private static func end(of row: Int, in rows: [Range<Int>]) -> Int {
        let goesOn = row + 1 < rows.count && rows[row + 1].lowerBound == rows[row].upperBound
        return max(rows[row].upperBound - (goesOn ? 1 : 0), rows[row].lowerBound)
    }

    /// The characters of each row, without line ends. Rows are broken between words if possible.
    private func rows(width: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var (start, used, end): (Int, Int, Int?) = (0, 0, nil)
        for (index, character) in input.characters.enumerated() {
            if character == "\n" {
                rows.append(start..<index)
                (start, used, end) = (index + 1, 0, nil)
                continue
            }
            if used + character.cells > width, index > start {
                let next = end ?? index
                rows.append(start..<next)
                (start, end) = (next, nil)
                used = input.characters[next..<index].reduce(0) { $0 + $1.cells }
            }
            used += character.cells
            if character == " " { end = index + 1 }
        }
        return rows + [start..<input.characters.count]
    }

    /// The row with the cursor.
    private func row(width: Int) -> Int { rows(width: width).lastIndex { $0.lowerBound <= input.cursor } ?? 0 }

    /// The first row that is drawn: the cursor's is in the middle, unless the text ends before.
    private func firstRow(showing row: Int, of count: Int, in area: CellRectangle) -> Int {
        max(0, min(row - area.size.rows / 2, count - area.size.rows))
    }

    /// Moves the cursor to a click, in a text that is drawn in an area.
    mutating func click(_ point: CellPoint, in area: CellRectangle, isFocused: Bool) {
        let width = area.size.columns - 1
        let rows = rows(width: width)
        let top = isFocused ? firstRow(showing: row(width: width), of: rows.count, in: area) : 0
        let clicked = min(top + point.row - area.origin.row, rows.count - 1)
        var (index, column) = (rows[clicked].lowerBound, area.origin.column)
        while index < Self.end(of: clicked, in: rows), column + input.characters[index].cells <= point.column {
            column += input.characters[index].cells
            index += 1
        }
        input.place(cursor: index)
    }

    /// Draws as many rows as fit, with the cursor's among them if it has the focus.
    func draw(on canvas: inout Canvas, in area: CellRectangle, isFocused: Bool) {
        canvas.fill(area, style: CellStyle(isUnderlined: true))
        let (column, width) = (area.origin.column, area.size.columns)
        let rows = rows(width: width - 1)
        let row = row(width: width - 1)
        let top = isFocused ? firstRow(showing: row, of: rows.count, in: area) : 0
        for (line, range) in rows.dropFirst(top).prefix(area.size.rows).enumerated() {
            let text = String(input.characters[range].map { $0 == "\t" ? " " : $0 })
            canvas.write(text, column: column, row: area.origin.row + line, style: CellStyle(isUnderlined: true))
        }
        if isEmpty {
            let style = CellStyle(foreground: Palette.faint, isUnderlined: true)
            canvas.write(input.placeholder.fitted(to: width), column: column, row: area.origin.row, style: style)
        }
        for (isCut, row) in [(top > 0, 0), (rows.count > top + area.size.rows, area.size.rows - 1)] where isCut {
            canvas.write("…", column: column + width - 1, row: area.origin.row + row, style: .faint)
        }
        guard isFocused else { return }
        let before = input.characters[rows[row].lowerBound..<input.cursor].reduce(0) { $0 + $1.cells }
        canvas.cursor = CellPoint(column: column + min(before, width - 1), row: area.origin.row + row - top)
    }
}
