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
        /// A row of the head.
        case head(Int)
    }

    var window = Window()
    var list: HikeList
    /// The id of the hike whose graph is open in a narrow list.
    private(set) var openHike: Int?
    /// The row of the open hike in the list.
    private(set) var openIndex: Int?
    private(set) var shown = HikeLoader()
    private(set) var measure = GraphMeasure.elevation
    /// The filter that the store was asked for.
    private var asked: HikeFilter?
    /// A hike that was added, and will be selected once it is in the index.
    private var addedHike: Int?
    private(set) var notice: DraftText?
    private(set) var head: HomeHead
    private(set) var photo = PhotoLoader()
    /// The row of the head that was moved to, by its index; `nil` while the list has the focus.
    var headRow: Int?
    private(set) var scroll = ScrollPosition()
    private(set) var content: Content
    let settings: AppSettings
    var editor = EditorOpening()
    /// The badges as the profile sheet last drew them.
    private var drawnBadges: BadgeStrip?
    private var theme: ThemeSetting
    /// Whether the store has just been created.
    private let isNew: Bool
    /// The account on display.
    let account: AccountStatus

    init(_ content: Content, of account: AccountStatus, isNew: Bool = false, settings: AppSettings) {
        (self.content, self.account, self.isNew, self.settings) = (content, account, isNew, settings)
        (list, theme) = (HikeList(content.index), settings.theme)
        head = HomeHead(content, depth: settings.presentation.depth)
        notice = content.summary.draft?.notice(today: content.today)
        openHike = content.index.hikes.first?.id
        openIndex = openHike == nil ? nil : 0
    }

    var index: HikeIndex { content.index }
    var presentation: Presentation { settings.presentation }
    var today: Day { content.today }
    /// How far the profile's goal is reached; `nil` without one.
    var goal: GoalProgress? { content.summary.goal }
    var damage: DamageText? { DamageText(content.damaged, settings: settings) }
    /// The command that imports hikes, for a shell.
    var importCommand: String { settings.commandLine("hike import FILE") }

    mutating func begin(at now: Moment) -> [Effect] {
        if isNew { return [.show(FirstHikesScreen())] }
        return request() + (settings.startsInEditor ? editor.open() : [])
    }

    mutating func resume(at now: Moment) -> [Effect] {
        (editor, asked) = (EditorOpening(), nil)
        shown.forget()
        photo.forget()
        return request()
    }

    /// The hike that was looked at last, or was added, is the selected one.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        switch closed {
        case let page as HikeScreen: return select(hike: page.id)
        case let form as HikeForm:
            addedHike = form.addedID
            return selectAdded()
        case let totals as StatisticsScreen: return list(totals.wantedPeriod)
        case let view as ViewScreen: return list(view.wantedPeriod)
        default: return []
        }
    }

    private mutating func list(_ period: HikePeriod?) -> [Effect] {
        guard let period, list.show(period) else { return [] }
        return showResults()
    }

    /// Whether the selected hike's page is beside the list.
    var isWide: Bool { HomeLayout.isWide(size) }

    /// The hike whose details are shown.
    private var wanted: Int? { isWide ? list.chosen?.id : openHike }

    private mutating func request() -> [Effect] { shown.request(wanted, keepsLast: isWide) + find() + drawPhoto() }

    private mutating func drawPhoto() -> [Effect] {
        let area = HomeLayout(self, size: size).head.photo
        return photo.request(
            head.photo.flatMap { photo in
                area.map { .init(photo: photo, size: $0.size, depth: presentation.depth) }
            })
    }

    /// Asks the store for the hikes that match what headers don't tell. One filter is asked at a time, and last the one
    /// that was typed last.
    private mutating func find() -> [Effect] {
        guard asked == nil, let question = list.question else { return [] }
        asked = question
        return [.request(.hikes(.find(question)))]
    }

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
        case .matches(let ids, let filter):
            asked = nil
            list.show(ids, foundFor: filter)
            followList()
            return request()
        case .failed where asked != nil:
            asked = nil
            return alert(about: reply)
        case .hikesChanged(let change):
            list.clearMarks()
            list.leaveOut(change.ids)
            followList()
            return [.say(Toast(removed: change, at: now))] + request()
        case .hikesEdited(let edits, let change, takeBack: let number):
            list.clearMarks()
            return [.say(Toast(edited: edits, change, takeBack: number, at: now))]
        case .photo(let canvas, let picture):
            photo.show(canvas, of: picture)
            showSelected()
            return drawPhoto()
        default: return editor.handle(reply, today: today) ?? alert(about: reply)
        }
    }

    /// Shows new content. The selected and the open hike stay the same if they still exist.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        let before = self.content
        self.content = content
        notice = content.summary.draft?.notice(today: today)
        head = HomeHead(content, depth: presentation.depth)
        // Notes and places change without the index. Content that repeats the hikes may have been read before those were
        // removed that the list leaves out.
        guard content.index != before.index || content.hikeReadings != before.hikeReadings else {
            showSelected()
            return drawPhoto()
        }
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

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .resized = event {
            showSelected()
            return request()
        }
        guard list.search == nil else { return type(event, at: now) }
        switch event {
        case .key(let key):
            if moveInHead(by: key) { return [] }
            return ListStep(key, page: pageHeight) == nil ? pressOnPage(key) : move(by: key)
        case .click(let point): return click(point)
        case .resized, .paste, .tick: return []
        }
    }

    mutating func move(by key: Key) -> [Effect] {
        guard let step = ListStep(key, page: pageHeight) else { return [] }
        select(step.moved(from: list.selected, of: list.count))
        return isWide ? request() : []
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

    /// Searches while a text is being typed.
    private mutating func type(_ event: Event, at now: Moment) -> [Effect] {
        guard case .click = event else { return list.type(event) ? showResults() : [] }
        list.closeSearch()
        return update(event, at: now)
    }

    /// Changes the query, and shows its results if they are others.
    mutating func query(_ change: (inout HikeList) -> Bool) -> [Effect] { change(&list) ? showResults() : [] }

    /// Shows the results of another query from the top.
    private mutating func showResults() -> [Effect] {
        (scroll, headRow) = (ScrollPosition(), nil)
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
        case .head(let row): return open(headRow: row)
        case nil: break
        }
        return []
    }

    // MARK: Other screens

    mutating func openChosen() -> [Effect] {
        if let row = focusedHeadRow { return open(headRow: row) }
        guard let hike = list.chosen else {
            return index.hikes.isEmpty && !index.isPartial ? [.show(FirstHikesScreen())] : []
        }
        list.keepChosen()
        // A page that nothing shows isn't read again when the hike changes.
        if let page = shown.page, page.hike.id == hike.id, !shown.isOutdated {
            return [
                .show(HikeScreen(page, among: list.ids, tagsInUse: index.tagsInUse, settings: settings, today: today))
            ]
        }
        return [
            .show(HikeScreen(hike.id, among: list.ids, tagsInUse: index.tagsInUse, settings: settings, today: today))
        ]
    }

    func form(_ hike: HikeHeader?) -> HikeForm {
        HikeForm(hike, tagsInUse: index.tagsInUse, units: presentation.units, today: today)
    }

    mutating func editChosen() -> [Effect] {
        list.keepChosen()
        guard list.marked.count < 2 else { return [.show(HikesForm(list.targets, tagsInUse: index.tagsInUse))] }
        return list.targets.first.map { [.show(form($0))] } ?? []
    }

    mutating func askToRemove() -> [Effect] {
        let hikes = list.targets
        guard !hikes.isEmpty else { return [] }
        return ask(.removing(hikes), confirmed: [.request(.hikes(.remove(hikes.map(\.id), shown: hikes)))])
    }

    /// Makes hikes favourites; if all of them are, none.
    mutating func toggleFavourites() -> [Effect] {
        list.keepChosen()
        let isFavourite = !list.targets.allSatisfy(\.isFavourite)
        let edits = list.targets.edits { $0.isFavourite = isFavourite }
        return edits.isEmpty ? [] : [.request(.hikes(.editAll(edits)))]
    }

    /// Compares the selected hikes with the first of them in the list.
    func compareMarked(at now: Moment) -> [Effect] {
        guard (2...HikeView.mostCompared).contains(list.marked.count) else {
            let text = "First select two to \(HikeView.mostCompared) hikes with Space"
            return [.say(Toast(text, mark: "›", at: now))]
        }
        let view = HikeView.comparison(list.targets.map(\.id), units: presentation.units)
        return [.show(ViewScreen(view, settings: settings))]
    }

    mutating func mark() -> [Effect] {
        list.mark()
        showSelected()
        return isWide ? request() : []
    }

    mutating func showProfile(at now: Moment) -> [Effect] {
        let sheet = ProfileScreen(content, settings: settings, size: size, drawn: drawnBadges, at: now)
        drawnBadges = sheet.summary.badges
        return [.show(sheet)]
    }

    mutating func changeTheme(at now: Moment) -> [Effect] {
        theme = ThemeSetting.allCases.cycled(from: theme)
        return [.use(theme), .say(Toast("Theme: \(theme.rawValue)", at: now))]
    }

    private mutating func select(_ row: Int) {
        headRow = nil
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

    mutating func toggleSelected() -> [Effect] {
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
}
