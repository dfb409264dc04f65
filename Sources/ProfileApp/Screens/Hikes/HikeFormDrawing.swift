internal import ProfileKit
internal import ProfileRendering

/// The rows and the drawing of a hike's form.
extension HikeForm {
    static let labels: [(Part, String)] = [
        (.name, "Name"), (.distance, "Distance"), (.date, "Date"), (.difficulty, "Difficulty"), (.activity, "Activity"),
        (.tags, "Tags"), (.notes, "Notes"),
    ]

    /// All activities to choose from.
    var activities: SegmentedControl<Activity> {
        SegmentedControl(
            segments: Activity.allCases.map { ($0, $0.rawValue) }, chosen: activity,
            isFocused: ring.current == .activity)
    }

    /// The activities that are shown: in a low window the chosen one alone.
    private var shownActivities: SegmentedControl<Activity> {
        guard isLow else { return activities }
        return SegmentedControl(
            segments: [(activity, activity.rawValue)], chosen: activity, isFocused: ring.current == .activity)
    }

    private var isLow: Bool { size.rows < 20 }

    struct Layout {
        /// The column of the fields.
        let column: Int
        /// The row of each field.
        var rows: [(part: Part, row: Int)] = []
        var notes = CellRectangle(column: 0, row: 0, columns: 1, rows: 1)
        var problems: [(text: String, row: Int)] = []
        var buttons: [(part: Part, button: Button, area: CellRectangle)] = []
        /// The row below the buttons.
        var end = 0

        /// The part of the form at a cell.
        func part(at point: CellPoint) -> Part? {
            if let button = buttons.first(where: { $0.area.contains(point) }) { return button.part }
            return notes.contains(point) ? .notes : rows.first { $0.row == point.row }?.part
        }
    }

    var layout: Layout {
        var layout = Layout(column: size.columns < 56 ? 14 : 18)
        let gap = size.rows >= 28 ? 1 : 0
        let problems = problems
        var row = 1 + (isLow ? 0 : 1)
        for (part, _) in Self.labels {
            layout.rows.append((part, row))
            switch part {
            case .activity:
                let areas = shownActivities.areas(column: layout.column, row: row, width: size.columns)
                row = areas.last?.area.origin.row ?? row
            case .notes:
                let room = size.rows - row - (isLow ? 4 : 6)
                layout.notes = CellRectangle(
                    column: layout.column, row: row, columns: max(min(size.columns - layout.column - 2, 100), 4),
                    rows: min(max(room, 1), 16))
                row += layout.notes.size.rows - 1
            default: break
            }
            let isShown = part == .tags ? !tags.isEmpty : inputs[part].map { !$0.isEmpty } ?? false
            if let problem = problems[part], part == .notes || isShown || wasIncomplete || !isNew {
                row += 1
                layout.problems.append((problem, row))
            }
            row += 1 + gap
        }
        if !isLow, gap == 0 { row += 1 }
        var start = layout.column
        for (part, button) in [(Part.save, Button("Save")), (.cancel, Button("Cancel"))] {
            layout.buttons.append((part, button, button.area(column: start, row: row)))
            start += button.cells + 2
        }
        layout.end = row + (isLow ? 1 : 2)
        return layout
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let layout = layout
        let (column, room) = (layout.column, size.columns - layout.column - 2)
        for ((part, row), (_, label)) in zip(layout.rows, Self.labels) {
            let isFocused = ring.current == part
            canvas.write("\(isFocused ? "›" : " ") \(label)", column: 1, row: row, style: isFocused ? .title : .plain)
            switch part {
            case .activity: _ = shownActivities.draw(on: &canvas, column: column, row: row)
            case .tags:
                tags.draw(on: &canvas, column: column, row: row, width: max(min(room, 60), 4), isFocused: isFocused)
            case .notes: notes.draw(on: &canvas, in: layout.notes, isFocused: isFocused)
            default:
                let unit = part == .distance ? units == .metric ? "km" : "mi" : ""
                let width = max(min(part == .name ? 60 : 20, room - (unit.isEmpty ? 0 : unit.cells + 1)), 4)
                inputs[part]?.draw(on: &canvas, column: column, row: row, width: width, isFocused: isFocused)
                canvas.write(unit, column: column + width + 1, row: row, style: .faint)
            }
        }
        for (text, row) in layout.problems {
            let shown = text.cells > room ? text.fitted(to: max(room, 1)) : text
            canvas.write(shown, column: column, row: row, style: .warning)
        }
        for (part, button, area) in layout.buttons {
            button.draw(
                on: &canvas, column: area.origin.column, row: area.origin.row, isFocused: ring.current == part)
        }
        canvas.write(
            lines: (message ?? "").wrapped(to: max(size.columns - 4, 1)).prefix(3), column: 2, row: layout.end,
            style: .danger)
    }
}
