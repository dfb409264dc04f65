internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike show`: one hike.
enum HikeShowCommand: ProfileCommand {
    static let declaration = Command(
        "show", abstract: "Show one hike.", positionals: [Positional("ID", help: "The hike's id, as lists show it.")],
        examples: [Example("profile hike show 1001", "Its figures.")])

    static func run(_ call: CommandCall) throws {
        guard let id = Int(call.invocation.positionals[0]) else { throw InvalidValue("ID", "is a hike's number") }
        let readable = try call.access.store().readableHike(id)
        if let header = readable.value.header {
            let hike = Hike(header: header, observations: readable.value.observations ?? [])
            var answer = HikeHeaderAnswer(hike)
            if readable.value.observations == nil { answer.observations = nil }
            try call.reporter.answer(
                HikeAnswer(hike: answer), text: HikeText(hike: hike, units: call.settings.units).lines)
        }
        try call.requireWhole(readable)
    }
}
