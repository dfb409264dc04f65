internal import ProfileKit
internal import ProfileRendering

/// One hike on the whole screen: its page, and the actions on it.
struct HikeScreen: Screen {
    private(set) var id: Int
    private var shown = ShownDetail()
    private(set) var question: RemovalQuestion?
    private(set) var help: HelpSheet?
    private(set) var size: CellSize
    /// The ids of the list that it was chosen from.
    private let ids: [Int]
    private let settings: AppSettings
    private var today: Day

    private var presentation: Presentation { settings.presentation }

    init(_ id: Int, among ids: [Int] = [], settings: AppSettings, today: Day, size: CellSize) {
        (self.id, self.ids, self.settings, self.today, self.size) = (id, ids, settings, today, size)
    }

    /// Shows a page that another screen has already loaded.
    init(_ page: HikePage, among ids: [Int], settings: AppSettings, today: Day, size: CellSize) {
        self.init(page.hike.id, among: ids, settings: settings, today: today, size: size)
        shown.show(.loaded(page), of: id)
    }

    /// What is shown: the wanted hike, or the one before until that arrives.
    var detail: HikeDetail { shown.detail }

    mutating func begin(at now: Moment) -> [Effect] { request() }

    mutating func resume(at now: Moment) -> [Effect] { reload() }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        today = content.today
        return reload()
    }

    private mutating func reload() -> [Effect] {
        shown.forget()
        return request()
    }

    private mutating func request() -> [Effect] { shown.request(id, keepsLast: true) }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike, let recording, let damaged):
            return loaded(hike, recording: recording, damaged: damaged)
        case .noHike(let id, let error):
            shown.arrived(id)
            guard id == self.id else { return request() }
            shown.show(.failed(error.messageAboutHike), of: id)
            return []
        case .hikesChanged(let change):
            return [.close, .say(Toast(removed: change, at: now))]
        default: return alert(about: reply)
        }
    }

    /// Shows another hike from the list.
    private mutating func step(by steps: Int) -> [Effect] {
        guard let index = ids.firstIndex(of: id), ids.indices.contains(index + steps) else { return [] }
        id = ids[index + steps]
        return request()
    }

    /// Shows a requested hike, unless another one is wanted by now.
    @discardableResult
    mutating func loaded(_ hike: Hike, recording: Recording?, damaged: [DamagedPart] = []) -> [Effect] {
        shown.arrived(hike.id)
        guard hike.id == id else { return request() }
        let damage = DamageText(damaged, settings: settings)
        var page = HikePage(hike, recording: recording, damage: damage, presentation: presentation)
        if let old = shown.page {
            page.view = old.view
            if old.hike.id == id, let cursor = old.cursor { page.place(cursor: cursor) }
        }
        shown.show(.loaded(page), of: id)
        return []
    }

    // MARK: Input

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event { self.size = size }
        if help.handle(event, in: size) { return [] }
        if question != nil {
            return question.confirmed(by: event, in: size).map { [.request(.hikes(.remove($0.id)))] } ?? []
        }
        switch keys.translated(event, in: size) {
        case .key(let key): return press(key)
        case .click(let point): click(point)
        case .resized, .paste, .tick: break
        }
        return []
    }

    private mutating func press(_ key: Key) -> [Effect] {
        var isForPage = false
        shown.change { [area] in isForPage = $0.press(key, in: area) }
        if isForPage { return [] }
        switch key {
        case .down, .character("j"): return step(by: 1)
        case .up, .character("k"): return step(by: -1)
        case .character("e"):
            let form = header.map { HikeForm($0, units: presentation.units, today: today, size: size) }
            return form.map { [.show($0)] } ?? []
        case .character("x"), .delete: question = header.map { RemovalQuestion(hike: $0) }
        case .enter:
            let figures = header.map { FiguresScreen($0, units: presentation.units, size: size) }
            return figures.map { [.show($0)] } ?? []
        case .character("?"), .help: help = HelpSheet("Hike", keys.items + furtherKeys)
        case .escape where hideCursor(): break
        case .escape, .character("q"): return [.close]
        default: break
        }
        return []
    }

    /// Hides the cursor, which is what Escape does first.
    ///
    /// - Returns: whether there was a cursor.
    private mutating func hideCursor() -> Bool {
        guard shown.page?.cursor != nil else { return false }
        shown.change { $0.hideCursor() }
        return true
    }

    private mutating func click(_ point: CellPoint) {
        guard let page = shown.page, let plot = HikePageLayout(page, in: area).plot,
            plot.columnRange.contains(point.column)
        else { return }
        shown.change { $0.place(cursor: plot.fraction(ofColumn: point.column)) }
    }

    /// The hike to act on; `nil` until it is loaded, while the page still shows the one before.
    private var header: HikeHeader? {
        shown.page.flatMap { $0.hike.id == id ? $0.hike.header : nil }
    }

    // MARK: Drawing

    private var keys: KeyLine {
        let page = shown.page
        let figures: [KeyLine.Item] = page == nil ? [] : [.init(.enter, "figures")]
        let next: [KeyLine.Item] =
            switch page.flatMap({ HikePageLayout($0, in: area).nextView }) {
            case nil: []
            case .map: [.init(.character("m"), "map")]
            case .graphs(let first): [.init(.character("m"), page?.measures[first].title.lowercased() ?? "")]
            }
        let read: [KeyLine.Item] = isReadable ? [.init(keys: "←→", "cursor")] : []
        let leave = KeyLine.Item(.escape, page?.cursor == nil ? "back" : "hide cursor")
        let changes: [KeyLine.Item] =
            page == nil ? [] : [.init(.character("e"), "edit"), .init(.character("x"), "remove")]
        let others: [KeyLine.Item] = [.init(keys: "↑↓", "next hike"), .init(.character("?"), "help")]
        return KeyLine([leave] + next + figures + read + changes + others)
    }

    /// The keys that only the help lists.
    private var furtherKeys: [KeyLine.Item] {
        let cursor: [KeyLine.Item] = [
            .init(keys: "PgUp PgDn", "cursor by ten"), .init(keys: "Home End", "cursor to an end"),
        ]
        return (isReadable ? cursor : []) + [.init(.character("q"), "back")]
    }

    /// Whether the page has something that a cursor can read.
    private var isReadable: Bool {
        shown.page.map { $0.hasGraphs || $0.hasMap } ?? false
    }

    private var area: CellRectangle {
        CellRectangle(
            column: 2, row: size.rows >= 20 ? 2 : 1, columns: max(size.columns - 4, 1),
            rows: max(size.rows - (size.rows >= 20 ? 3 : 2), 1))
    }

    func draw(on canvas: inout Canvas, at now: Moment) {
        switch detail {
        case .loading: canvas.write("…", column: 2, row: 2, style: .faint)
        case .loaded(let page):
            page.draw(on: &canvas, in: area)
            // On what the cursor of the graphs reads, otherwise on the hike's name.
            let reading = page.cursor == nil ? nil : HikePageLayout(page, in: area).reading
            canvas.cursor = CellPoint(column: area.origin.column, row: reading ?? area.origin.row)
        case .failed(let message):
            for (line, text) in message.wrapped(to: max(size.columns - 4, 1)).prefix(4).enumerated() {
                canvas.write(text, column: 2, row: 2 + line, style: .danger)
            }
        }
        ScreenFrame(title: "Hike", note: "id \(id)", keys: keys).draw(on: &canvas)
        question?.alert.draw(on: &canvas, in: canvas.size.aboveKeyLine)
        help?.draw(on: &canvas)
    }
}
