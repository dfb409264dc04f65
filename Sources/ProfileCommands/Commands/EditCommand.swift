internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile edit`: changes fields of the profile.
enum EditCommand: ProfileCommand {
    /// One option per field.
    private static let fields = Profile.fields.map { (field: $0, option: option(for: $0)) }

    static func option(for field: ModelField<Profile>) -> Option {
        let (placeholder, choices): (String, [String]) =
            switch field.control {
            case .text: ("TEXT", [])
            case .toggle: ("on|off", ["on", "off"])
            case .choice(let choices): (choices.joined(separator: "|"), choices)
            case .day: ("YYYY-MM-DD", [])
            }
        return Option(
            Profile.option(of: field.name), value: placeholders[field.name] ?? placeholder,
            help: helps[field.name] ?? "Set \(field.label).",
            completion: choices.isEmpty ? .none : .values(choices))
    }

    /// Texts that are more specific than those for the kind of value.
    private static let placeholders = [
        Profile.FieldName.username: "NAME", Profile.FieldName.seasonalPhoto: "SEASON",
        Profile.FieldName.goal: "GOAL",
    ]
    private static let helps = [
        Profile.FieldName.username: "Set the name, 1 to 64 characters.",
        Profile.FieldName.prefersNotifications: "Turn notifications on or off.",
        Profile.FieldName.seasonalPhoto: "Choose the season of the photos.",
        Profile.FieldName.goalDate: "Set the day to reach the goal by.",
        Profile.FieldName.goal: "Set what to reach by the goal date; '' for no goal.",
    ]
    private static let noCommit = Option(
        flag: "no-commit", help: "Put the change into the draft, which readers don't see.")
    private static let editor = Option(flag: "editor", help: "Edit the fields in $VISUAL or $EDITOR, as lines of text.")
    private static let dryRun = Option(flag: "dry-run", help: "Only show what would change.")

    static let declaration = command(with: fields.map(\.option))

    /// The command with an option for each field.
    static func command(with options: [Option]) -> Command {
        Command(
            "edit", abstract: "Change fields of the profile.",
            discussion: [
                "The change is committed at once and leaves a draft alone. With --no-commit it goes into the draft, which "
                    + "readers don't see until: profile commit",
                "A goal is a number of km, hikes, m up, days or places: the days with a hike, and the different places "
                    + "visited. Hikes that count towards totals count from the day the goal is set; another first day is "
                    + "written after it, as in '120 km since 2026-06-01'.",
                "A season is a word or its emoji. All values are checked before anything is written.",
                "Without any of these options, the editor opens if this is a terminal; with --plain it asks "
                    + "for each field in turn.",
                "--editor writes a form of the profile into memory, never onto a disk, and wipes it when you "
                    + "leave the editor. What an editor keeps elsewhere, such as the registers of vim, is beyond "
                    + "its reach.",
            ],
            group: "The profile", options: options + [editor, noCommit, dryRun],
            examples: [
                Example("profile edit --season spring", "Changes one field."),
                Example("profile edit --goal '120 km' --goal-date 2027-05-01", "A goal, and the day to reach it by."),
                Example("profile edit --no-commit --goal-date 2027-05-01", "Begins or continues the draft."),
            ])
    }

    static func run(_ call: CommandCall) throws {
        let values = try parse(call)
        if call.isSet(editor) {
            guard values.isEmpty else {
                throw UsageError(message: "--editor and values exclude each other", hint: "Give only one of them.")
            }
            return try runTextEditor(call)
        }
        guard !values.isEmpty else {
            if let person = call.person, AppEntry.isOnTerminal(call) {
                let isForScreens = !AppEntry.isPlain(call) && !call.isSet(noCommit) && !call.isSet(dryRun)
                guard isForScreens, AppEntry.isPossible(call) else {
                    return try runPlainEditor(PlainEditor(person: person), call)
                }
                return try AppEntry.run(call, editing: true)
            }
            let options = fields.map { "--\($0.option.name)" }.joined(separator: ", ")
            throw UsageError(
                message: "no change was given", hint: "Name one or more of \(options), or give --editor.")
        }
        try change(try call.access.store(), to: values, call)
    }

    /// Applies the changes as the options demand.
    ///
    /// - Parameter base: the profile that the values were chosen for, if others may have changed it since.
    private static func change(
        _ store: ProfileStore, to values: [FieldSetting<Profile>], since base: Profile? = nil, _ call: CommandCall
    ) throws {
        if call.isSet(dryRun) {
            try show(difference: values.apply, of: store, isDraft: call.isSet(noCommit), call)
        } else if call.isSet(noCommit) {
            let draft = try store.updateDraft { try values.apply(to: &$0.profile, since: base) }
            try answer(draft, of: store, call)
        } else {
            let movesGoal = values.contains { $0.field.name == Profile.FieldName.goalDate }
            try call.commit(to: store, movesGoal: movesGoal) {
                try store.edit { try values.apply(to: &$0, since: base) }
            }
        }
    }

    private static func answer(_ draft: ProfileDraft, of store: ProfileStore, _ call: CommandCall) throws {
        try call.reporter.answer(
            CommitAnswer(revision: try store.committed.revision, changes: draft.changes),
            text: draft.changes.map(\.text))
        call.reporter.notice(
            draft.savedAt == nil ? "Nothing changed." : "In the draft. Publish it with: \(command: "commit")")
    }

    /// Opens the committed profile, or the draft with `--no-commit`, in the user's own editor.
    private static func runTextEditor(_ call: CommandCall) throws {
        guard !call.settings.noInput else {
            throw UsageError(message: "--editor and --no-input exclude each other", hint: "Name the values instead.")
        }
        var store = try call.access.store()
        func stored() throws -> Profile {
            try call.reopening(&store) { call.isSet(noCommit) ? try $0.draft().profile : try $0.profile }
        }
        let edited = try TextEditor.changes(of: FieldForm(try stored()), call, stored: stored) { profile in
            try call.reopening(&store) { try $0.problems(in: profile) }
        }
        try call.reopening(&store) { try change($0, to: edited.values, since: edited.base, call) }
    }

    /// Asks for each field, and what to do with the changes. It continues the draft if there is one.
    private static func runPlainEditor(_ editor: PlainEditor, _ call: CommandCall) throws {
        var store = try call.access.store()
        var draft = try store.draft()
        let read = draft.profile
        try editor.edit(&draft.profile) { profile in try call.reopening(&store) { try $0.problems(in: profile) } }
        let typed = draft.profile.changes(since: read)
        var isAsked = !call.isSet(noCommit)
        while true {
            let changes = draft.changes
            guard !changes.isEmpty else {
                // A saved draft without changes is discarded.
                if draft.savedAt != nil { try call.reopening(&store) { try $0.save(&draft) } }
                return call.reporter.notice("Nothing changed.")
            }
            for change in changes { editor.person.tell(change.text.terminalSafe) }
            if call.isSet(dryRun) { return call.reporter.notice("Nothing was written.") }
            let decision = isAsked ? try editor.decide() : .keep
            do {
                return try call.reopening(&store) { try carryOut(decision, on: &draft, in: $0, editor, call) }
            } catch let error as StoreError where error.code == .conflict {
                editor.person.tell("The draft was changed elsewhere meanwhile. With your changes, it would be:")
                draft = try call.reopening(&store) { try $0.draft() }
                for change in typed {
                    Profile.fields.first { $0.name == change.field }?.set(change.to, in: &draft.profile)
                }
                isAsked = true
            }
        }
    }

    private static func carryOut(
        _ decision: PlainEditor.Decision, on draft: inout ProfileDraft, in store: ProfileStore, _ editor: PlainEditor,
        _ call: CommandCall
    ) throws {
        switch decision {
        case .publish:
            try call.commit(to: store, movesGoal: draft.changesGoal) {
                try PlainConflict(person: editor.person).commit(draft, to: store)
            }
        case .keep:
            try store.save(&draft)
            try answer(draft, of: store, call)
        case .nothing: call.reporter.notice("Nothing was changed.")
        }
    }

    /// Parses all options given.
    ///
    /// - Throws: ``StoreError`` with `invalidValue`, naming every value that doesn't parse or breaks its rules.
    private static func parse(_ call: CommandCall) throws -> [FieldSetting<Profile>] {
        var settings: [FieldSetting<Profile>] = []
        var problems: [FieldProblem] = []
        for (field, option) in fields {
            guard let text = call.value(of: option) else { continue }
            do throws(FieldProblem) {
                settings.append(FieldSetting(field: field, name: option.name, value: try field.parse(text)))
            } catch {
                problems.append(error)
            }
        }
        var profile = Profile()
        settings.apply(to: &profile)
        // Values that parse may still break a rule, which is reported along with the others.
        problems += profile.problems(replacing: profile, today: profile.goalDate).filter { problem in
            settings.contains { $0.field.name == problem.field }
        }
        guard !problems.isEmpty else { return settings }
        problems += outOfRange(settings, call)
        throw StoreError(.invalid(Profile.fields.flatMap { field in problems.filter { $0.field == field.name } }))
    }

    /// The problem of a goal date that parses but is out of range, which can only be checked with an open store.
    private static func outOfRange(_ settings: [FieldSetting<Profile>], _ call: CommandCall) -> [FieldProblem] {
        guard let store = try? call.access.gate().resume(extending: false), var profile = try? store.profile else {
            return []
        }
        for setting in settings where setting.field.name == Profile.FieldName.goalDate {
            setting.field.set(setting.value, in: &profile)
        }
        return ((try? store.problems(in: profile)) ?? []).filter { $0.field == Profile.FieldName.goalDate }
    }

    private static func show(
        difference change: (inout Profile) -> Void, of store: ProfileStore, isDraft: Bool, _ call: CommandCall
    ) throws {
        let committed = try store.committed
        let draft = isDraft ? try store.draft() : nil
        let before = draft?.base ?? committed.profile
        var after = draft?.profile ?? committed.profile
        change(&after)
        if draft == nil { after.complete(replacing: before, at: call.context.clock.wallTime) }
        let problems = try store.problems(in: after)
        guard problems.isEmpty else { throw StoreError(.invalid(problems)) }
        let changes = after.changes(since: before)
        try call.reporter.answer(
            CommitAnswer(revision: committed.revision, changes: changes), text: changes.map(\.text))
        call.reporter.notice("Nothing was written.")
    }
}
