public import ProfileModel

/// Hikes as aligned lines: day, name, distance, ascent, moving time. On narrow terminals, the last figures are left
/// out.
public struct HikeListText {
    public let hikes: [HikeHeader]
    public let units: Units
    /// Whether each line begins with the hike's id.
    public let showsID: Bool

    /// Maximum width of a line in cells.
    public let width: Int

    public init(hikes: [HikeHeader], units: Units, showsID: Bool = false, width: Int = 80) {
        (self.hikes, self.units, self.showsID, self.width) = (hikes, units, showsID, width)
    }

    public var lines: [String] { styled.map(\.text) }

    /// The lines with less important parts dimmed.
    public var styled: [StyledLine] {
        let figures = hikes.map(figures)
        let widths = (0..<3).map { column in
            max([8, 11, 11][column], figures.map { $0[column].cells }.max() ?? 0)
        }
        let idWidth = showsID ? hikes.map { String($0.id).count }.max() ?? 0 : 0
        // Without ids, the lines are below a heading and indented by two cells. From 80 cells on, all figures are
        // shown, however long.
        let room = width - 14 - idWidth
        let shown = width < 80 ? (1...3).last { room - widths.prefix($0).reduce(2 * $0, +) >= 10 } ?? 1 : 3
        // A wider terminal gives long names more room, but doesn't move the figures away from short ones.
        let longest = hikes.map { $0.name.terminalSafe.cells + Self.mark(of: $0).cells }.max() ?? 0
        let usual = showsID ? 30 : 28
        let widest = max(usual, min(longest, usual + max(width - 80, 0)))
        // The width of unusually long figures is taken from the names.
        let nameWidth = min(max(room - widths.prefix(shown).reduce(2 * shown, +), 8), widest)
        return zip(hikes, figures).map { hike, figures in
            let id = showsID ? "\(String(hike.id).leftPadded(to: idWidth))  " : ""
            let numbers = zip(figures.prefix(shown), widths).reduce(into: "") { text, figure in
                text += "  " + figure.0.leftPadded(to: figure.1)
            }
            let mark = Self.mark(of: hike)
            let name = hike.name.terminalSafe
            let fitted = name.cells + mark.cells > nameWidth ? name.fitted(to: max(nameWidth - mark.cells, 1)) : name
            let padding = String(repeating: " ", count: max(nameWidth - fitted.cells - mark.cells, 0))
            let room = width - (showsID ? 12 : 14) - nameWidth - id.cells
            return StyledLine(id, .dim) + StyledLine((hike.date?.description ?? "–").fitted(to: 10) + "  ", .dim)
                + StyledLine(mark.isEmpty ? fitted + padding : fitted) + StyledLine(mark, .dim)
                + StyledLine(mark.isEmpty ? "" : padding)
                + StyledLine(numbers.cells > room ? numbers.fitted(to: room) : numbers.trimmedRight)
        }
    }

    /// Why totals leave a hike out.
    private static func mark(of hike: HikeHeader) -> String {
        hike.isCounted ? "" : " (\(hike.isPlanned ? "planned" : hike.activity.rawValue))"
    }

    private func figures(of hike: HikeHeader) -> [String] {
        [
            units.distance(kilometres: hike.distance),
            hike.ascent.map { "\(units.height(metres: $0)) up" } ?? "",
            hike.movingTime.map { spelledDuration(seconds: $0) } ?? "",
        ]
    }
}
