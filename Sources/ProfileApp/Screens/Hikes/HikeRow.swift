internal import ProfileKit
internal import ProfileRendering

/// A row of the list of hikes: name, day, distance and ascent, if they fit.
struct HikeRow {
    let hike: HikeHeader
    /// Whether its detail is open; `nil` if details can't be opened.
    let isOpen: Bool?
    /// Whether it is one of several that are selected.
    var isMarked = false
    let units: Units

    /// The minimum width of a name beside the mark of a hike that isn't counted.
    private static let minimumNameWidth = 12

    /// The row, in exactly the given width. What doesn't fit is left out: the ascent first, then the day.
    func text(width: Int) -> String {
        parts(width: width).map(\.text).joined().fitted(to: width)
    }

    /// The text of a row, with less important parts in a fainter style.
    func line(width: Int) -> StyledLine {
        parts(width: width).reduce(StyledLine()) { $0 + StyledLine($1.text, $1.style) }
    }

    private func parts(width: Int) -> [(text: String, style: CellStyle)] {
        var columns: [(String, CellStyle)] = [(units.distance(kilometres: hike.distance).leftPadded(to: 9), .plain)]
        if width >= 34 { columns.insert(((hike.date?.description ?? "undated").fitted(to: 10), .faint), at: 0) }
        if width >= 54 {
            columns.append(((hike.ascent.map { "\(units.height(metres: $0)) up" } ?? "").leftPadded(to: 11), .faint))
        }
        let figures = columns.reduce(0) { $0 + $1.0.cells + 2 } - 2 + 1
        let star = (isMarked ? "✓ " : "") + (hike.isFavourite ? "★ " : "")
        let marker = (isOpen.map { $0 ? "▾ " : "▸ " } ?? "") + star
        let nameWidth = max(0, width - marker.cells - figures - 1)
        let shown = hike.name.terminalSafe
        // The name is more important than the mark.
        let least = min(shown.cells, Self.minimumNameWidth)
        let mark = nameWidth - hike.leftOutMark.cells >= least ? hike.leftOutMark : ""
        let fitted =
            shown.cells + mark.cells > nameWidth ? shown.fitted(to: nameWidth - mark.cells) + mark : shown + mark
        let name = marker + fitted.fitted(to: nameWidth) + " "
        return [(name, hike.isCounted ? .plain : .faint)]
            + columns.enumerated().map { ($0.offset == 0 ? $0.element.0 : "  " + $0.element.0, $0.element.1) }
            + [(" ", .plain)]
    }
}

/// A hike's known figures on one line.
struct HikeFigures {
    private let figures: [String]

    init(hike: HikeHeader, units: Units) {
        let rate = hike.heartRate.map { "♥ \($0.average.decimal(0))" }
        figures = [
            hike.ascent.map { "\(units.height(metres: $0)) up" },
            hike.movingTime.map { "\(spelledDuration(seconds: $0)) moving" }, rate,
            hike.difficulty.map { "difficulty \($0)" }, hike.source?.terminalSafe,
        ].compactMap(\.self)
    }

    /// Joins as many figures as fit, in order of importance.
    func text(width: Int) -> String { figures.joined(upTo: width) }
}

extension [String] {
    /// The texts with dots between them. One that doesn't fit whole is left out.
    func joined(upTo width: Int) -> String {
        reduce("") { line, text in
            let longer = line.isEmpty ? text : "\(line) · \(text)"
            return longer.cells > width ? line : longer
        }
    }
}
