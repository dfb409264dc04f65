internal import ProfileKit
internal import ProfileRendering

/// The home: the list of hikes, newest first, with the latest on top and its graph open.
///
/// One hike is open at a time, so that no more than one hike's observations are held.
struct HomeScreen: Screen {
    /// The open hike's observations.
    enum Detail: Hashable, Sendable {
        case loading
        case loaded(Hike)
        case failed(String)
    }

    /// What the mouse can meet.
    enum Target: Hashable, Sendable {
        case hike(Int)
        case measure(GraphMeasure)
        case draft
    }

    /// Newest first; undated ones last.
    private(set) var hikes: [HikeHeader]
    /// The place of the chosen hike in the list; 0 in an empty one.
    private(set) var selected = 0
    /// The id of the hike whose graph is open.
    private(set) var openHike: Int?
    private(set) var detail = Detail.loading
    private(set) var measure = GraphMeasure.elevation
    private(set) var notice: DraftText?
    private(set) var scroll = ScrollPosition()
    private(set) var size: CellSize
    private(set) var content: Content
    private let settings: AppSettings
    private var editor = EditorOpening()
    /// The badges as the sheet last showed them.
    private var drawnBadges: BadgeRow?

    init(_ content: Content, settings: AppSettings, size: CellSize) {
        (self.content, self.settings, self.size) = (content, settings, size)
        hikes = content.hikes.sorted(by: .date)
        notice = content.summary.draft?.notice(today: content.today)
        openHike = hikes.first?.id
    }

    var presentation: Presentation { settings.presentation }
    var today: Day { content.today }

    mutating func begin(at now: Moment) -> [Effect] {
        loading() + (settings.beginsInEditor ? editor.open() : [])
    }

    mutating func resume(at now: Moment) -> [Effect] {
        editor = EditorOpening()
        return loading()
    }

    /// The open hike's observations are wanted.
    private func loading() -> [Effect] {
        openHike.map { [.request(.loadHike($0))] } ?? []
    }

    mutating func take(_ reply: Reply, at now: Moment) -> [Effect] {
        switch reply {
        case .hike(let hike): loaded(hike)
        case .noHike(let id, let error): failed(loading: id, error.message)
        default: return editor.take(reply, today: today, size: size) ?? alert(about: reply)
        }
        return []
    }

    /// Takes in a hike that was asked for. One that isn't open any more is let go.
    mutating func loaded(_ hike: Hike) {
        guard hike.id == openHike else { return }
        detail = .loaded(hike)
        showSelected()
    }

    /// Takes in that a hike couldn't be read.
    mutating func failed(loading id: Int, _ message: String) {
        if id == openHike { detail = .failed(message) }
    }

    /// Takes in what is stored now: the chosen and the open hike stay so, as far as they are still there.
    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        notice = content.summary.draft?.notice(today: today)
        let hikes = content.hikes.sorted(by: .date)
        guard hikes != self.hikes else { return [] }
        let (wasEmpty, chosen) = (self.hikes.isEmpty, chosenHike?.id)
        self.hikes = hikes
        selected = hikes.firstIndex { $0.id == chosen } ?? max(0, min(selected, hikes.count - 1))
        if wasEmpty || !hikes.contains(where: { $0.id == openHike }) {
            openHike = wasEmpty ? hikes.first?.id : nil
            detail = .loading
        }
        showSelected()
        // A hike that was replaced under its id is read again.
        return loading()
    }

    /// Whether the open hike has something to draw, as far as that is known.
    var hasGraph: Bool {
        switch detail {
        case .loading: true
        case .loaded(let hike): HikeGraph(hike, measure: measure, units: presentation.units).values != nil
        case .failed: false
        }
    }

    /// The hike that the keys are on.
    var chosenHike: HikeHeader? { hikes.indices.contains(selected) ? hikes[selected] : nil }

    mutating func update(_ event: Event, at now: Moment) -> [Effect] {
        switch keys.translated(event, in: size) {
        case .key(let key): return press(key, at: now)
        case .click(let point): return click(point)
        case .resized(let size):
            self.size = size
            showSelected()
            return []
        case .paste, .tick: return []
        }
    }

    private mutating func press(_ key: Key, at now: Moment) -> [Effect] {
        switch key {
        case .up: select(selected - 1)
        case .down: select(selected + 1)
        case .pageUp: select(selected - pageHeight)
        case .pageDown: select(selected + pageHeight)
        case .home: select(0)
        case .end: select(hikes.count - 1)
        case .enter, .character(" "): return toggleSelected()
        case .left: show(measureControl.value(movedBy: -1))
        case .right: show(measureControl.value(movedBy: 1))
        case .character("e"): show(.elevation)
        case .character("h"): show(.heartRate)
        case .character("a"): show(.pace)
        case .character("p"): return [.show(profile(at: now))]
        case .character("d"): return notice == nil ? [] : editor.open()
        case .character("q"): return [.close]
        default: break
        }
        return []
    }

    private mutating func click(_ point: CellPoint) -> [Effect] {
        var scratch = Canvas(size: size)
        switch render(on: &scratch).target(at: point) {
        case .hike(let index):
            select(index)
            return toggleSelected()
        case .measure(let chosen): show(chosen)
        case .draft: return editor.open()
        case nil: break
        }
        return []
    }

    private mutating func profile(at now: Moment) -> ProfileScreen {
        let sheet = ProfileScreen(content, settings: settings, size: size, drawn: drawnBadges, at: now)
        drawnBadges = sheet.summary.badges
        return sheet
    }

    private mutating func select(_ index: Int) {
        selected = max(0, min(index, hikes.count - 1))
        showSelected()
    }

    private mutating func show(_ chosen: GraphMeasure) {
        measure = chosen
        showSelected()
    }

    private mutating func toggleSelected() -> [Effect] {
        guard let hike = chosenHike else { return [] }
        openHike = openHike == hike.id ? nil : hike.id
        detail = .loading
        showSelected()
        return loading()
    }

    private mutating func showSelected() {
        let layout = HomeLayout(self, size: size)
        scroll.show(layout.lines(of: selected), height: layout.listHeight, of: layout.lineCount)
    }

    private var pageHeight: Int { max(1, HomeLayout(self, size: size).listHeight - 1) }

    func draw(on canvas: inout Canvas, at now: Moment) {
        render(on: &canvas)
    }
}
