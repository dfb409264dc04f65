internal import ProfileKit
internal import ProfileRendering

/// The other hikes of the same way as a hike, each of which can be compared with it.
struct SameWayScreen: Screen {
    var window = Window()
    private var hike: HikeHeader
    private(set) var list = ChoiceList<HikeOfSameWay>(headRows: 2)
    private var failure: String?
    /// The readings of hikes that the last content told.
    private var readings: Int?
    private let settings: AppSettings

    init(_ hike: HikeHeader, settings: AppSettings) { (self.hike, self.settings) = (hike, settings) }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.hikes(.findSameWay(hike.id)))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    /// All tracks are read for this, so not again for further news of something else.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        hike = content.index.hikes.first { $0.id == hike.id } ?? hike
        defer { readings = content.hikeReadings }
        return content.hikeReadings == readings ? [] : begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .sameWay(let hikes):
            failure = nil
            list.show(hikes.value, below: DamageText(hikes.damaged, settings: settings), by: \.hike.id, in: size)
        case .failed(let error):
            failure = error.sentences(completing: settings.commandLine)
            list.show([], by: \.hike.id, in: size)
        default: break
        }
        return []
    }

    // MARK: Input

    var title: String { "Same way" }
    var note: String { "id \(hike.id)" }

    var bindings: [KeyBinding<Self>] {
        let hasHikes = list.count > 0
        return [
            .back(.escape), KeyBinding("compare", .enter, when: hasHikes) { $0.compareChosen() },
            .moves("choose", when: hasHikes), .help(), .back("q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        list.update(event, in: size) ? compareChosen() : []
    }

    private func compareChosen() -> [Effect] {
        guard let other = list.chosen else { return [] }
        let view = HikeView.comparison([hike.id, other.hike.id], units: settings.presentation.units)
        return [.show(ViewScreen(view, settings: settings))]
    }

    // MARK: Drawing

    func render(on canvas: inout Canvas, at now: Moment) {
        let width = max(size.columns - 3, 1)
        canvas.write(hike.name.terminalSafe.fitted(to: width), column: 1, row: 1, style: .title)
        if let failure {
            return canvas.write(lines: failure.wrapped(to: width).prefix(4), column: 2, row: 3, style: .danger)
        }
        list.draw(on: &canvas, empty: "No other hike is of the same way.") { other, width in
            let mark = other.direction == .opposite ? "⇄ " : "  "
            return StyledLine(mark, .faint)
                + HikeRow(hike: other.hike, isOpen: nil, units: settings.presentation.units).line(width: width - 2)
        }
    }
}
