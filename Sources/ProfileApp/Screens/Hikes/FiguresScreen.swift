internal import ProfileKit
internal import ProfileRendering

/// All figures of a hike with their methods, its splits and its climbs, as `profile hike show` prints them.
struct FiguresScreen: Screen {
    var window = Window()
    private var hike: HikeHeader
    /// The splits and climbs; none until the recording is read, or without one.
    private var divisions: [[StyledLine]] = []
    private let units: Units
    private var scroll = ScrollPosition()

    init(_ hike: HikeHeader, units: Units) {
        (self.hike, self.units) = (hike, units)
    }

    var title: String { "Figures" }
    var note: String { "id \(hike.id)" }
    var bindings: [KeyBinding<Self>] { [.back(.escape), .moves("scroll"), .help(), .back("q", in: .help)] }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.hikes(.load(hike.id)))] }

    mutating func resume(at now: Moment) -> [Effect] { [.request(.hikes(.load(hike.id)))] }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] { [.request(.hikes(.load(hike.id)))] }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike, let recording, _):
            self.hike = hike.header
            divisions = recording.map { divisions(of: $0) } ?? []
        // The hike was removed or no longer opens, which the screen beneath reports.
        case .noHike: return [.close]
        default: return alert(about: reply)
        }
        return []
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .key(let key) = event { _ = scroll.press(key, height: height, of: text.count) }
        return []
    }

    // MARK: Drawing

    private var height: Int { max(1, size.rows - 3) }

    private var area: CellRectangle {
        CellRectangle(column: 2, row: 2, columns: max(size.columns - 4, 1), rows: height)
    }

    private var text: FlowedText {
        FlowedText(in: area.size) { width in
            let lines = HikeText(hike: Hike(header: hike), units: units, width: width).lines
            return [lines.enumerated().map { StyledLine($1, $0 == 0 ? .title : .plain) }] + divisions
        }
    }

    private func divisions(of recording: Recording) -> [[StyledLine]] {
        let division = TrackDivision(of: recording)
        let splits = division.splits(of: units == .metric ? 1 : Units.kilometresPerMile)
        guard !splits.isEmpty else { return [] }
        return [
            SplitsText(splits: splits, units: units).styled, ClimbsText(climbs: division.climbs, units: units).styled,
        ]
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let text = text
        let top = scroll.top(height: height, of: text.count)
        text.draw(from: top, on: &canvas, in: area)
        ScrollBar(top: top, height: height, total: text.count).draw(on: &canvas, row: 2)
    }
}
