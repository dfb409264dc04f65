internal import ProfileKit
internal import ProfileRendering

/// The fields of a conflict as lines: a table if every value fits its column, otherwise one value below the other.
///
/// The chosen value of a field is in brackets, and the focused field is marked `›`.
struct ConflictTable {
    struct Line: Hashable {
        let text: String
        var isHeading = false
        /// The field it belongs to, in the conflict's order.
        var field: Int?
        /// The values in this line that can be chosen.
        var choices: [Choice] = []
    }

    struct Choice: Hashable {
        let side: ConflictSide
        let columns: Range<Int>
    }

    let lines: [Line]

    init(_ decisions: ConflictDecisions, selected: Int, width: Int) {
        let rows = (decisions.seen?.fields ?? []).map { field in
            Row(
                label: Profile.field(named: field.field)?.label ?? field.field, base: field.base.title(),
                mine: field.mine.title(), theirs: field.theirs.title(), chosen: decisions.side(for: field))
        }
        let labelWidth = (rows.map(\.label.cells).max() ?? 0) + 4
        let columnWidth = (width - labelWidth) / 3
        // A value needs room for brackets, and for a space before the next.
        let isTable = rows.allSatisfy { row in row.values.allSatisfy { $0.cells + 3 <= columnWidth } }
        if isTable {
            let heads = Self.names.map { " \($0)".fitted(to: columnWidth) }.joined()
            lines =
                [Line(text: String(repeating: " ", count: labelWidth) + heads, isHeading: true)]
                + rows.enumerated().map { index, row in
                    Line(
                        text: row.mark(index == selected).fitted(to: labelWidth)
                            + row.shown.map { $0.fitted(to: columnWidth) }.joined(),
                        field: index,
                        choices: ConflictSide.allCases.enumerated().map { place, side in
                            let first = labelWidth + columnWidth * (place + 1)
                            return Choice(side: side, columns: first..<first + max(columnWidth, 0))
                        })
                }
        } else {
            lines = rows.enumerated().flatMap { index, row in
                [Line(text: row.mark(index == selected), isHeading: true, field: index)]
                    + zip(zip(Self.names, row.shown), [nil, ConflictSide.mine, .theirs]).flatMap { named, side in
                        let value = String(named.1.drop { $0 == " " })
                        return value.wrapped(to: max(width - 10, 1)).enumerated().map { number, part in
                            Line(
                                text: "  " + (number == 0 ? named.0 : "").fitted(to: 8) + part, field: index,
                                choices: side.map { [Choice(side: $0, columns: 0..<max(width, 0))] } ?? [])
                        }
                    }
            }
        }
    }

    private static let names = ["base", "mine", "theirs"]

    private struct Row {
        let label: String
        let base, mine, theirs: String
        let chosen: ConflictSide?

        var values: [String] { [base, mine, theirs] }

        /// The values with brackets around the chosen one.
        var shown: [String] {
            [
                " \(base) ", chosen == .mine ? "[\(mine)]" : " \(mine) ",
                chosen == .theirs ? "[\(theirs)]" : " \(theirs) ",
            ]
        }

        func mark(_ isSelected: Bool) -> String { (isSelected ? "› " : "  ") + label }
    }
}
