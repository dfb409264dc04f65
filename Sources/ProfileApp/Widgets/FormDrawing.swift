internal import ProfileRendering

extension Form {
    /// Where the parts of a form are in a window: labels at the left, the fields beside them, each with its problem
    /// below, and the buttons and the message at the end.
    ///
    /// Where the window has no room for that, a choice shows only what is chosen, and only the focused field its problem.
    struct Layout: Sendable {
        /// The area of each field's control.
        private(set) var areas: [CellRectangle] = []
        fileprivate private(set) var problems: [(text: String, row: Int)] = []
        private(set) var saveArea = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
        private(set) var leaveArea = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
        fileprivate private(set) var message: [String] = []
        fileprivate private(set) var messageRow = 0
        fileprivate let column: Int
        /// The columns for a field and its unit.
        private let room: Int
        private let size: CellSize
        private var isTight = false

        /// - Parameter problems: what prevents saving, by field.
        init(_ form: Form, in size: CellSize, problems: [Name: String]) {
            self.size = size
            let labels = form.fields.map(\.label.cells).max() ?? 0
            column = size.columns < 56 ? labels + 4 : 18
            room = max(size.columns - column - 2, 4)
            message = form.message.wrapped(to: max(size.columns - 4, 1)).cut(to: 4, width: max(size.columns - 4, 1))
            place(form, problems)
            guard !hasRoom(form) else { return }
            isTight = true
            place(form, problems)
        }

        /// Whether the message is above the key line, and notes show some lines.
        private func hasRoom(_ form: Form) -> Bool {
            let showsNotes = zip(form.fields, areas).allSatisfy { field, area in
                if case .notes = field.control { area.size.rows > 2 } else { true }
            }
            return showsNotes && messageRow + max(message.count, 1) < size.rows
        }

        private var isLow: Bool { size.rows < 20 }

        private mutating func place(_ form: Form, _ problems: [Name: String]) {
            (areas, self.problems) = ([], [])
            let gap = size.rows >= 28 ? 1 : 0
            var row = isLow ? 1 : 2
            for field in form.fields {
                let area = area(of: field, row: row)
                areas.append(area)
                row += area.size.rows
                let isMissing = field.control.text.isEmpty && !form.showsMissing
                if let problem = problems[field.name], !isMissing, !isTight || field.name == form.focused {
                    self.problems.append((problem.cells > room ? problem.fitted(to: room) : problem, row))
                    row += 1
                }
                row += gap
            }
            if !isLow, gap == 0 { row += 1 }
            saveArea = form.saveButton.area(column: column, row: row)
            leaveArea = form.leaveButton.area(column: column + saveArea.size.columns + 2, row: row)
            messageRow = row + (isLow ? 1 : 2)
        }

        private func area(of field: Field, row: Int) -> CellRectangle {
            var (columns, rows) = (room, 1)
            switch field.control {
            case .text(_, let width, let unit): columns = min(width, room - (unit.isEmpty ? 0 : unit.cells + 1))
            case .tags: columns = min(room, 60)
            case .choice:
                columns = size.columns - column
                rows += (segments(of: field, row: row).last?.area.origin.row ?? row) - row
            case .notes:
                // What the buttons, the message and the key line leave.
                let rest = size.rows - row - (isLow ? 2 : 4) - max(message.count, 2)
                (columns, rows) = (min(room, 100), min(max(rest, 1), 16))
            }
            return CellRectangle(column: column, row: row, columns: max(columns, 4), rows: rows)
        }

        /// The segments of a choice, by index.
        func segments(of field: Field, row: Int) -> [(area: CellRectangle, value: Int)] {
            segmented(field, isFocused: false)?.areas(column: column, row: row, width: size.columns) ?? []
        }

        fileprivate func segmented(_ field: Field, isFocused: Bool) -> SegmentedControl<Int>? {
            guard case .choice(let titles, let chosen) = field.control else { return nil }
            let segments = titles.enumerated().map { (value: $0.offset, title: $0.element) }
            let all = SegmentedControl(segments: segments, chosen: chosen, isFocused: isFocused)
            let last = all.areas(column: column, row: 0, width: size.columns).last
            guard isTight, let last, last.area.origin.row > 0 else { return all }
            return SegmentedControl(segments: [segments[chosen]], chosen: chosen, isFocused: isFocused)
        }

        /// The field in a row.
        func index(atRow row: Int) -> Int? {
            areas.firstIndex { ($0.origin.row..<$0.origin.row + $0.size.rows).contains(row) }
        }
    }
}

extension Form {
    fileprivate var saveButton: Button { Button(saveLabel) }
    fileprivate var leaveButton: Button { Button("Cancel") }

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
            case .choice: layout.segmented(field, isFocused: isFocused)?.draw(on: &canvas, column: column, row: row)
            case .notes(let notes): notes.draw(on: &canvas, in: area, isFocused: isFocused)
            }
        }
        for (text, row) in layout.problems { canvas.write(text, column: layout.column, row: row, style: .warning) }
        for (button, area, part) in [(saveButton, layout.saveArea, Part.save), (leaveButton, layout.leaveArea, .leave)]
        {
            button.draw(
                on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: ring.current == part)
        }
        canvas.write(lines: layout.message, column: 2, row: layout.messageRow, style: .danger)
    }
}
