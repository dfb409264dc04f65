internal import ProfileKit
internal import ProfileRendering

/// The fields of a conflict as lines: a table where every value fits its column, else one value below the other.
struct ConflictTable {
    struct Line: Hashable {
        let text: String
        let isHeading: Bool
    }

    let lines: [Line]

    init(_ conflict: DraftConflict, width: Int) {
        let rows = conflict.fields.map { field in
            (label: field.field.label, values: [field.base, field.mine, field.theirs].map(\.shown))
        }
        let labelWidth = (rows.map(\.label.cells).max() ?? 0) + 2
        let columnWidth = (width - labelWidth) / 3
        if rows.allSatisfy({ $0.values.allSatisfy { $0.cells < columnWidth } }) {
            let heads = Self.names.map { $0.fitted(to: columnWidth) }.joined()
            lines =
                [Line(text: String(repeating: " ", count: labelWidth) + heads, isHeading: true)]
                + rows.map { row in
                    let values = row.values.map { $0.fitted(to: columnWidth) }.joined()
                    return Line(text: row.label.fitted(to: labelWidth) + values, isHeading: false)
                }
        } else {
            lines = rows.flatMap { row in
                [Line(text: row.label, isHeading: true)]
                    + zip(Self.names, row.values).flatMap { name, value in
                        value.wrapped(to: width - 8).enumerated().map { number, part in
                            Line(text: (number == 0 ? name : "").fitted(to: 8) + part, isHeading: false)
                        }
                    }
            }
        }
    }

    private static let names = ["base", "mine", "theirs"]
}

extension Profile.Value {
    /// As people read it: "1 May 2027", "☃️ winter".
    var shown: String {
        switch self {
        case .username(let name): name.terminalSafe
        case .prefersNotifications(let prefers): prefers ? "On" : "Off"
        case .seasonalPhoto(let season): "\(season.emoji) \(season.rawValue)"
        case .goalDate(let day): day.spelled
        }
    }
}
