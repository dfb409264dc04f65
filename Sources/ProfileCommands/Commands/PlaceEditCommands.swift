internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile place add`: adds a place.
enum PlaceAddCommand: ProfileCommand {
    static let declaration = Command(
        "add", abstract: "Add a place.",
        discussion: [
            "A name and a position are required. A hike whose track comes within the radius visited the place on that "
                + "day: such hikes are found at once, and later ones when they come.",
            "A private place is left out of what others may see, with everything nearer than --private: exports of hikes "
                + "and places, maps, pages and photos. What is cut is a larger circle around it that isn't centred on it. "
                + "--exact leaves nothing out.",
        ],
        options: PlaceOptions.all,
        examples: [
            Example(
                "profile place add --name Oeschinensee --position 46.498,7.728 --category Lakes",
                "A lake, and who came by."),
            Example(
                "profile place add --name Home --position 46.95,7.44 --private 500", "Never in an export or on a page."),
        ])

    static func run(_ call: CommandCall) throws {
        for option in [PlaceOptions.name, PlaceOptions.position] where call.value(of: option) == nil {
            throw UsageError(message: "--\(option.name) is missing", hint: "See: profile place add --help")
        }
        var place = Place()
        try PlaceOptions(call).apply(to: &place)
        let store = try call.access.store()
        try call.answer(place, id: try store.addPlace(place), of: store)
    }
}

/// `profile place edit`: changes a place's values.
enum PlaceEditCommand: ProfileCommand {
    static let declaration = Command(
        "edit", abstract: "Change a place.",
        discussion: [
            "Changes what you name, and leaves the rest. After a new position or radius, its visits are found anew."
        ],
        options: PlaceOptions.all, positionals: [PlaceOptions.id],
        examples: [
            Example("profile place edit 3 --category Huts --favourite on", "Another category, and a favourite."),
            Example("profile place edit 3 --private ''", "No longer private."),
        ])

    static func run(_ call: CommandCall) throws {
        let id = try call.placeIDs()[0]
        guard PlaceOptions.all.contains(where: { call.value(of: $0) != nil }) else {
            let names = PlaceOptions.all.map { "--\($0.name)" }.joined(separator: ", ")
            throw UsageError(message: "no change was given", hint: "Name one or more of: \(names)")
        }
        let options = try PlaceOptions(call)
        let store = try call.access.store()
        var edited = Place()
        try store.editPlace(id) { place in
            options.apply(to: &place)
            edited = place
        }
        try call.answer(edited, id: id, of: store)
    }
}

/// `profile place remove`: removes places.
enum PlaceRemoveCommand: ProfileCommand {
    static let declaration = Command(
        "remove", abstract: "Remove places.",
        discussion: ["Their visits and badges go with them. Undo it with: profile hike undo"],
        positionals: [
            Positional(
                "ID", help: "The places' ids, as lists show them.", arity: .atLeastOne,
                completion: .program(CompletionKind.places))
        ],
        examples: [Example("profile place remove 3", "It can be undone.")])

    static func run(_ call: CommandCall) throws {
        let ids = try call.placeIDs()
        let lost = try call.access.store().removePlaces(ids)
        try call.reporter.answer(
            PlaceIDsAnswer(places: ids, lost: lost.isEmpty ? nil : lost), text: ids.map { "Place \($0) was removed." })
        for id in lost { call.reporter.notice("Place \(id) was damaged. It is lost and cannot be restored.") }
    }
}

extension CommandCall {
    /// The places named on the command line, each once.
    func placeIDs() throws -> [Int] {
        var ids: [Int] = []
        for word in invocation.positionals {
            guard let id = Int(word) else { throw InvalidValue("ID", "must be a place's number") }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// Answers with the place that was added or changed, and its visits.
    fileprivate func answer(_ place: Place, id: Int, of store: ProfileStore) throws {
        let found = readingBack { try store.placeEntry(id) }
        let entry = (found ?? nil) ?? PlaceEntry(id: id, place: place, visits: PlaceVisits())
        try reporter.answer(
            PlaceAnswer(place: PlaceEntryAnswer(entry)),
            text: PlaceText(entry: entry, units: settings.units, width: proseColumns).lines)
    }
}

/// The values given to `place add` and `place edit`.
struct PlaceOptions {
    static let id = Positional(
        "ID", help: "The place's id, as lists show it.", completion: .program(CompletionKind.places))
    static let name = Option("name", value: "NAME", help: "The place's name.")
    static let position = Option("position", value: "LAT,LON", help: "Degrees north and east, such as 46.53,7.96.")
    private static let radius = Option(
        "radius", value: "M", help: "Metres within which a hike visits it (default: 250).")
    private static let category = Option(
        "category", value: "CATEGORY",
        help: "\(Place.categories.joined(separator: ", ")) or any other word; '' for none.",
        completion: .values(Place.categories))
    private static let notes = Option("notes", value: "TEXT", help: "Any text.")
    private static let favourite = Option(
        "favourite", value: "on|off", help: "Whether it is one of the best.", completion: .values(["on", "off"]))
    private static let featured = Option(
        "featured", value: "on|off", help: "Whether it is shown first.", completion: .values(["on", "off"]))
    private static let privacy = Option(
        "private", value: "M", help: "Metres around it that no output may show; '' for none.")

    static let all = [name, position, radius, category, notes, favourite, featured, privacy]

    private var changes: [@Sendable (inout Place) -> Void] = []

    /// - Throws: ``StoreError`` with `invalidValue` for all values that break their rules.
    init(_ call: CommandCall) throws {
        var problems: [FieldProblem] = []
        for option in Self.all {
            guard let text = call.value(of: option), let field = Place.field(named: option.name) else { continue }
            do throws(FieldProblem) {
                let value = try field.parse(Self.plain(text, option))
                changes.append { field.set(value, in: &$0) }
            } catch {
                problems.append(error)
            }
        }
        if problems.isEmpty {
            var sample = Place(name: "A", position: TrackPosition(latitude: 0, longitude: 0))
            let valid = sample
            apply(to: &sample)
            problems = sample.problems(replacing: valid, at: call.context.clock.wallTime)
        }
        // Named after the options as typed.
        let named = problems.map { FieldProblem("--\($0.field)", $0.rule == .form ? .metres : $0.rule) }
        guard named.isEmpty else { throw StoreError(.invalid(named)) }
    }

    /// A number with a comma is one too.
    private static func plain(_ text: String, _ option: Option) -> String {
        [radius, privacy].contains(option) ? Double(typedMetres: text).map { String($0) } ?? text : text
    }

    /// Sets the given values, and leaves the rest.
    func apply(to place: inout Place) {
        for change in changes { change(&place) }
    }
}
