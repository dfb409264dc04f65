internal import ProfileKit
internal import ProfileRendering

/// The home screen: the list of hikes, newest first, and from 100 columns on the selected hike's page beside it.
///
/// In a narrower window one hike, at first the latest, has a graph below its row. One hike is loaded at a time.
struct HomeScreen: Screen {
    /// The details of the displayed hike.
    enum Detail: Sendable {
        case loading
        case loaded(HikePage)
        case failed(String)
    }

    /// A part of the screen that can be clicked.
    enum Target: Hashable, Sendable {
        /// A place in the list.
        case hike(Int)
        case measure(GraphMeasure)
        case draft
        case search
        /// The dots of the page's graphs.
        case graph(CellRectangle)
    }

    private(set) var query = HikeQuery()
    /// The hikes of the list, as places in the index.
    private(set) var places: [Int32]
    /// The place of the selected hike in the list; 0 in an empty one.
    private(set) var selected = 0
    /// Whether the user has chosen a hike; until then the newest one is selected.
    private var hasChosen = false
    /// The id of the hike whose graph is open in a narrow list.
    private(set) var openHike: Int?
    /// Its place in the list.
    private(set) var openPlace: Int?
    private(set) var detail = Detail.loading
    /// The hike that the detail belongs to.
    private(set) var detailHike: Int?
    /// The hike whose details were requested and haven't arrived.
    private var requested: Int?
    private(set) var measure = GraphMeasure.elevation
    private(set) var notice: DraftText?
    /// The search field, while it is open.
    private(set) var search: TextInput?
    private(set) var question: RemovalQuestion?
    private(set) var help: HelpSheet?
    private(set) var scroll = ScrollPosition()
    private(set) var size: CellSize
    private(set) var content: Content
    private let settings: AppSettings
    private var editor = EditorOpening()
    /// The badges as the profile sheet last drew them.
    private var drawnBadges: BadgeStrip?
    private var theme: ThemeSetting
    /// The ids of hikes that were removed here, until the list is read again.
    private var removedHikes: Set<Int> = []
    /// Whether the store has just been created.
    private let isNew: Bool
    /// The account on display.
    private let facts: AccountFacts

    init(_ content: Content, of facts: AccountFacts, isNew: Bool = false, settings: AppSettings, size: CellSize) {
        (self.content, self.facts, self.isNew, self.settings, self.size) = (content, facts, isNew, settings, size)
        theme = settings.theme
        places = content.index.places(for: HikeQuery())
        notice = content.summary.draft?.notice(today: content.today)
        openHike = content.index.hikes.first?.id
        openPlace = openHike == nil ? nil : 0
    }

    var index: HikeIndex { content.index }
    var presentation: Presentation { settings.presentation }
    var today: Day { content.today }
    var damage: DamageText? { DamageText(content.damaged, settings: settings) }
    /// The command that imports hikes, for a shell.
    var importCommand: String { settings.completed("profile hike import FILE") }

    mutating func begin(at now: Moment) -> [Effect] {
        if isNew { return [.show(FirstHikesScreen(size: size))] }
        return request() + (settings.beginsInEditor ? editor.open() : [])
    }

    mutating func resume(at now: Moment) -> [Effect] {
        (editor, requested, detailHike) = (EditorOpening(), nil, nil)
        return request()
    }

    /// The selected hike.
    var chosenHike: HikeHeader? { hike(at: selected) }

    private func chosenHike(in index: HikeIndex) -> HikeHeader? {
        places.indices.contains(selected) ? index.hikes[Int(places[selected])] : nil
    }

    func hike(at place: Int) -> HikeHeader? {
        places.indices.contains(place) ? index.hikes[Int(places[place])] : nil
    }

    /// Whether the selected hike's page is beside the list.
    var isWide: Bool { HomeLayout.isWide(size) }

    /// The hike whose details are shown.
    private var wanted: Int? { isWide ? chosenHike?.id : openHike }

    /// Requests the details to show, one hike at a time, so that scrolling through the list loads only a few.
    private mutating func request() -> [Effect] {
        guard let wanted, requested == nil, wanted != detailHike else { return [] }
        requested = wanted
        if !isWide { detail = .loading }
        return [.request(.loadHike(wanted))]
    }

    // MARK: What comes from the store

    /// Shows a requested hike, unless another one is selected by now.
    mutating func loaded(_ hike: Hike, recording: Recording? = nil, damaged: [DamagedPart] = []) -> [Effect] {
        if hike.id == requested { requested = nil }
        guard hike.id == wanted else { return request() }
        let damage = DamageText(damaged, settings: settings)
        detail = .loaded(HikePage(hike, recording: recording, damage: damage, presentation: presentation))
        detailHike = hike.id
        showSelected()
        return []
    }

    /// Shows why a hike couldn't be read.
    mutating func failed(loading id: Int, _ message: String) -> [Effect] {
        if id == requested { requested = nil }
        guard id == wanted else { return request() }
        (detail, detailHike) = (.failed(message), id)
        return []
    }

