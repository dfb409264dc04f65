internal import ProfileRendering

/// Sections of a text in as many columns as there is room for, scrolled together.
struct FlowedText {
    private let columns: [[StyledLine]]
    private let columnWidth: Int

    private static let gap = 4
    private static let minimumWidth = 64

    /// - Parameter sections: returns the sections for the width of a column.
    init(in size: CellSize, sections: (_ width: Int) -> [[StyledLine]]) {
        let most = max((size.columns + Self.gap) / (Self.minimumWidth + Self.gap), 1)
        columnWidth = max((size.columns - Self.gap * (most - 1)) / most, 1)
        var columns: [[StyledLine]] = [[]]
        for section in sections(columnWidth) {
            let column = columns[columns.count - 1]
            if column.isEmpty {
                columns[columns.count - 1] = section
            } else if column.count + 1 + section.count > size.rows, columns.count < most {
                columns.append(section)
            } else {
                columns[columns.count - 1] += [StyledLine()] + section
            }
        }
        self.columns = columns
    }

    /// The number of lines of the longest column.
    var count: Int { columns.map(\.count).max() ?? 0 }

    /// Draws the lines from one on into an area.
    func draw(from top: Int, on canvas: inout Canvas, in area: CellRectangle) {
        for (number, lines) in columns.enumerated() {
            // What is wider than its column is cut off.
            var own = Canvas(size: CellSize(columns: columnWidth, rows: area.size.rows))
            for (row, line) in lines.dropFirst(top).prefix(area.size.rows).enumerated() {
                line.draw(on: &own, column: 0, row: row)
            }
            canvas.draw(own, column: area.origin.column + number * (columnWidth + Self.gap), row: area.origin.row)
        }
        canvas.cursor = area.origin
    }
}
