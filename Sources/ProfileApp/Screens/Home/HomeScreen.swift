internal import ProfileKit
internal import ProfileRendering

/// The home screen: the list of hikes, newest first, and from 100 columns on the selected hike's page beside it.
///
/// In a narrower window one hike, at first the latest, has a graph below its row. One hike is loaded at a time.
struct HomeScreen: Screen {
    /// A part of the screen that can be clicked.
    enum Target: Hashable, Sendable {
        /// A row of the list.
        case hike(Int)
        case measure(GraphMeasure)
        case draft
        case search
        /// The dots of the page's graphs.
        case graph(CellRectangle)
    }

    private(set) var list: HikeList
    /// The id of the hike whose graph is open in a narrow list.
    private(set) var openHike: Int?
    /// Its row in the list.
    private(set) var openIndex: Int?
    private(set) var shown = ShownDetail()
    private(set) var measure = GraphMeasure.elevation
    /// A hike that was added, and is to be selected when it is in the index.
    private var addedHike: Int?
    private(set) var notice: DraftText?
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
    /// Whether the store has just been created.
    private let isNew: Bool
    /// The account on display.
    let facts: AccountFacts

    init(_ content: Content, of facts: AccountFacts, isNew: Bool = false, settings: AppSettings, size: CellSize) {
        (self.content, self.facts, self.isNew, self.settings, self.size) = (content, facts, isNew, settings, size)
        (list, theme) = (HikeList(content.index), settings.theme)
        notice = content.summary.draft?.notice(today: content.today)
        openHike = content.index.hikes.first?.id
        openIndex = openHike == nil ? nil : 0
    }

    var index: HikeIndex { content.index }
    var presentation: Presentation { settings.presentation }
    var today: Day { content.today }
    var damage: DamageText? { DamageText(content.damaged, settings: settings) }
    /// The command that imports hikes, for a shell.
    var importCommand: String { settings.completedCommands("profile hike import FILE") }

    mutating func begin(at now: Moment) -> [Effect] {
        if isNew { return [.show(FirstHikesScreen(size: size))] }
        return request() + (settings.startsInEditor ? editor.open() : [])
    }

    mutating func resume(at now: Moment) -> [Effect] {
        editor = EditorOpening()
        shown.forget()
        return request()
    }

