internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile place list`: the places with their visits.
enum PlaceListCommand: ProfileCommand {
    private static let category = Option(
        "category", value: "CATEGORY", help: "Only places of this category; '' for those without one.",
        completion: .values(Place.categories))
    private static let visited = Option(
        "visited", value: "on|off", help: "Only places that were visited, or weren't.",
        completion: .values(["on", "off"]))
    private static let favourite = Option(flag: "favourite", help: "Only favourites.")

    static let declaration = Command(
        "list", abstract: "List places and their visits.",
        discussion: [
            "Sorted by category and name. A favourite bears a heart, a featured place a star, and a private one says so."
        ],
        options: [category, visited, favourite],
        examples: [
            Example("profile place list --category Mountains --visited off", "The summits that are left."),
            Example("profile place list --json", "All of them, for a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let wanted = call.value(of: category).map { SearchText.folded($0) }
        let isVisited = try call.value(of: visited, "must be on or off") { ["on": true, "off": false][$0] }
        let readable = try call.access.store().readablePlaces(exact: true)
        let places = readable.value.filter { entry in
            (wanted.map { SearchText.folded(entry.place.category) == $0 } ?? true)
                && (isVisited.map { $0 == (entry.visits.count > 0) } ?? true)
                && (!call.isSet(favourite) || entry.place.isFavourite)
        }
        call.page()
        try call.reporter.answer(
            PlaceListAnswer(places: places.map { PlaceEntryAnswer($0) }),
            text: PlaceListText(places: places, width: call.columns).styled.map { $0.text(depth: call.colorDepth) })
        if places.isEmpty, readable.damaged.isEmpty {
            call.reporter.notice(
                readable.value.isEmpty
                    ? "There are no places. Add one with: \(command: "place add")" : "No places match.")
        }
        try call.requireWhole(readable)
    }
}

/// `profile place show`: a place with its visits.
enum PlaceShowCommand: ProfileCommand {
    static let declaration = Command(
        "show", abstract: "Show a place, its visits and the nearest hike.", positionals: [PlaceOptions.id],
        examples: [Example("profile place show 3", "Who came by, and when.")])

    /// How many visits are listed in a text.
    private static let mostVisits = 20

    static func run(_ call: CommandCall) throws {
        let id = try call.placeIDs()[0]
        let store = try call.access.store()
        guard let entry = try store.placeEntry(id) else { throw StoreError.noPlace(id) }
        let visits = try store.visits(ofPlace: id)
        let nearest = try store.nearestHike(to: entry.place.position)
        var answer = PlaceEntryAnswer(entry)
        answer.notes = entry.place.notes
        answer.hikes = visits.map { .init(id: $0.hike, date: $0.day) }
        answer.nearestHike = OrNull(
            wrappedValue: nearest.map { .init(id: $0.hike.id, name: $0.hike.name, distance: $0.distance.rounded()) })
        let shown =
            call.settings.isJSON ? [] : try visits.prefix(Self.mostVisits).map { try store.hike($0.hike).header }
        call.page()
        try call.reporter.answer(
            PlaceAnswer(place: answer),
            text: PlaceText(entry: entry, nearest: nearest, units: call.settings.units, width: call.proseColumns).lines
                + HikeListText(hikes: shown, units: call.settings.units, showsID: true, width: call.columns).styled.map
            {
                $0.text(depth: call.colorDepth)
            })
        if visits.count > shown.count, !call.settings.isJSON {
            call.reporter.notice("\((visits.count - shown.count).counted("more visit")). See them with: --json")
        }
    }
}
