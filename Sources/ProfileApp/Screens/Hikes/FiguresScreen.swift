internal import ProfileKit
internal import ProfileRendering

/// All figures of a hike with their methods, as `profile hike show` prints them.
struct FiguresScreen: Screen {
    var window = Window()
    private var hike: HikeHeader
    private let units: Units
    private var scroll = ScrollPosition()

    init(_ hike: HikeHeader, units: Units) {
        (self.hike, self.units) = (hike, units)
    }

    var title: String { "Figures" }
    var note: String { "id \(hike.id)" }
    var bindings: [KeyBinding<Self>] { [.back(.escape), .moves("scroll"), .help(), .back("q", in: .help)] }

    mutating func resume(at now: Moment) -> [Effect] { [.request(.hikes(.load(hike.id)))] }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] { [.request(.hikes(.load(hike.id)))] }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike, _, _): self.hike = hike.header
        // The hike was removed or no longer opens, which the screen beneath reports.
        case .noHike: return [.close]
        default: return alert(about: reply)
        }
        return []
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .key(let key) = event { _ = scroll.press(key, height: height, of: lines.count) }
        return []
    }

    // MARK: Drawing

    private var height: Int { max(1, size.rows - 3) }

    private var lines: [String] {
        HikeText(hike: Hike(header: hike), units: units, width: max(size.columns - 4, 1)).lines
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        let lines = lines
        let top = scroll.top(height: height, of: lines.count)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            canvas.write(line, column: 2, row: 2 + row, style: top + row == 0 ? .title : .plain)
        }
        canvas.cursor = CellPoint(column: 2, row: 2)
        ScrollBar(top: top, height: height, total: lines.count).draw(on: &canvas, row: 2)
    }
}
