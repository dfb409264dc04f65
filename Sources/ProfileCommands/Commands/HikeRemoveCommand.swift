internal import CommandParsing
internal import ProfileKit

/// `profile hike remove`: takes a hike out.
enum HikeRemoveCommand: ProfileCommand {
    static let declaration = Command(
        "remove", abstract: "Remove a hike.",
        discussion: ["Totals and badges follow at once; a badge that the other hikes don't earn goes."],
        positionals: [Positional("ID", help: "The hike's id, as lists show it.")],
        examples: [Example("profile hike remove 1001", "It is gone; keep a copy first with hike export 1001.")])

    static func run(_ call: CommandCall) throws {
        guard let id = Int(call.invocation.positionals[0]) else { throw InvalidValue("ID", "is a hike's number") }
        let change = try call.access.store().removeHike(id)
        try call.reporter.answer(
            HikeRemovalAnswer(removed: change.id, badgesLost: change.badgesLost.map(\.name)),
            text: ["Hike \(change.id) is removed."])
        for badge in change.badgesLost { call.reporter.remark("Not earned any more: \(badge.name).") }
    }
}
