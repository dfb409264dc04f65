internal import ProfileKit
internal import ProfileRendering

/// One place: its values and notes, and the hikes that visited it.
struct PlaceScreen: Screen {
    var window = Window()
    let id: Int
    private var shown = PlaceLoader()
    /// The hikes that visited it, newest first.
    private(set) var hikes: [HikeHeader] = []
    private var list = ListPane()
    private var content: Content
    private let settings: AppSettings

    private var units: Units { settings.presentation.units }

    /// - Parameter known: the place that was read last, which may be another.
    init(_ id: Int, _ known: PlaceDetail?, _ content: Content, settings: AppSettings) {
        (self.id, self.content, self.settings) = (id, content, settings)
        if let known, known.entry.id == id { loaded(.place(known)) }
    }

    mutating func begin(at now: Moment) -> [Effect] { shown.request(id) }

    mutating func resume(at now: Moment) -> [Effect] {
        shown.forget()
        return shown.request(id)
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        return resume(at: now)
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        if case .placesChanged(let change, _, let number) = reply {
            let toast = Effect.say(Toast(change, takeBack: number, at: now))
            if case .remove(id, _) = change { return [.close, toast] }
            return [toast]
        }
        return loaded(reply) ? [] : alert(about: reply)
    }

    @discardableResult
    private mutating func loaded(_ reply: Reply) -> Bool {
        guard shown.handle(reply) else { return false }
        let visits = shown.found?.hikes ?? []
        let headers = content.index.hikes(visits)
        hikes = visits.compactMap { headers[$0] }
        select(list.selected)
        return true
    }

    /// The hike that was looked at last is the selected one.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        if let page = closed as? HikeScreen, let row = hikes.firstIndex(where: { $0.id == page.id }) { select(row) }
        return []
    }

    // MARK: Input

    var title: String { "Place" }
    var note: String { "id \(id)" }

    var bindings: [KeyBinding<Self>] {
        [
            .back(.escape), KeyBinding("hike", .enter, when: !hikes.isEmpty) { $0.showHike() },
            KeyBinding("edit", "e", when: shown.found != nil) { $0.edit() },
            KeyBinding("remove", "x", also: [.delete], when: shown.found != nil) { $0.askToRemove() },
            KeyBinding("favourite", "*", when: shown.found != nil) { $0.toggleFavourite() },
            .moves("choose", when: !hikes.isEmpty), .help(), .back("q", in: .help),
        ]
    }

    private func edit() -> [Effect] { shown.found.map { [.show(PlaceForm($0.entry))] } ?? [] }

    private mutating func askToRemove() -> [Effect] {
        guard let place = shown.found?.entry.place else { return [] }
        return ask(.removing(place), confirmed: [.request(.places(.change(.remove(id, place))))])
    }

    private func toggleFavourite() -> [Effect] {
        shown.found.map { [.request(.places(.change(.togglingFavourite(of: $0.entry))))] } ?? []
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .resized: select(list.selected)
        case .key(let key): _ = list.press(key, of: hikes.count, height: area.size.rows)
        case .click(let point):
            guard let row = list.row(at: point, of: hikes.count, in: area) else { break }
            if row == list.selected { return showHike() }
            select(row)
        case .paste, .tick: break
        }
        return []
    }

    private mutating func select(_ row: Int) { list.select(row, of: hikes.count, height: area.size.rows) }

    private func showHike() -> [Effect] {
        guard hikes.indices.contains(list.selected) else { return [] }
        return [
            .show(
                HikeScreen(
                    hikes[list.selected].id, among: hikes.map(\.id), tagsInUse: content.index.tagsInUse,
                    settings: settings, today: content.today))
        ]
    }

    // MARK: Drawing

    /// The place's values and notes. Half of the screen is left to the hikes.
    private var text: [String] {
        guard let place = shown.found else { return [] }
        let width = max(size.columns - 4, 1)
        let lines = PlaceText(entry: place.entry, nearest: place.nearest, units: units, width: width).lines
        let rows = max(size.rows - 3, 1)
        return lines.cut(to: hikes.isEmpty ? rows : max(rows / 2, 1), width: width)
    }

    private var area: CellRectangle {
        let top = 3 + text.count
        return CellRectangle(column: 1, row: top, columns: max(size.columns - 1, 1), rows: max(size.rows - 1 - top, 1))
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        if let failure = shown.failure {
            return canvas.write(
                lines: failure.wrapped(to: max(size.columns - 4, 1)).prefix(4), column: 2, row: 2, style: .danger)
        }
        guard shown.found != nil else {
            _ = canvas.write("…", column: 2, row: 2, style: .faint)
            return
        }
        for (row, line) in text.enumerated() {
            canvas.write(line, column: 2, row: 2 + row, style: row == 0 ? .title : .plain)
        }
        canvas.cursor = CellPoint(column: 2, row: 2)
        list.draw(on: &canvas, in: area, of: hikes.count) { row, width in
            HikeRow(hike: hikes[row], isOpen: nil, units: units).line(width: width)
        }
    }
}
