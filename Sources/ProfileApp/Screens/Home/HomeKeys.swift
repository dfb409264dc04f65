internal import ProfileKit
internal import ProfileRendering

/// The keys of the home screen, and the commands that have none.
extension HomeScreen {
    var bindings: [KeyBinding<Self>] {
        guard list.search == nil else { return searchKeys }
        return firstKeys + (index.hikes.isEmpty ? [.help(), codes] : [.help()]) + furtherKeys + commandsWithoutKey
    }

    private var searchKeys: [KeyBinding<Self>] {
        let keys: [KeyBinding<Self>] = [
            KeyBinding("keep", .enter, also: [.tab]) { $0.list.closeSearch() },
            KeyBinding("clear", .escape) { $0.query { $0.clearSearch() } },
            KeyBinding("choose", .up, .down, also: [.pageUp, .pageDown, .wheelUp, .wheelDown], as: "↑↓") {
                home, key, _ in home.move(by: key)
            }, .help(inText: true),
        ]
        return keys + KeyBinding.editing()
    }

    private var firstKeys: [KeyBinding<Self>] {
        let keys: [KeyBinding<Self>] = [
            KeyBinding("profile", "p") { home, _, now in home.showProfile(at: now) },
            KeyBinding("draft", "d", when: notice != nil) { $0.editor.open() },
        ]
        let label = headLabel ?? (index.hikes.isEmpty ? "first hikes" : "open")
        let open = KeyBinding<Self>(label, .enter) { $0.openChosen() }
        let search = KeyBinding<Self>("search", "/") { $0.list.openSearch() }
        let quit = KeyBinding<Self>("quit", "q") { _ in [.close] }
        let importing = screen("import", "i") { _, _ in ImportScreen() }
        return keys
            + (index.hikes.isEmpty
                ? [importing, adding, quit, open, search.unnamed] : [open, search, quit, importing])
    }

    private var adding: KeyBinding<Self> { screen("add", "a") { home, _ in home.form(nil) } }

    private var codes: KeyBinding<Self> {
        screen("codes & account", "c") { home, _ in GateMenuScreen(home.account, settings: home.settings) }
    }

    /// The keys that are left out where there are no hikes: then only what leads to some is named.
    private var furtherKeys: [KeyBinding<Self>] {
        // While a row of the head has the focus, no hike can be seen to be selected.
        let isInList = focusedHeadRow == nil
        let keys: [KeyBinding<Self>] = [
            KeyBinding("cursor", as: "←→", when: isWide),
            KeyBinding("select", " ", when: isInList) { $0.mark() },
            KeyBinding("graph", "o", when: !isWide && isInList) { $0.toggleSelected() },
            KeyBinding("sort", "s", also: ["S"]) { home, key, _ in home.query { $0.changeOrder(backwards: key == "S") }
            },
            KeyBinding("year", "y", also: ["Y"]) { home, key, _ in home.query { $0.changePeriod(backwards: key == "Y") }
            },
            KeyBinding("activity", "f", also: ["F"]) { home, key, _ in
                home.query { $0.changeActivity(backwards: key == "F") }
            },
            screen("badges", "b") { BadgesScreen($0.content, settings: $0.settings, size: $0.size, at: $1) },
            screen("totals", "t") { home, _ in StatisticsScreen(home.content, settings: home.settings) }, adding,
            view("calendar", "C") { .calendar($0) }, view("year in review", "V") { .year($0) },
            view("records", "R") { _ in .records },
            screen("map of all", "M", in: .help) { home, _ in
                ViewScreen(.map(home.listedIDs.map { Set($0) }), home.content, settings: home.settings)
            },
            screen("places", "P", in: .help) { home, _ in home.places() },
            KeyBinding("compare", "=", in: .help) { home, _, now in home.compareMarked(at: now) },
            screen("history", "h") { home, _ in HistoryScreen(settings: home.settings, today: home.today) },
            screen("removed hikes", "r") { home, _ in RemovedScreen(settings: home.settings) }, codes,
            KeyBinding("edit", "e", when: isInList) { $0.editChosen() },
            KeyBinding("remove", "x", also: [.delete], when: isInList) { $0.askToRemove() },
            KeyBinding("favourite", "*", when: isInList) { $0.toggleFavourites() },
            KeyBinding("select all", "A", in: .help) { $0.list.markAll() },
            KeyBinding("theme", "T") { home, _, now in home.changeTheme(at: now) },
            KeyBinding("sort, year, activity: backwards", as: "S Y F"), KeyBinding("choose", as: "↑↓ j k"),
            KeyBinding("by pages, first, last", as: "PgUp PgDn g G"),
            KeyBinding("elevation, heart rate or pace", as: "←→", in: .help, when: !isWide),
            KeyBinding("map or other graphs", "m", in: .help, when: hasOtherView),
            KeyBinding("", .escape, in: .none, when: !isInList) { $0.leaveHead() },
            KeyBinding("", .escape, in: .none, when: !list.marked.isEmpty) { $0.list.clearMarks() },
            KeyBinding(
                "", .escape, in: .none, when: list.marked.isEmpty && (list.query.isFilter || list.query.order != .date)
            ) {
                $0.query { $0.showAll() }
            },
        ]
        return (index.hikes.isEmpty ? keys.map(\.unnamed) : keys) + [
            screen("changes of hikes and places", "H", in: .help) { home, _ in
                ChangesScreen(home.content, settings: home.settings)
            }, KeyBinding("lock", .control("l")) { _ in [.lock()] },
        ]
    }