    mutating func take(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike, let recording, let damaged):
            return loaded(hike, recording: recording, damaged: damaged)
        case .noHike(let id, let error): return failed(loading: id, error.message)
        case .hikesChanged(let change):
            removedHikes.formUnion(change.ids)
            list(choosing: nil)
            let text = ["Removed", Toast.words(for: change)].compactMap(\.self).joined(separator: " · ")
            let undo = change.ids.first.map { Request.restoreHike($0) }
            return [.say(Toast(text, undo: change.lost.isEmpty ? undo : nil, at: now))] + request()
        default: return editor.take(reply, today: today, size: size) ?? alert(about: reply)
        }
    }

    /// Shows new content. The selected and the open hike stay the same if they still exist.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        let before = self.content
        self.content = content
        notice = content.summary.draft?.notice(today: today)
        guard content.index != before.index else { return [] }
        let chosen = before.index.hikes.isEmpty ? nil : chosenHike(in: before.index)
        if before.index.hikes.isEmpty { openHike = content.index.hikes.first?.id }
        removedHikes = []
        if !hasChosen, openHike != nil { openHike = content.index.hikes.first?.id }
        list(choosing: hasChosen ? chosen?.id : nil)
        // The hike may have been replaced by another with the same id.
        (detailHike, requested) = (nil, nil)
        return request()
    }

    /// Rebuilds the list.
    private mutating func list(choosing id: Int?) {
        places = index.places(for: query)
        if !removedHikes.isEmpty { places = places.filter { !removedHikes.contains(index.hikes[Int($0)].id) } }
        func place(of id: Int?) -> Int? {
            id.flatMap { id in places.firstIndex { index.hikes[Int($0)].id == id } }
        }
        selected = place(of: id) ?? max(0, min(selected, places.count - 1))
        openPlace = place(of: openHike)
        if openPlace == nil { openHike = nil }
        showSelected()
    }

    // MARK: Input

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event {
            self.size = size
            showSelected()
            return request()
        }
        if help.take(event, in: size) { return [] }
        if let asked = question {
            question = asked.after(event, in: size.aboveKeyLine)
            return asked.isConfirmed(by: event, in: size.aboveKeyLine) ? [.request(.removeHike(asked.hike.id))] : []
        }
        if search != nil { return type(event, at: now) }
        switch keys.translated(event, in: size) {
        case .key(let key): return press(key, at: now)
        case .click(let point): return click(point)
        case .resized, .paste, .tick: return []
        }
    }

    private mutating func press(_ key: Key, at now: Moment) -> [Effect] {
        if let step = ListStep(key, page: pageHeight) {
            select(step.moved(from: selected, of: places.count))
            return isWide ? request() : []
        }
        switch key {
        case .enter: return openChosen()
        case .character(" "): return toggleSelected()
        case .left, .right, .wordLeft, .wordRight, .character("m"): return pressOnPage(key)
        case .character("/"): search = TextInput(query.words, placeholder: "part of a name", limit: 64)
        case .escape where query.isFilter || query.order != .date: return ask(for: HikeQuery())
        case .character("s"): return ask { $0.order = HikeOrder.allCases.cycled(from: $0.order) }
        case .character("S"): return ask { $0.order = HikeOrder.allCases.reversed().cycled(from: $0.order) }
        case .character("y"): return ask { [index] in $0.year = index.years(of: $0.activity).stepped(from: $0.year) }
        case .character("Y"):
            return ask { [index] in $0.year = index.years(of: $0.activity).reversed().stepped(from: $0.year) }
        case .character("f"):
            return ask { [index] in $0.activity = index.activities(in: $0.year).stepped(from: $0.activity) }
        case .character("F"):
            return ask { [index] in $0.activity = index.activities(in: $0.year).reversed().stepped(from: $0.activity) }
        case .character("x"), .delete: question = chosenHike.map { RemovalQuestion(hike: $0) }
        case .character("e"): return chosenHike.map { [.show(form($0))] } ?? []
        case .character("p"): return [.show(profile(at: now))]
        case .character("d"): return notice == nil ? [] : editor.open()
        case .character("q"): return [.close]
        case .character("T"):
            theme = ThemeSetting.allCases.cycled(from: theme)
            return [.use(theme), .say(Toast("Theme: \(theme.rawValue)", at: now))]
        case .character("?"), .help: help = HelpSheet("Hikes", keys.items)
        case .character(let letter): return HomeDestination(key: letter).map { [.show(screen($0, at: now))] } ?? []
        default: break
        }
        return []
    }

    /// Keys that move the page's cursor in a wide window, and choose the graph in a narrow one.
    private mutating func pressOnPage(_ key: Key) -> [Effect] {
        if case .loaded(var page) = detail, let part = HomeLayout(self, size: size).page {
            _ = page.press(key, in: part)
            detail = .loaded(page)
        } else if !isWide, key == .left || key == .right {
            show(measureControl.value(movedBy: key == .left ? -1 : 1))
        }
        return []
    }

    /// Searches while a text is being typed. Enter keeps the results, Escape clears the search.
    private mutating func type(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .key(.escape):
            search = nil
            return ask { $0.words = "" }
        case .key(.enter), .key(.tab): search = nil
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.wheelUp), .key(.wheelDown):
            if case .key(let key) = event { return press(key, at: now) }
        case .click:
            search = nil
            return update(event, at: now)
        default:
            guard var field = search, field.update(event) else { return [] }
            search = field
            return ask { $0.words = field.text }
        }
        return []
    }

    private mutating func ask(_ change: (inout HikeQuery) -> Void) -> [Effect] {
        var changed = query
        change(&changed)
        return ask(for: changed)
    }

    private mutating func ask(for changed: HikeQuery) -> [Effect] {
        guard changed != query else { return [] }
        query = changed
        // The results are shown from the top.
        selected = 0
        scroll = ScrollPosition()
        list(choosing: nil)
        return request()
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        var scratch = Canvas(size: size)
        switch render(on: &scratch).target(at: point) {
        case .hike(let place):
            let wasSelected = place == selected
            select(place)
            guard isWide else { return toggleSelected() }
            return wasSelected ? openChosen() : request()
        case .measure(let chosen): show(chosen)
        case .draft: return editor.open()
        case .search: search = TextInput(query.words, placeholder: "part of a name", limit: 64)
        case .graph(let plot):
            guard case .loaded(var page) = detail else { return [] }
            page.place(cursor: (Double(point.column - plot.origin.column) + 0.5) / Double(max(plot.size.columns, 1)))
            detail = .loaded(page)
        case nil: break
        }
        return []
    }

    // MARK: Other screens

    private func openChosen() -> [Effect] {
        guard let hike = chosenHike else { return [] }
        let ids = places.map { index.hikes[Int($0)].id }
        if case .loaded(let page) = detail, page.hike.id == hike.id {
            return [.show(HikeScreen(page, among: ids, settings: settings, today: today, size: size))]
        }
        return [.show(HikeScreen(hike.id, among: ids, settings: settings, today: today, size: size))]
    }

    private func form(_ hike: HikeHeader?) -> HikeForm {
        HikeForm(hike, units: presentation.units, today: today, size: size)
    }

    private mutating func profile(at now: Moment) -> ProfileScreen {
        let sheet = ProfileScreen(content, settings: settings, size: size, drawn: drawnBadges, at: now)
        drawnBadges = sheet.summary.badges
        return sheet
    }

    private func screen(_ destination: HomeDestination, at now: Moment) -> any Screen {
        switch destination {
        case .badges: BadgesScreen(content, settings: settings, size: size, at: now)
        case .statistics: StatisticsScreen(settings: settings, today: today, size: size)
        case .history: HistoryScreen(settings: settings, today: today, size: size)
        case .importing: ImportScreen(size: size)
        case .adding: form(nil)
        case .removed: RemovedScreen(settings: settings, size: size)
        case .gate: GateMenuScreen(facts, settings: settings, size: size)
        }
    }

    private mutating func select(_ place: Int) {
        hasChosen = true
        selected = max(0, min(place, places.count - 1))
        showSelected()
    }

    private mutating func show(_ chosen: GraphMeasure) {
        measure = chosen
        showSelected()
    }

    private mutating func toggleSelected() -> [Effect] {
        guard let hike = chosenHike, !isWide else { return [] }
        hasChosen = true
        let closes = openHike == hike.id
        (openHike, openPlace) = closes ? (nil, nil) : (hike.id, selected)
        showSelected()
        return request()
    }

    private mutating func showSelected() {
        let layout = HomeLayout(self, size: size)
        scroll.show(layout.lines(of: selected), height: layout.listHeight, of: layout.lineCount)
    }

    private var pageHeight: Int { max(1, HomeLayout(self, size: size).listHeight - 1) }

    func draw(on canvas: inout Canvas, at now: Moment) {
        render(on: &canvas)
        question?.alert.draw(on: &canvas, in: canvas.size.aboveKeyLine)
        help?.draw(on: &canvas)
    }
}

extension Array where Element: Equatable {
    /// The element after one, with `nil` between the last and the first.
    fileprivate func stepped(from element: Element?) -> Element? {
        guard let element, let place = firstIndex(of: element) else { return first }
        return place + 1 < count ? self[place + 1] : nil
    }

    /// The element after one; after the last, the first.
    fileprivate func cycled(from element: Element) -> Element { stepped(from: element) ?? first ?? element }
}

/// The screens that a letter on the home screen leads to.
enum HomeDestination: Hashable, Sendable {
    case badges, statistics, history, importing, adding, removed, gate

    init?(key: Character) {
        guard let found = Self.keys.first(where: { $0.key == key }) else { return nil }
        self = found.destination
    }

    static let keys: [(key: Character, destination: HomeDestination, label: String)] = [
        ("b", .badges, "badges"), ("t", .statistics, "totals"), ("i", .importing, "import"),
        ("a", .adding, "add"), ("h", .history, "history"), ("r", .removed, "removed hikes"),
        ("c", .gate, "codes & account"),
    ]
}
