public import ProfileModel

/// Hikes as aligned lines: day, name, distance, ascent, moving time.
public struct HikeListText {
    public let hikes: [HikeHeader]
    public let units: Units
    /// Whether each line begins with the hike's id.
    public let showsID: Bool

    /// How wide a line is at most.
    private static let width = 80

    public init(hikes: [HikeHeader], units: Units, showsID: Bool = false) {
        (self.hikes, self.units, self.showsID) = (hikes, units, showsID)
    }

    public var lines: [String] { styled.map(\.text) }

    /// The lines with what is less important held back.
    public var styled: [StyledLine] {
        let figures = hikes.map(figures)
        let widths = (0..<3).map { column in
            max([8, 11, 11][column], figures.map { $0[column].cells }.max() ?? 0)
        }
        let idWidth = showsID ? hikes.map { String($0.id).count }.max() ?? 0 : 0
        // What figures of millions take, the names give.
        let nameWidth = min(max(Self.width - 20 - idWidth - widths.reduce(0, +), 8), showsID ? 30 : 28)
        return zip(hikes, figures).map { hike, figures in
            let id = showsID ? "\(String(hike.id).leftPadded(to: idWidth))  " : ""
            let numbers = zip(figures, widths).map { "  " + $0.leftPadded(to: $1) }.joined()
            // Without ids the lines stand under a heading, two cells in.
            let room = Self.width - (showsID ? 12 : 14) - nameWidth - id.cells
            return StyledLine(id, .dim) + StyledLine((hike.date?.description ?? "–").fitted(to: 10) + "  ", .dim)
                + StyledLine(hike.name.terminalSafe.fitted(to: nameWidth))
                + StyledLine(numbers.cells > room ? numbers.fitted(to: room) : numbers.trimmedRight)
        }
    }

    private func figures(of hike: HikeHeader) -> [String] {
        [
            units.distance(kilometres: hike.distance),
            hike.ascent.map { "\(units.height(metres: $0)) up" } ?? "",
            hike.movingTime.map { spelledDuration(seconds: $0) } ?? "",
        ]
    }
}
