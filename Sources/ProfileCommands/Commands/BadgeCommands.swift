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
                call.reporter.notice("No badge is earned yet. See them all with: \(command: "badge list --all")")
            }
        }
        try call.requireWhole(readable)
    }
}

/// `profile badge show`: a badge's picture.
enum BadgeShowCommand: ProfileCommand {
    private static let svg = Option(flag: "svg", help: "The picture as an SVG file.")

    static let declaration = Command(
        "show", abstract: "Show a badge's picture.",
        discussion: ["A badge that is not earned yet is shown as an outline, with its progress."],
        options: [svg],
        positionals: [
            Positional(
                "NAME", help: "The badge's name, in any case, with or without quotes.", arity: .atLeastOne,
                completion: .program(CompletionKind.badges))
        ],
        examples: [
            Example("profile badge show First Hike", "In colours, where the terminal has them."),
            Example("profile badge show Earth Day --svg > earth-day.svg", "As a file, of any size."),
        ])

    /// The height of a picture, in rows.
    private static let height = 16

    static func run(_ call: CommandCall) throws {
        let badge = try badge(named: call.invocation.positionals.joined(separator: " "))
        let statuses = try call.access.store().summary.hikes.badges
        guard let status = statuses.first(where: { $0.badge == badge }) else { throw unknown(badge.name) }
        let picture = BadgePicture(status)
        if call.isSet(svg) {
            // The file already ends with a line feed.
            call.context.output.write(line: String(picture.svg.dropLast()))
        } else {
            try call.reporter.answer(
                BadgeAnswer(badge: BadgeEntry(status)), text: lines(of: picture, status, depth: call.colorDepth))
        }
    }

    private static func lines(of picture: BadgePicture, _ status: BadgeStatus, depth: ColorDepth) -> [String] {
        let said = status.isEarned ? "Earned \(status.day)." : "Not earned yet: \(status.spelled)."
        return picture.canvas(size: BadgePicture.size(rows: height), depth: depth).lines(depth: depth)
            + ["", picture.label, said]
    }

    private static func badge(named name: String) throws -> Badge {
        guard let badge = Badge.named(name) else { throw unknown(name) }
        return badge
    }

    private static func unknown(_ name: String) -> UserError {
        let suggestion = nearest(to: name, among: Badge.all.map(\.name)).map { "Did you mean '\($0)'? " } ?? ""
        return UserError(
            .notFound, "there is no badge '\(name)'", hint: "\(suggestion)See them with: \(command: "badge list --all")"
        )
    }
}

extension BadgeStatus {
    /// "on 14 June 2025", or "on an unknown day".
    fileprivate var day: String { earnedOn == nil ? spelled : "on \(spelled)" }
}
