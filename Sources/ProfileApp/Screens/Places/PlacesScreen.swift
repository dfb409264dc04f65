internal import ProfileKit
internal import ProfileRendering

/// The places by category: whether each was visited, how often, first and last, and which hike comes nearest to the
/// selected one.
struct PlacesScreen: Screen {
    var window = Window()
    private(set) var list = ChoiceList<PlaceEntry>(headRows: 2, footRows: 2)
    /// The category that is listed; `nil` for all.
    private(set) var category: String?
    /// Whether only favourites are listed.
    private(set) var showsFavourites = false
    /// The place that was added, until it is in the list.
    private var addedPlace: Int?
    private var content: Content
    private var categories: [PlaceCategory] = []
    /// The selected place as it was read, with the hike nearest to it.
    private var detail = PlaceLoader()
    private let settings: AppSettings

    init(_ content: Content, category: String? = nil, settings: AppSettings) {
        (self.content, self.category, self.settings) = (content, category, settings)
    }

    mutating func begin(at now: Moment) -> [Effect] { show() }

    mutating func resume(at now: Moment) -> [Effect] {
        detail.forget()
        return request()
    }

    mutating func refresh(_ content: Content, at now: Moment) -> [Effect] {
        self.content = content
        detail.forget()
        return show()
    }

    /// A place that was added is the selected one.
    mutating func uncover(by closed: any Screen, at now: Moment) -> [Effect] {
        guard let form = closed as? PlaceForm else { return [] }
        addedPlace = form.addedID
        return show()
    }

    mutating func handle(_ reply: Reply, at now: Moment) -> [Effect] {
        if case .placesChanged(let change, _, let number) = reply {
            return [.say(Toast(change, takeBack: number, at: now))]
        }
        guard detail.handle(reply) else { return alert(about: reply) }
        return request()
    }

    private mutating func request() -> [Effect] { detail.request(list.chosen?.id) }

    /// Lists what the category and the filter choose, and selects what was added.
    private mutating func show() -> [Effect] {
        listPlaces()
        if let added = addedPlace, content.places.contains(where: { $0.id == added }) {
            addedPlace = nil
            if row(of: added) == nil {
                (category, showsFavourites) = (nil, false)
                listPlaces()
            }
            if let row = row(of: added) { list.select(row, in: size) }
        }
        return request()
    }

    private func row(of id: Int) -> Int? { list.items?.firstIndex { $0.id == id } }

    private mutating func listPlaces() {
        let places = content.places
        // Without its last favourite, the filter would hide everything.
        if !places.contains(where: \.place.isFavourite) { showsFavourites = false }
        categories = PlaceCategory.all(of: showsFavourites ? places.filter(\.place.isFavourite) : places)
        if !categories.contains(where: { $0.name == category }) { category = nil }
        list.show(
            shown.flatMap(\.places), below: places.isEmpty ? DamageText(content.damaged, settings: settings) : nil,
            by: \.id, in: size)
    }

    private var shown: [PlaceCategory] { category.map { name in categories.filter { $0.name == name } } ?? categories }

    // MARK: Input

    var title: String { "Places" }

    var note: String {
        let all = shown.flatMap(\.places)
        return all.isEmpty ? "" : "\(all.count { $0.visits.count > 0 }.figure) of \(all.count.figure) visited"
    }

    var bindings: [KeyBinding<Self>] {
        let hasPlaces = list.count > 0
        return [
            .back(.escape), KeyBinding("show", .enter, when: hasPlaces) { $0.showChosen() },
            KeyBinding("category", .left, .right, also: [.tab], as: "←→", when: categories.count > 1) {
                screen, key, _ in screen.step(isBack: key == .left)
            },
            KeyBinding(
                showsFavourites ? "all" : "favourites", "f", when: content.places.contains(where: \.place.isFavourite)
            ) { screen in
                screen.showsFavourites.toggle()
                return screen.show()
            },
            KeyBinding("add", "a") { _ in [.show(PlaceForm())] },
            KeyBinding("edit", "e", in: .help, when: chosen != nil) { $0.edit() },
            KeyBinding("remove", "x", also: [.delete], in: .help, when: chosen != nil) { $0.askToRemove() },
            KeyBinding("favourite", "*", in: .help, when: chosen != nil) { $0.toggleFavourite() },
            .moves("choose", when: hasPlaces), .help(), .back("q", in: .help),
        ]
    }

    /// The selected place with its notes, once it is read.
    private var chosen: PlaceEntry? { detail.found(of: list.chosen?.id)?.entry }

    private func edit() -> [Effect] { chosen.map { [.show(PlaceForm($0))] } ?? [] }

    private mutating func askToRemove() -> [Effect] {
        guard let chosen else { return [] }
        return ask(.removing(chosen.place), confirmed: [.request(.places(.change(.remove(chosen.id, chosen.place))))])
    }

    private func toggleFavourite() -> [Effect] {
        chosen.map { [.request(.places(.change(.togglingFavourite(of: $0))))] } ?? []
    }

    mutating func receive(_ event: Event, at now: Moment) -> [Effect] {
        if case .click(let point) = event,
            let chosen = control.areas(column: 1, row: 1, width: size.columns).first(where: { $0.area.contains(point) })
        {
            category = chosen.value
            return show()
        }
        return list.update(event, in: size) ? showChosen() : request()
    }

    private mutating func step(isBack: Bool) -> [Effect] {
        let names = [nil] + categories.map { Optional($0.name) }
        category = (isBack ? names.reversed() : names).cycled(from: category)
        return show()
    }

    private func showChosen() -> [Effect] {
        list.chosen.map { [.show(PlaceScreen($0.id, detail.current, content, settings: settings))] } ?? []
    }

    // MARK: Drawing

    /// The categories; only the chosen one where not all fit into a row.
    private var control: SegmentedControl<String?> {
        let all = [(nil, "All")] + categories.map { (Optional($0.name), $0.title) }
        func control(_ segments: [(String?, String)]) -> SegmentedControl<String?> {
            SegmentedControl(segments: segments.map { ($0.0, $0.1) }, chosen: category, isFocused: false)
        }
        let fits = control(all).areas(column: 1, row: 0, width: size.columns).allSatisfy { $0.area.origin.row == 0 }
        return control(fits ? all : all.filter { $0.0 == category })
    }

    private var showsCategory: Bool { category == nil && categories.count > 1 }

    func render(on canvas: inout Canvas, at now: Moment) {
        if !categories.isEmpty {
            _ = control.draw(on: &canvas, column: 1, row: 1)
            PlaceRow.heading(width: size.columns - 2, showsCategory: showsCategory)
                .draw(on: &canvas, column: 1, row: 2)
        }
        list.draw(on: &canvas, empty: "No places yet.") { entry, width in
            PlaceRow(entry: entry, showsCategory: showsCategory).line(width: width)
        }
        if content.places.isEmpty, content.damaged.isEmpty {
            let command = "Press a to add one, or in a shell: \(settings.commandLine("place import FILE"))"
            canvas.write(lines: command.wrapped(to: max(size.columns - 3, 1)), column: 2, row: 5, style: .faint)
        }
        let foot = list.foot(in: size)
        guard foot.size.rows > 0, let nearest = detail.found(of: list.chosen?.id)?.nearest else { return }
        let tail = ", \(nearest.distanceText(units: settings.presentation.units))"
        let (text, room) = ("Nearest: \(nearest.hike.name.terminalSafe)", max(foot.size.columns - tail.cells, 0))
        canvas.write(
            (text.cells > room ? text.fitted(to: room) : text) + tail, column: foot.origin.column,
            row: foot.origin.row + 1, style: .faint)
    }
}
