internal import ProfileRendering

/// The layout of the home's head in the list's column: the photo on the left, and beside it the rows; in few rows the
/// categories alone, in one line.
struct HomeHeadLayout: Sendable {
    /// The rows that it takes, with a blank one below.
    private(set) var height = 0
    /// The area for the photo; `nil` if it isn't shown.
    private(set) var photo: CellRectangle?
    private(set) var rows: [(row: HomeHead.Row, area: CellRectangle)] = []
    /// Whether the categories are in one line.
    private(set) var isLine = false

    /// The hikes that stay visible below it.
    static let hikesBelow = 8
    private static let photoWidth = (least: 16, most: 48)
    /// The column before it; behind it are one more, and that of the list's scroll bar.
    private static let margin = 1

    /// - Parameters:
    ///   - hasPhoto: whether the photo can be shown.
    ///   - room: the rows that it may take.
    init(_ head: HomeHead, hasPhoto: Bool, top: Int, width: Int, room: Int) {
        let width = width - Self.margin - 2
        guard room > 0, width > 0, hasPhoto || !head.categories.isEmpty else { return }
        guard room >= 4 else {
            placeInLine(head, top: top, width: width)
            return
        }
        var column = Self.margin
        if hasPhoto {
            // Most photos are 4:3, and a cell is about twice as high as it is wide.
            let columns = min((room - 1) * 8 / 3, width / 2, Self.photoWidth.most)
            if columns >= Self.photoWidth.least {
                let area = CellRectangle(column: column, row: top, columns: columns, rows: (columns * 3 + 7) / 8)
                (photo, height) = (area, area.size.rows + 1)
                column += columns + 2
            }
        }
        place(head, column: column, top: top, width: Self.margin + width - column, rows: room - 1)
    }

    private mutating func place(_ head: HomeHead, column: Int, top: Int, width: Int, rows room: Int) {
        var row = top
        func area(_ rows: Int) -> CellRectangle { CellRectangle(column: column, row: row, columns: width, rows: rows) }
        if let featured = head.featured, room >= min(head.categories.count, 3) + 2 {
            rows.append((.place(featured), area(2)))
            row += 2
        }
        let left = top + room - row
        let count = head.categories.count > left ? max(left - 1, 0) : head.categories.count
        for category in head.categories.prefix(count) {
            rows.append((.category(category), area(1)))
            row += 1
        }
        if count < head.categories.count, left > 0 {
            rows.append((.more(head.categories.count - count), area(1)))
            row += 1
        }
        if row > top { height = max(height, row - top + 1) }
    }

    private mutating func placeInLine(_ head: HomeHead, top: Int, width: Int) {
        var column = Self.margin
        for (index, category) in head.categories.enumerated() {
            let (row, rest) = (HomeHead.Row.category(category), head.categories.count - index)
            // Each category but the last leaves room for the number of the remaining ones.
            let tail = rest == 1 ? 0 : 3 + HomeHead.Row.more(rest - 1).label.cells
            let fits = column + row.label.cells + tail <= Self.margin + width
            let shown = fits ? row : .more(rest)
            let cells = shown.label.cells
            guard column + cells <= Self.margin + width else { break }
            rows.append((shown, CellRectangle(column: column, row: top, columns: cells, rows: 1)))
            guard fits else { break }
            column += cells + 3
        }
        (height, isLine) = (rows.isEmpty ? 0 : 1, true)
    }

    /// The row at a cell, by its index.
    func row(at point: CellPoint) -> Int? { rows.firstIndex { $0.area.contains(point) } }

    /// Draws the head.
    ///
    /// - Parameter focused: the index of the row that has the focus.
    func draw(_ picture: Canvas?, focused: Int?, on canvas: inout Canvas) {
        if let photo, let picture {
            canvas.draw(
                picture, column: photo.origin.column, row: photo.origin.row,
                within: photo.origin.row..<photo.origin.row + photo.size.rows)
        }
        for (index, (row, area)) in rows.enumerated() {
            let lines = isLine ? [StyledLine(row.label)] : row.lines(width: area.size.columns)
            for (line, text) in lines.prefix(area.size.rows).enumerated() {
                text.draw(on: &canvas, column: area.origin.column, row: area.origin.row + line)
                guard index == focused, line == 0 else { continue }
                let label = text.withoutBar
                let width = label == text ? area.size.columns : label.cells
                canvas.write(
                    label.text.fitted(to: width), column: area.origin.column, row: area.origin.row, style: .focused)
                canvas.cursor = area.origin
            }
            if isLine, index > 0 {
                canvas.write("·", column: area.origin.column - 2, row: area.origin.row, style: .faint)
            }
        }
    }
}
