internal import ProfileKit
internal import ProfileRendering

/// One line of the list of hikes: name, day, distance, ascent, as far as the width goes.
struct HikeRow {
    let hike: HikeHeader
    /// Whether its graph is open; `nil` where none can be opened.
    let isOpen: Bool?
    let units: Units

    /// The row, exactly as wide as asked for. What doesn't fit is left out from the right: the ascent, then the day.
    func text(width: Int) -> String {
        var columns = [units.distance(kilometres: hike.distance).padded(to: 9)]
        if width >= 34 { columns.insert((hike.date?.description ?? "–").fitted(to: 10), at: 0) }
        if width >= 54 { columns.append((hike.ascent.map { "\(units.height(metres: $0)) up" } ?? "").padded(to: 11)) }
        let figures = columns.joined(separator: "  ") + " "
        let marker = isOpen.map { $0 ? "▾ " : "▸ " } ?? ""
        let nameWidth = max(0, width - marker.cells - figures.cells - 1)
        return (marker + hike.name.terminalSafe.fitted(to: nameWidth) + " " + figures).fitted(to: width)
    }
}

extension String {
    /// The text filled with spaces on the left to a number of cells.
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - cells)) + self
    }
}
