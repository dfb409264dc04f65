internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile show`: the summary.
enum ShowCommand: ProfileCommand {
    private static let draft = Option(flag: "draft", help: "Show the profile as committing the draft would make it.")

    static let declaration = Command(
        "show", abstract: "Show the profile, badges, recent hikes and totals.", group: "The profile",
        options: [draft],
        examples: [
            Example("profile show", "The committed profile."),
            Example("profile show --json --no-input", "For a script: exits with 10 when locked."),
        ])

    static func run(_ call: CommandCall) throws {
        let store = try call.access.store()
        let readable = try store.readableSummary
        let summary = readable.value
        var profile = summary.committed?.profile
        if call.isSet(draft) {
            guard let draft = summary.draft, let committed = profile else {
                try call.requireWhole(readable)
                throw ProfileStore.noDraft
            }
            profile = draft.merged(onto: committed).taking(.mine)
        }
        try call.reporter.answer(
            SummaryAnswer(readable, account: store.gate.account, profile: profile),
            text: lines(of: summary, profile: profile, call))
        if summary.draft != nil, !call.isSet(draft) {
            call.reporter.remark("A draft is waiting. (profile diff)")
        }
        try call.requireWhole(readable)
    }

    /// The summary as text.
    static func lines(of summary: SummaryParts, profile: Profile?, _ call: CommandCall) -> [String] {
        SummaryText(
            profile: profile, hikes: summary.hikes, today: call.context.today, units: call.settings.units
        ).lines
    }
}