    /// The hike that was looked at last, or was added, is the selected one.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        switch closed {
        case let page as HikeScreen: return select(hike: page.id)
        case let form as HikeForm:
            addedHike = form.addedID
            return selectAdded()
        case let totals as StatisticsScreen:
            guard let period = totals.wantedPeriod, list.show(period) else { return [] }
            return showResults()
        default: return []
        }
    }

    /// Whether the selected hike's page is beside the list.
    var isWide: Bool { HomeLayout.isWide(size) }

    /// The hike whose details are shown.
    private var wanted: Int? { isWide ? list.chosen?.id : openHike }

    private mutating func request() -> [Effect] { shown.request(wanted, keepsLast: isWide) }

    // MARK: What comes from the store

    /// Shows a requested hike, unless another one is selected by now.
    mutating func loaded(_ hike: Hike, recording: Recording? = nil, damaged: [DamagedPart] = []) -> [Effect] {
        shown.arrived(hike.id)
        guard hike.id == wanted else { return request() }
        let damage = DamageText(damaged, settings: settings)
        let page = HikePage(hike, recording: recording, damage: damage, presentation: presentation)
        shown.show(.loaded(page), of: hike.id)
        showSelected()
        return []
    }

    /// Shows why a hike couldn't be read.
    mutating func failed(loading id: Int, _ message: String) -> [Effect] {
        shown.arrived(id)
        guard id == wanted else { return request() }
        shown.show(.failed(message), of: id)
        return []
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike, let recording, let damaged):
            return loaded(hike, recording: recording, damaged: damaged)
        case .noHike(let id, let error): return failed(loading: id, error.message)
        case .hikesChanged(let change):
            list.leaveOut(change.ids)
            followList()
            return [.say(Toast(removed: change, at: now))] + request()
        default: return editor.handle(reply, today: today, size: size) ?? alert(about: reply)
        }
    }

    /// Shows new content. The selected and the open hike stay the same if they still exist.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        let before = self.content
        self.content = content
        notice = content.summary.draft?.notice(today: today)
        // Content that repeats the hikes may have been read before those were removed that the list leaves out.
        let isReadAnew = content.hikeReadings != before.hikeReadings
        guard content.index != before.index || isReadAnew && list.leavesOut else { return [] }
        // Until the user chooses a hike, the latest one is open.
        let opensLatest = before.index.hikes.isEmpty || !list.hasChosen && openHike != nil
        if opensLatest { openHike = content.index.hikes.first?.id }
        list.show(content.index)
        followList()
        // The hike may have been replaced by another with the same id.
        shown.forget()
        return selectAdded() + request()
    }

    /// Follows a change of the list.
    private mutating func followList() {
        openIndex = list.row(of: openHike)
        if openIndex == nil { openHike = nil }
        showSelected()
    }

    // MARK: Input

    var takesText: Bool { list.search != nil }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized(let size) = event {
            self.size = size
            showSelected()
            return request()
        }
        if help.handle(event, in: size) { return [] }
        if question != nil {
            return question.confirmed(by: event, in: size).map { [.request(.hikes(.remove($0.id)))] } ?? []
        }
        if list.search != nil { return type(event, at: now) }
        switch keys.translated(event, in: size) {
        case .key(let key): return press(key, at: now)
        case .click(let point): return click(point)
        case .resized, .paste, .tick: return []
        }
    }

    private mutating func press(_ key: Key, at now: Moment) -> [Effect] {
        if let step = ListStep(key, page: pageHeight) {
            select(step.moved(from: list.selected, of: list.count))
            return isWide ? request() : []
        }
        if let changes = list.press(key) { return changes ? showResults() : [] }
        switch key {
        case .enter: return openChosen()
        case .character(" "): return toggleSelected()
        case .left, .right, .wordLeft, .wordRight, .character("m"): return pressOnPage(key)
        case .character("/"): list.openSearch()
        case .character("x"), .delete: question = list.chosen.map { RemovalQuestion(hike: $0) }
        case .character("e"):
            list.keepChosen()
            return list.chosen.map { [.show(form($0))] } ?? []
        case .character("p"): return [.show(profile(at: now))]
        case .character("d"): return notice == nil ? [] : editor.open()
        case .character("q"): return [.close]
        case .character("T"):
            theme = ThemeSetting.allCases.cycled(from: theme)
            return [.use(theme), .say(Toast("Theme: \(theme.rawValue)", at: now))]
        case .character("?"), .help: help = HelpSheet("Hikes", keys.items + furtherKeys)
        case .character(let letter): return HomeDestination(key: letter).map { [.show(screen($0, at: now))] } ?? []
        default: break
        }
        return []
    }

    /// Keys that move the page's cursor in a wide window, and choose the graph in a narrow one.
    private mutating func pressOnPage(_ key: Key) -> [Effect] {
        if let area = HomeLayout(self, size: size).page {
            shown.change { _ = $0.press(key, in: area) }
        } else if key == .left || key == .right {
            show(measureControl.value(movedBy: key == .left ? -1 : 1))
        }
        return []
    }

    /// Searches while a text is being typed. Enter keeps the results, Escape clears the search.
    private mutating func type(_ event: Event, at now: Moment) -> [Effect] {
        let event = keys.translated(event, in: size)
        switch event {
        case .key(.help): help = HelpSheet("Search", keys.items + furtherKeys)
        case .key(.escape): return list.clearSearch() ? showResults() : []
        case .key(.enter), .key(.tab): list.closeSearch()
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .key(.wheelUp), .key(.wheelDown):
            if case .key(let key) = event { return press(key, at: now) }
        case .click:
            list.closeSearch()
            return update(event, at: now)
        default: return list.type(event) ? showResults() : []
        }
        return []
    }

    /// Shows the results of another query from the top.
    private mutating func showResults() -> [Effect] {
        scroll = ScrollPosition()
        followList()
        return request()
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        switch target(at: point) {
        case .hike(let row):
            let wasSelected = row == list.selected
            select(row)
            guard isWide else { return toggleSelected() }
            return wasSelected ? openChosen() : request()
        case .measure(let chosen): show(chosen)
        case .draft: return editor.open()
        case .search: list.openSearch()
        case .graph(let plot): shown.change { $0.place(cursor: plot.fraction(ofColumn: point.column)) }
        case nil: break
        }
        return []
    }

    // MARK: Other screens

    private mutating func openChosen() -> [Effect] {
        guard let hike = list.chosen else {
            return index.hikes.isEmpty && !index.isPartial ? [.show(FirstHikesScreen(size: size))] : []
        }
        list.keepChosen()
        if let page = shown.page, page.hike.id == hike.id {
            return [.show(HikeScreen(page, among: list.ids, settings: settings, today: today, size: size))]
        }
        return [.show(HikeScreen(hike.id, among: list.ids, settings: settings, today: today, size: size))]
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

    private mutating func select(_ row: Int) {
        list.select(row)
        showSelected()
    }

    /// Selects a hike, unless it is left out of the list.
    private mutating func select(hike id: Int) -> [Effect] {
        guard list.chosen?.id != id, let row = list.row(of: id) else { return [] }
        select(row)
        return request()
    }

    /// Selects the hike that was added, once the index has it. A search or filter that leaves it out ends.
    private mutating func selectAdded() -> [Effect] {
        guard let id = addedHike, index.hikes.contains(where: { $0.id == id }) else { return [] }
        addedHike = nil
        let shown = list.row(of: id) == nil && list.showAll() ? showResults() : []
        return shown + select(hike: id)
    }

    private mutating func show(_ chosen: GraphMeasure) {
        measure = chosen
        showSelected()
    }

    private mutating func toggleSelected() -> [Effect] {
        guard let hike = list.chosen, !isWide else { return [] }
        list.keepChosen()
        let closes = openHike == hike.id
        (openHike, openIndex) = closes ? (nil, nil) : (hike.id, list.selected)
        showSelected()
        return request()
    }

    private mutating func showSelected() {
        let layout = HomeLayout(self, size: size)
        scroll.show(layout.lines(of: list.selected), height: layout.listHeight, of: layout.lineCount)
    }

    private var pageHeight: Int { max(1, HomeLayout(self, size: size).listHeight - 1) }

    func draw(on canvas: inout Canvas, at now: Moment) {
        render(on: &canvas)
        question?.alert.draw(on: &canvas, in: canvas.size.aboveKeyLine)
        help?.draw(on: &canvas)
    }
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
