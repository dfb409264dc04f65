internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile show`: the summary.
enum ShowCommand: ProfileCommand {
    private static let draft = Option(flag: "draft", help: "Show the profile as committing the draft would make it.")
    private static let html = Option(flag: "html", help: "The summary as one HTML page, with pictures and graphs.")

    static let declaration = Command(
        "show", abstract: "Show the profile, badges, recent hikes and totals.",
        discussion: [
            "On a terminal with 256 colours or more, earned badges are drawn as well, and above all the newest photo of the "
                + "profile's season, if a hike has one."
        ],
        group: "The profile", options: [draft, html],
        examples: [
            Example("profile show", "The committed profile."),
            Example("profile show --json --no-input", "For a script: exits with 10 when locked."),
            Example("profile show --html > profile.html", "A page that needs nothing else. It is not sealed."),
        ])

    static func run(_ call: CommandCall) throws {
        try show(call.access.store(), call)
    }

    static func show(_ store: ProfileStore, _ call: CommandCall) throws {
        let readable = try store.readableSummary
        let summary = readable.value
        let isDraft = call.isSet(draft)
        let profile = isDraft ? try mergedDraft(of: readable, call) : summary.committed?.profile
        let goal = try isDraft ? profile.flatMap(store.goalProgress(of:)) : summary.goal
        if call.isSet(html) {
            guard let profile, let hikes = summary.hikes else {
                return try call.requireWhole(readable, hint: "A page needs all of it.")
            }
            try writePage(of: profile, hikes, goal: goal, in: store, call)
        } else {
            let photo = profile.flatMap { picture(of: $0.seasonalPhoto, in: store, call) } ?? []
            try call.reporter.answer(
                SummaryAnswer(readable, account: store.gate.account, profile: profile, goal: goal),
                text: photo
                    + text(of: summary, profile: profile, goal: goal, isDraft: isDraft, call)
                    .lines(depth: call.colorDepth, showsPictures: !AppEntry.isPlain(call)))
        }
        if summary.draft != nil, !isDraft {
            call.reporter.notice("A draft is waiting. (\(command: "diff"))")
        }
        if isDraft { call.reporter.notice(publishing(summary)) }
        try call.requireWhole(readable)
    }

    /// The profile as committing the draft would make it, conflicts decided for the draft.
    private static func mergedDraft(of readable: Salvaged<SummaryParts>, _ call: CommandCall) throws -> Profile {
        guard let draft = readable.value.draft, let committed = readable.value.committed else {
            try call.requireWhole(readable)
            throw StoreError(.noDraft)
        }
        return draft.merged(onto: committed.profile).deciding(.all(.mine)).profile
    }

    /// The featured photo of a season, where photos are shown; none if it doesn't open, since the summary is worth showing
    /// without it.
    private static func picture(
        of season: SeasonalPhoto, in store: ProfileStore, _ call: CommandCall
    ) -> [String]? {
        guard call.context.output.isTerminal, !call.settings.isJSON else { return nil }
        let lines = try? store.featuredPhoto(of: season, exact: true).map { featured in
            try call.lines(of: featured.model, featured.number, rows: 12, in: store)
        }
        return lines.flatMap { $0.isEmpty ? nil : $0 + [""] }
    }

    private static func writePage(
        of profile: Profile, _ hikes: HikeSummary, goal: GoalProgress?, in store: ProfileStore, _ call: CommandCall
    ) throws {
        let photo = try? store.featuredPhoto(of: profile.seasonalPhoto).map { featured in
            PhotoPicture(of: featured.model, preview: try store.photoPreview(featured.number))
        }
        // The page may be given to others, so private places are cut.
        var (hikes, tracks, recordings): (HikeSummary, [Hike], [Int: Recording]) = (hikes, [], [:])
        for (index, id) in hikes.recent.map(\.id).enumerated() {
            guard let found = try ifThere({ try store.readableContent(ofHike: id) }) else { continue }
            guard let hike = found.value.hike, found.damaged.isEmpty else {
                throw StoreError(.damagedParts(found.damaged), at: store.gate.path)
            }
            hikes.recent[index] = hike.header
            tracks.append(hike)
            recordings[id] = found.value.recording
        }
        let page = SummaryPage(
            profile: profile, hikes: hikes, goal: goal, photo: photo, tracks: tracks, recordings: recordings,
            today: call.context.today, units: call.settings.units, isDraft: call.isSet(draft))
        // The page already ends with a line feed.
        call.context.output.write(line: String(page.html.dropLast()))
    }

    /// How the draft that is shown gets published.
    private static func publishing(_ summary: SummaryParts) -> CommandText {
        let isConflict = summary.committed.map { summary.draft?.merged(onto: $0.profile).conflicts.isEmpty == false }
        return isConflict == true
            ? "The draft is in conflict with what others committed, and is shown as it would win. See: \(command: "diff")"
            : "Publish it with: \(command: "commit")"
    }

    /// The committed summary as text, without pictures.
    static func lines(of summary: SummaryParts, profile: Profile?, _ call: CommandCall) -> [String] {
        text(of: summary, profile: profile, goal: summary.goal, isDraft: false, call)
            .lines(depth: call.colorDepth, showsPictures: false)
    }

    private static func text(
        of summary: SummaryParts, profile: Profile?, goal: GoalProgress?, isDraft: Bool, _ call: CommandCall
    ) -> SummaryText {
        SummaryText(
            profile: profile, hikes: summary.hikes, goal: goal, today: call.context.today, units: call.settings.units,
            isDraft: isDraft, width: call.columns)
    }

    /// The result of reading a hike; `nil` if the hike was removed after the summary was read.
    private static func ifThere<Value>(_ read: () throws -> Value) throws -> Value? {
        do {
            return try read()
        } catch let error as StoreError where error.code == .notFound {
            return nil
        }
    }
}
