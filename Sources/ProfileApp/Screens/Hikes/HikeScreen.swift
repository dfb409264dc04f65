internal import ProfileKit
internal import ProfileRendering

/// One hike on the whole screen: its page, and the actions on it.
struct HikeScreen: Screen {
    var window = Window()
    private(set) var id: Int
    /// Whether a trim is under way: until it is shown, the cursor is on the part before it.
    private var isTrimming = false
    private var shown = HikeLoader()
    /// The ids of the list that it was chosen from.
    private let ids: [Int]
    /// The tags that the form proposes.
    private var tagsInUse: [String]
    private let settings: AppSettings
    private var today: Day

    private var presentation: Presentation { settings.presentation }

    init(_ id: Int, among ids: [Int] = [], tagsInUse: [String] = [], settings: AppSettings, today: Day) {
        (self.id, self.ids, self.tagsInUse, self.settings, self.today) = (id, ids, tagsInUse, settings, today)
    }

    /// Shows a page that another screen has already loaded.
    init(_ page: HikePage, among ids: [Int], tagsInUse: [String] = [], settings: AppSettings, today: Day) {
        self.init(page.hike.id, among: ids, tagsInUse: tagsInUse, settings: settings, today: today)
        shown.show(.loaded(page), of: id)
    }

    /// The hike shown: the wanted one, or the previous one until that arrives.
    var detail: HikeDetail { shown.detail }

    mutating func begin(at now: Moment) -> [Effect] { request() }

    mutating func resume(at now: Moment) -> [Effect] {
        isTrimming = false
        return reload()
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        (today, tagsInUse) = (content.today, content.index.tagsInUse)
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
        case .hikesEdited(let edits, let change, takeBack: let number):
            return [.say(Toast(edited: edits, change, takeBack: number, at: now))]
        case .trimmed(let change, takeBack: let number):
            guard let change else {
                isTrimming = false
                return [.say(Toast("That is shown already", mark: "›", at: now))]
            }
            if change.ids == [id] { shown.change { $0.hideCursor() } }
            return [.say(Toast("Trimmed", change, undo: number.map { .hikes(.takeBack($0)) }, at: now))] + reload()
        case .failed:
            isTrimming = false
            return alert(about: reply)
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
        isTrimming = false
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

    var title: String { "Hike" }
    var note: String { "id \(id)" }

    var bindings: [KeyBinding<Self>] {
        let page = shown.page
        let view = page.flatMap { HikePageLayout($0, in: area).nextView }
        let viewName =
            switch view {
            case .graphs(let first)?: page?.measures[first].title.lowercased() ?? ""
            case .map?, nil: "map"
            }
        let isReadable = page.map { $0.hasGraphs || $0.hasMap } ?? false
        return [
            KeyBinding(page?.cursor == nil ? "back" : "hide cursor", .escape) { $0.leave() },
            KeyBinding(viewName, "m", when: view != nil),
            KeyBinding("figures", .enter, when: page != nil) { $0.showFigures() },
            KeyBinding("cursor", as: "←→", when: isReadable),
            KeyBinding("edit", "e", when: page != nil) { $0.showForm() },
            KeyBinding("remove", "x", also: [.delete], when: page != nil) { screen in
                screen.header.map { hike in
                    screen.ask(.removing([hike]), confirmed: [.request(.hikes(.remove([hike.id], shown: [hike])))])
                } ?? []
            },
            KeyBinding("favourite", "*", when: page != nil) { $0.toggleFavourite() },
            KeyBinding("same way", "=", in: .help, when: page != nil) { $0.showSameWay() },
            KeyBinding("photos", "p", in: .help, when: page != nil) { $0.showPhotos() },
            KeyBinding("trim: begin at the cursor", "[", in: .help, when: isReadable) { screen, _, now in
                screen.trim(isStart: true, at: now)
            },
            KeyBinding("trim: end at the cursor", "]", in: .help, when: isReadable) { screen, _, now in
                screen.trim(isStart: false, at: now)
            },
            KeyBinding("trim: show all of the recording", in: .palette, when: header?.trim != nil) { $0.showAll() },
            KeyBinding("splits and climbs", in: .palette, when: page != nil) { $0.showFigures() },
            KeyBinding("next hike", .up, .down, also: ["k", "j"], as: "↑↓", when: ids.count > 1) { screen, key, _ in
                screen.step(by: [.up, "k"].contains(key) ? -1 : 1)
            }, .help(),
            KeyBinding(
                "cursor to a \(presentation.units == .metric ? "kilometre" : "mile")", as: "0 … 9", in: .help,
                when: isReadable),
            KeyBinding("cursor by ten", as: "PgUp PgDn", in: .help, when: isReadable),
            KeyBinding("cursor to an end", as: "Home End", in: .help, when: isReadable), .back("q", in: .help),
        ]
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(let key): shown.change { [area] in _ = $0.press(key, in: area) }
        case .click(let point): click(point)
        case .resized, .paste, .tick: break
        }
        return []
    }