    /// What only the command palette lists.
    private var commandsWithoutKey: [KeyBinding<Self>] {
        let forHike: [KeyBinding<Self>] = [
            ofChosen("splits and climbs") { FiguresScreen($0, units: $1.presentation.units) },
            ofChosen("same way") { SameWayScreen($0, settings: $1) },
            ofChosen("photos") { PhotosScreen($0, settings: $1) },
        ]
        let addPlace = KeyBinding<Self>("add a place", in: .palette) { _ in [.show(PlaceForm())] }
        return (index.hikes.isEmpty ? [] : forHike) + [addPlace] + fileCommands
    }

    /// Shows a screen of the selected hike.
    private func ofChosen(
        _ label: String, _ screen: @escaping (HikeHeader, AppSettings) -> any Screen
    ) -> KeyBinding<Self> {
        KeyBinding(label, in: .palette, when: list.chosen != nil && focusedHeadRow == nil) { home in
            home.list.chosen.map { [.show(screen($0, home.settings))] } ?? []
        }
    }

    private var fileCommands: [KeyBinding<Self>] {
        settings.fileActions.map { action in
            let hikes = action.isOfListedHikes ? listedIDs : nil
            return KeyBinding(action.label, in: .palette, when: hikes?.isEmpty != true) { _ in
                [.show(FileScreen(action, hikes: hikes ?? []))]
            }
        }
    }

    /// The ids of the listed hikes; `nil` if none is left out.
    private var listedIDs: [Int]? { list.query.isFilter ? list.ids : nil }

    /// Shows a view, of the year whose hikes are listed or of this one.
    private func view(_ label: String, _ key: Key, _ view: @escaping (Int) -> HikeView) -> KeyBinding<Self> {
        screen(label, key, in: .help) { home, _ in
            var year = home.today.year
            if case .year(.year(let listed)) = home.list.query.period { year = listed }
            return ViewScreen(view(year), home.content, settings: home.settings)
        }
    }

    private func screen(
        _ label: String, _ key: Key, in listing: KeyBinding<Self>.Listing = .line,
        _ screen: @escaping (HomeScreen, Moment) -> any Screen
    ) -> KeyBinding<Self> {
        KeyBinding(label, key, in: listing) { home, _, now in [.show(screen(home, now))] }
    }
}
