internal import ProfileKit
internal import ProfileRendering

/// All figures of a hike with their methods, as `profile hike show` prints them.
struct FiguresScreen: Screen {
    private var hike: HikeHeader
    private let units: Units
    private var scroll = ScrollPosition()
    private var help: HelpSheet?
    private var size: CellSize

    init(_ hike: HikeHeader, units: Units, size: CellSize) {
        (self.hike, self.units, self.size) = (hike, units, size)
    }

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

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if help.handle(event, in: size) { return [] }
        guard case .key(let key) = Self.keys.translated(event, in: size) else { return [] }
        if scroll.press(key, height: height, of: lines.count) { return [] }
        switch key {
        case .escape, .character("q"): return [.close]
        case .character("?"), .help: help = HelpSheet("Figures", Self.keys.items + [.init(.character("q"), "back")])
        default: break
        }
        return []
    }

    // MARK: Drawing

    private static let keys = KeyLine(
        .init(.escape, "back"), .init(keys: "↑↓", "scroll"), .init(.character("?"), "help"))

    private var height: Int { max(1, size.rows - 3) }

    private var lines: [String] {
        HikeText(hike: Hike(header: hike), units: units, width: max(size.columns - 4, 1)).lines
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        let lines = lines
        let top = scroll.top(height: height, of: lines.count)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            canvas.write(line, column: 2, row: 2 + row, style: top + row == 0 ? .title : .plain)
        }
        canvas.cursor = CellPoint(column: 2, row: 2)
        ScrollBar(top: top, height: height, total: lines.count).draw(on: &canvas, row: 2)
        ScreenFrame(title: "Figures", note: "id \(hike.id)", keys: Self.keys).draw(on: &canvas)
        help?.draw(on: &canvas)
    }
}