    private func showForm() -> [Effect] {
        header.map { [.show(HikeForm($0, tagsInUse: tagsInUse, units: presentation.units, today: today))] } ?? []
    }

    private func toggleFavourite() -> [Effect] {
        let edits = header.map { [$0].edits { $0.isFavourite.toggle() } } ?? []
        return edits.isEmpty ? [] : [.request(.hikes(.editAll(edits)))]
    }

    private func showFigures() -> [Effect] {
        header.map { [.show(FiguresScreen($0, units: presentation.units))] } ?? []
    }

    private func showSameWay() -> [Effect] { header.map { [.show(SameWayScreen($0, settings: settings))] } ?? [] }

    private func showPhotos() -> [Effect] { header.map { [.show(PhotosScreen($0, settings: settings))] } ?? [] }

    /// Shows the recording from the cursor on, or up to it.
    private mutating func trim(isStart: Bool, at now: Moment) -> [Effect] {
        guard !isTrimming, header != nil else { return [] }
        guard let cursor = shown.page?.kilometresAtCursor else {
            return [.say(Toast("First move the cursor there with ←→", mark: "›", at: now))]
        }
        isTrimming = true
        return [.request(.hikes(.trim(id, from: isStart ? cursor : nil, to: isStart ? nil : cursor)))]
    }

    private mutating func showAll() -> [Effect] {
        guard !isTrimming else { return [] }
        isTrimming = true
        return [.request(.hikes(.untrim(id)))]
    }

    /// Hides the cursor first.
    private mutating func leave() -> [Effect] {
        guard shown.page?.cursor != nil else { return [.close] }
        shown.change { $0.hideCursor() }
        return []
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

    private var area: CellRectangle {
        CellRectangle(
            column: 2, row: size.rows >= 20 ? 2 : 1, columns: max(size.columns - 4, 1),
            rows: max(size.rows - (size.rows >= 20 ? 3 : 2), 1))
    }

    func render(on canvas: inout Canvas, at now: Moment) {
        switch detail {
        case .loading: canvas.write("…", column: 2, row: 2, style: .faint)
        case .loaded(let page):
            page.draw(on: &canvas, in: area)
            // On what the cursor of the graphs reads, otherwise on the hike's name.
            let reading = page.cursor == nil ? nil : HikePageLayout(page, in: area).reading
            canvas.cursor = CellPoint(column: area.origin.column, row: reading ?? area.origin.row)
        case .failed(let message):
            canvas.write(
                lines: message.wrapped(to: max(size.columns - 4, 1)).prefix(4), column: 2, row: 2, style: .danger)
        }
    }
}

extension Alert {
    /// Asks whether to remove some hikes. Removed hikes can be restored.
    static func removing(_ hikes: [HikeHeader]) -> Alert {
        guard hikes.count == 1 else {
            return Alert(
                title: "Remove \(hikes.count.counted("hike"))?",
                text: "They no longer count in lists, totals and badges. You can restore them: press r in the list of "
                    + "hikes.", buttons: ["Back", "Remove"], focused: 0)
        }
        return Alert(
            title: "Remove", of: hikes[0].name,
            text: "It no longer counts in lists, totals and badges. You can restore it: press r in the list of hikes.",
            buttons: ["Back", "Remove"], focused: 0)
    }
}
