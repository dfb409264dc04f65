internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike add`: writes in a hike that nobody recorded.
enum HikeAddCommand: ProfileCommand {
    private static let name = Option("name", value: "S", help: "What the hike is called.")
    private static let distance = Option("distance", value: "KM", help: "Kilometres, such as 4.5.")
    private static let date = Option("date", value: "YYYY-MM-DD", help: "Its day (default: unknown).")
    private static let difficulty = Option("difficulty", value: "N", help: "From 0 to 10; 0 otherwise.")

    static let declaration = Command(
        "add", abstract: "Add a hike by hand.",
        discussion: ["The hike gets the next free id. The name and the distance are needed."],
        options: [name, distance, date, difficulty],
        examples: [
            Example("profile hike add --name 'Elk Loop' --distance 4.5 --date 2026-04-22", "A hike on Earth Day.")
        ])

    static func run(_ call: CommandCall) throws {
        guard let name = call.value(of: name), let kilometres = call.value(of: distance) else {
            let missing = call.value(of: name) == nil ? "--name" : "--distance"
            throw UsageError(message: "\(missing) is missing", hint: "See: profile hike add --help")
        }
        var header = HikeHeader(
            // A text that is no number breaks the same rule as a number out of bounds, and is told with the others.
            id: 0, name: name, distance: decimal(kilometres) ?? .nan,
            difficulty: call.value(of: difficulty).map { Int($0) ?? -1 } ?? 0)
        if let text = call.value(of: date) {
            guard let day = Day(text) else {
                throw ProfileError(invalid: header.problems + [InvalidValue("--date", "is a day, such as 2026-04-22")])
            }
            header.date = day
        }
        let store = try call.access.store()
        let change = try store.addHike(header)
        let hike = try store.hike(change.id)
        try call.reporter.answer(
            HikeAnswer(hike: HikeHeaderAnswer(hike.header)),
            text: HikeText(hike: hike, units: call.settings.units).lines)
        for badge in change.badgesEarned { call.reporter.remark("Earned: \(badge.name).") }
    }

    /// Digits with at most one point, as people write kilometres.
    private static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }
}
