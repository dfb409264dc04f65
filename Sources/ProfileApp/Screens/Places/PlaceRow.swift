internal import ProfileKit
internal import ProfileRendering

/// A row of the list of places: a tick if the place was visited, its name, and the columns that the width allows.
struct PlaceRow {
    let entry: PlaceEntry
    let showsCategory: Bool

    func line(width: Int) -> StyledLine {
        let (place, visits) = (entry.place, entry.visits)
        let isVisited = visits.count > 0
        let columns = Self.columns(width: width, showsCategory: showsCategory)
        return Self.line(
            isVisited ? "✓ " : "  ", place.name.terminalSafe, place.marks, isVisited ? .plain : .faint,
            columns.map { column in
                switch column {
                case .category: place.category.terminalSafe
                case .visits: isVisited ? visits.count.figure : ""
                case .first: visits.first?.description ?? ""
                case .last: visits.last?.description ?? ""
                }
            }, of: columns, width: width)
    }

    /// The names of the columns, above the rows.
    static func heading(width: Int, showsCategory: Bool) -> StyledLine {
        let columns = columns(width: width, showsCategory: showsCategory)
        return line("  ", "", "", .faint, columns.map(\.title), of: columns, width: width)
    }

    private enum Column {
        case category, visits, first, last

        var title: String {
            switch self {
            case .category: "category"
            case .visits: "visits"
            case .first: "first"
            case .last: "last"
            }
        }

        var width: Int {
            switch self {
            case .category: 14
            case .visits: 6
            case .first, .last: 10
            }
        }
    }

    private static func columns(width: Int, showsCategory: Bool) -> [Column] {
        (showsCategory && width >= 68 ? [.category] : []) + (width >= 24 ? [.visits] : [])
            + (width >= 52 ? [.first] : []) + (width >= 36 ? [.last] : [])
    }

    private static func line(
        _ mark: String, _ name: String, _ marks: String, _ style: CellStyle, _ values: [String], of columns: [Column],
        width: Int
    ) -> StyledLine {
        let room = max(width - mark.cells - columns.reduce(1) { $0 + $1.width + 2 }, 0)
        let fitted = name.cells + marks.cells > room ? name.fitted(to: max(room - marks.cells, 0)) : name
        let head = StyledLine(mark, .good) + StyledLine((fitted + marks).fitted(to: room), style)
        return zip(values, columns).reduce(head) { line, column in
            let (value, width) = (column.0, column.1.width)
            return line
                + StyledLine(
                    "  " + (column.1 == .visits ? value.leftPadded(to: width) : value.fitted(to: width)), .faint)
        } + StyledLine(" ")
    }
}
