internal import ProfileKit
internal import ProfileRendering

/// A view of many hikes on the whole screen: the calendar of a year, a year in review, records, all tracks on a map, or a
/// comparison of hikes of one way.
struct ViewScreen: Screen {
    var window = Window()
    private(set) var view: HikeView
    /// What it shows; `nil` until it is read.
    private var content: HikeViewContent?
    private var damage: DamageText?
    private var failure: String?
    /// The map as it was last drawn, since thousands of tracks take longer than a frame.
    private var picture: Canvas?
    private var scroll = ScrollPosition()
    /// The map that the other views lead to: of the same hikes as at first.
    private let map: HikeView
    /// The years with hikes, and this one, in order.
    private var years: [Int]
    /// The period whose hikes will be listed next.
    private(set) var wantedPeriod: HikePeriod?
    private let settings: AppSettings

    private var units: Units { settings.presentation.units }

    /// - Parameter content: tells the years; a comparison has none.
    init(_ view: HikeView, _ content: Content? = nil, settings: AppSettings) {
        (self.view, self.settings, years) = (view, settings, content?.years ?? [])
        if case .map = view { map = view } else { map = .map(nil) }
    }

    mutating func begin(at now: Moment) -> [Effect] { [.request(.hikes(.readView(view)))] }

    mutating func resume(at now: Moment) -> [Effect] { begin(at: now) }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        years = content.years
        return begin(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .view(let content, let view, let damaged):
            // An answer to an earlier request.
            guard view == self.view else { break }
            (self.content, failure, damage) = (content, nil, DamageText(damaged, settings: settings))
            paint()
        case .failed(let error): failure = error.sentences(completing: settings.commandLine)
        default: break
        }
        return []
    }

    private mutating func paint() {
        guard case .tracks(let tracks) = content else {
            picture = nil
            return
        }
        let map = TrackMap(of: tracks, name: tracks.count.counted("hike"), units: units)
        picture = map.canvas(size: area.size)
    }

    // MARK: Input

    var title: String { view.title }

    var note: String {
        if let year = view.year { return String(year) }
        guard case .tracks(let tracks) = content else { return "" }
        return "\(tracks.count.figure) recorded"
    }

    var bindings: [KeyBinding<Self>] {
        let hasYear = view.year != nil
        return [
            .back(.escape),
            KeyBinding("year", .left, .right, as: "←→", when: hasYear) { screen, key, _ in
                screen.step(isBack: key == .left)
            },
            KeyBinding("hikes", .enter, when: hasYear) { $0.listHikes() },
            KeyBinding("next view", .tab, when: isOfAll) { $0.showNext(isBack: false) },
            KeyBinding("", .backTab, in: .none, when: isOfAll) { $0.showNext(isBack: true) },
            .moves("scroll", when: text.count > height), .help(),
            KeyBinding("earlier year", "y", also: ["Y"], in: .help, when: hasYear) { screen, key, _ in
                screen.step(isBack: key == "y")
            }, .back("q", in: .help),
        ]
    }

    /// Whether it is one of the views that lead to one another.
    private var isOfAll: Bool { if case .comparison = view { false } else { true } }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(let key): _ = scroll.press(key, height: height, of: text.count)
        case .resized: paint()
        case .click, .paste, .tick: break
        }
        return []
    }

    private mutating func step(isBack: Bool) -> [Effect] {
        guard let year = view.year else { return [] }
        let next = isBack ? years.last { $0 < year } : years.first { $0 > year }
        return next.map { show(view.showing($0)) } ?? []
    }

    private mutating func showNext(isBack: Bool) -> [Effect] {
        let year = view.year ?? years.last ?? 1
        let all: [HikeView] = [.calendar(year), .year(year), .records, map]
        let index = all.firstIndex { $0.title == view.title } ?? 0
        return show(all[(index + (isBack ? all.count - 1 : 1)) % all.count])
    }

    private mutating func show(_ view: HikeView) -> [Effect] {
        (self.view, content, failure, picture, scroll) = (view, nil, nil, nil, ScrollPosition())
        return [.request(.hikes(.readView(view)))]
    }

    private mutating func listHikes() -> [Effect] {
        wantedPeriod = view.year.map { .year(.year($0)) }
        return wantedPeriod == nil ? [] : [.close]
    }

    // MARK: Drawing

    private var area: CellRectangle {
        CellRectangle(column: 2, row: 2, columns: max(size.columns - 4, 1), rows: height)
    }

    private var height: Int { max(1, size.rows - 3) }

    private var text: FlowedText {
        let damage = damage.map { $0.lines }
        return FlowedText(in: area.size) { width in
            let sections = content?.sections(units: units, width: width) ?? []
            guard let lines = damage?(width) else { return sections }
            return [lines.map { StyledLine($0, .danger) }] + sections
        }
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        canvas.cursor = area.origin
        if let failure {
            canvas.write(
                lines: failure.wrapped(to: area.size.columns).prefix(height), column: 2, row: 2, style: .danger)
        } else if let picture {
            canvas.draw(picture, column: area.origin.column, row: area.origin.row)
            canvas.write(
                lines: damage?.lines(width: area.size.columns) ?? [], column: 2, row: area.origin.row, style: .danger)
            // A map has nothing to read in its corner, so the cursor reads the title.
            if damage == nil { canvas.cursor = nil }
        } else if content == nil {
            canvas.write("…", column: 2, row: 2, style: .faint)
        } else {
            let text = text
            if text.count == 0 { canvas.write("No hikes that count.", column: 2, row: 2) }
            let top = scroll.top(height: height, of: text.count)
            text.draw(from: top, on: &canvas, in: area)
            ScrollBar(top: top, height: height, total: text.count).draw(on: &canvas, row: 2)
        }
    }
}

extension Content {
    /// The years with hikes, and this one, in order.
    fileprivate var years: [Int] {
        let found = index.years().compactMap { if case .year(let year) = $0 { year } else { nil } }
        return Set(found + [today.year]).sorted()
    }
}
