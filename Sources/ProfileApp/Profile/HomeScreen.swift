internal import ProfileKit
internal import ProfileRendering

/// The home: the list of hikes, newest first, with the latest on top and its graph open.
///
/// One hike is open at a time, so that no more than one hike's observations are held.
struct HomeScreen: Screen {
    enum Effect: Hashable, Sendable {
        /// The hike's observations are wanted: ``HomeScreen/loaded(_:)`` or ``HomeScreen/failed(loading:_:)``.
        case loadHike(Int)
        /// The profile's sheet is to be shown above.
        case openProfile
        /// The editor is to be opened on the draft that waits.
        case openDraft
        /// The app is to be left.
        case leave
    }

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
    let presentation: Presentation
    private(set) var today: Day

    /// - Parameters:
    ///   - hikes: in any order.
    ///   - draft: the saved draft, if there is one.
    ///   - size: the terminal's.
    init(hikes: [HikeHeader], draft: ProfileDraft?, presentation: Presentation, today: Day, size: CellSize) {
        self.hikes = hikes.sorted(by: .date)
        notice = draft?.notice(today: today)
        openHike = self.hikes.first?.id
        (self.presentation, self.today, self.size) = (presentation, today, size)
    }

    /// What is wanted when the screen is shown for the first time.
    func begin() -> [Effect] {
        openHike.map { [.loadHike($0)] } ?? []
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
    mutating func refresh(hikes: [HikeHeader], draft: ProfileDraft?, today: Day) -> [Effect] {
        self.today = today
        notice = draft?.notice(today: today)
        let hikes = hikes.sorted(by: .date)
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
        return begin()
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
        case .key(let key): return press(key)
        case .click(let point): return click(point)
        case .resized(let size):
            self.size = size
            showSelected()
            return []
        case .paste, .tick: return []
        }
    }

    private mutating func press(_ key: Key) -> [Effect] {
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
        case .character("p"): return [.openProfile]
        case .character("d"): return notice == nil ? [] : [.openDraft]
        case .character("q"): return [.leave]
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
        case .draft: return [.openDraft]
        case nil: break
        }
        return []
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
        return begin()
    }

    private mutating func showSelected() {
        let layout = HomeLayout(self, size: size)
        scroll.show(layout.lines(of: selected), height: layout.listHeight, of: layout.lineCount)
    }

    private var pageHeight: Int { max(1, HomeLayout(self, size: size).listHeight - 1) }

    func draw(on canvas: inout Canvas, at now: Moment) {
        render(on: &canvas)
    }

    /// Nothing here moves by itself.
    func nextTick(after now: Moment) -> Moment? { nil }
}
