/// A table of two columns: what to type, and what it means.
struct HelpTable: Sendable {
    struct Row: Sendable {
        let label: String
        let text: String
    }

    private static let indent = "  "
    private static let gap = 2

    let heading: String
    let rows: [Row]
    /// The minimum width of the first column, so that successive tables can share one.
    var labelWidth = 0

    /// The heading and the rows; empty for an empty table.
    ///
    /// A label that is wider than its column is on a line of its own, with its text below.
    func lines(width: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        let widest = rows.map(\.label.count).reduce(labelWidth, max)
        // Above two fifths of the page, the labels would leave too little room for the text.
        let column = min(widest, width * 2 / 5 - Self.indent.count)
        return ["\(heading):"] + rows.flatMap { lines(of: $0, column: column, width: width) }
    }

    private func lines(of row: Row, column: Int, width: Int) -> [String] {
        let start = Self.indent.count + column + Self.gap
        let blank = String(repeating: " ", count: start)
        let text = wrapped(row.text, width: width - start)
        guard row.label.count <= column, let first = text.first else {
            return labelLines(row.label, width: width) + text.map { blank + $0 }
        }
        let padding = String(repeating: " ", count: start - Self.indent.count - row.label.count)
        return [Self.indent + row.label + padding + first] + text.dropFirst().map { blank + $0 }
    }

    /// The label alone. Its leading spaces, which align it with others, are kept.
    private func labelLines(_ label: String, width: Int) -> [String] {
        hanging(Self.indent + label.prefix { $0 == " " }, label, width: width)
    }
}
