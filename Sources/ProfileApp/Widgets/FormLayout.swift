internal import ProfileRendering

extension Form {
    /// Where the parts of a form are in a window: labels at the left, the fields beside them, each with its problem below,
    /// and the buttons and the message at the end.
    struct Layout: Sendable {
        /// The area of each field's control.
        private(set) var areas: [CellRectangle] = []
        private(set) var problems: [(text: String, row: Int)] = []
        private(set) var save = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
        private(set) var leave = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
        /// The row of the message.
        private(set) var end = 0
        fileprivate let column: Int
        /// The columns for a field and its unit.
        fileprivate let room: Int
        private let size: CellSize

        /// - Parameters:
        ///   - problems: what prevents saving, by field.
        ///   - showsMissing: whether the problems of empty fields are shown too.
        init(_ form: Form, in size: CellSize, problems: [Name: String], showsMissing: Bool) {
            self.size = size
            let labels = form.fields.map(\.label.cells).max() ?? 0
            column = size.columns < 56 ? labels + 4 : 18
            room = max(size.columns - column - 2, 4)
            let gap = size.rows >= 28 ? 1 : 0
            var row = isLow ? 1 : 2
            for field in form.fields {
                let area = area(of: field, row: row)
                areas.append(area)
                row += area.size.rows
                let isMissing = field.control.text.isEmpty && !showsMissing
                // A low window has room for one.
                if let problem = problems[field.name], !isMissing, !isLow || field.name == form.focused {
                    self.problems.append((problem.cells > room ? problem.fitted(to: room) : problem, row))
                    row += 1
                }
                row += gap
            }
            if !isLow, gap == 0 { row += 1 }
            save = form.saveButton.area(column: column, row: row)
            leave = form.leaveButton.area(column: column + save.size.columns + 2, row: row)
            end = row + (isLow ? 1 : 2)
        }

        private var isLow: Bool { size.rows < 20 }

        private func area(of field: Field, row: Int) -> CellRectangle {
            var (columns, rows) = (room, 1)
            switch field.control {
            case .text(_, let width, let unit): columns = min(width, room - (unit.isEmpty ? 0 : unit.cells + 1))
            case .tags: columns = min(room, 60)
            case .choice:
                let line = CellRectangle(column: column, row: row, columns: room, rows: 1)
                rows += (segments(of: field, in: line).last?.area.origin.row ?? row) - row
            case .notes: (columns, rows) = (min(room, 100), min(max(size.rows - row - (isLow ? 4 : 6), 1), 16))
            }
            return CellRectangle(column: column, row: row, columns: max(columns, 4), rows: rows)
        }

        /// The segments of a choice, by index.
        func segments(of field: Field, in area: CellRectangle) -> [(area: CellRectangle, value: Int)] {
            control(field, isFocused: false)?.areas(column: column, row: area.origin.row, width: size.columns) ?? []
        }

        /// The control of a choice. In a low window that has no line for all titles, it shows the chosen one alone.
        fileprivate func control(_ field: Field, isFocused: Bool) -> SegmentedControl<Int>? {
            guard case .choice(let titles, let chosen) = field.control else { return nil }
            let segments = titles.enumerated().map { (value: $0.offset, title: $0.element) }
            let all = SegmentedControl(segments: segments, chosen: chosen, isFocused: isFocused)
            let last = all.areas(column: column, row: 0, width: size.columns).last
            guard isLow, let last, last.area.origin.row > 0 else { return all }
            return SegmentedControl(segments: [segments[chosen]], chosen: chosen, isFocused: isFocused)
        }

        /// The field in a row.
        func index(atRow row: Int) -> Int? {
            areas.firstIndex { ($0.origin.row..<$0.origin.row + $0.size.rows).contains(row) }
        }
    }
}

extension Form {
    var saveButton: Button { Button(save) }
    var leaveButton: Button { Button("Cancel") }

    func draw(on canvas: inout Canvas, in layout: Layout) {
        for (field, area) in zip(fields, layout.areas) {
            let isFocused = focused == field.name
            let (column, row, width) = (area.origin.column, area.origin.row, area.size.columns)
            canvas.write(
                "\(isFocused ? "›" : " ") \(field.label)", column: 1, row: row, style: isFocused ? .title : .plain)
            switch field.control {
            case .text(let input, _, let unit):
                input.draw(on: &canvas, column: column, row: row, width: width, isFocused: isFocused)
                canvas.write(unit, column: column + width + 1, row: row, style: .faint)
            case .tags(let input):
                input.draw(on: &canvas, column: column, row: row, width: width, isFocused: isFocused)
            case .choice: layout.control(field, isFocused: isFocused)?.draw(on: &canvas, column: column, row: row)
            case .notes(let notes): notes.draw(on: &canvas, in: area, isFocused: isFocused)
            }
        }
        for (text, row) in layout.problems { canvas.write(text, column: layout.column, row: row, style: .warning) }
        for (button, area, part) in [(saveButton, layout.save, Part.save), (leaveButton, layout.leave, .leave)] {
            button.draw(
                on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: ring.current == part)
        }
        let width = max(canvas.size.columns - 4, 1)
        canvas.write(lines: message.wrapped(to: width).prefix(3), column: 2, row: layout.end, style: .danger)
    }
}
