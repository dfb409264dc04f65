internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile badge list`: the earned badges, or all of them with their progress.
enum BadgeListCommand: ProfileCommand {
    private static let all = Option(flag: "all", help: "Unearned badges too, with their progress.")

    static let declaration = Command(
        "list", abstract: "List badges.", options: [all],
        examples: [Example("profile badge list --all", "Every badge with its progress.")])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableSummary
        if let digest = readable.value.hikes {
            let badges = call.isSet(all) ? digest.badges : digest.earnedBadges
            try call.reporter.answer(
                BadgeListAnswer(badges),
                text: BadgeListText(badges: badges).styled.map { $0.text(depth: call.colorDepth) })
            if badges.isEmpty {
                call.reporter.remark("No badge is earned yet. See them all with: profile badge list --all")
            }
        }
        try call.requireWhole(readable)
    }
}
