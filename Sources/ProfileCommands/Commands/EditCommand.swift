internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile edit`: changes what is named.
enum EditCommand: ProfileCommand {
    /// One option for each field.
    private static let fields: [(field: Field<Profile>, option: Option)] = Profile.fields.map { field in
        let (placeholder, choices): (String, [String]) =
            switch field.control {
            case .text: ("TEXT", [])
            case .toggle: ("on|off", ["on", "off"])
            case .choice(let choices): (choices.joined(separator: "|"), choices)
            case .day: ("YYYY-MM-DD", [])
            }
        let option = Option(
            Profile.option(of: field.name), value: placeholders[field.name] ?? placeholder, help: "\(field.label).",
            completion: choices.isEmpty ? .none : .values(choices))
        return (field, option)
    }

    /// What says more than the kind of value does.
    private static let placeholders = ["username": "NAME", "seasonalPhoto": "SEASON"]
    private static let noCommit = Option(flag: "no-commit", help: "Put the change into the draft, unseen by readers.")
    private static let dryRun = Option(flag: "dry-run", help: "Show the difference alone.")

    static let declaration = Command(
        "edit", abstract: "Change fields of the profile.",
        discussion: [
            "The change is committed at once and leaves a draft alone. With --no-commit it goes into the draft, which "
                + "readers don't see until: profile commit",
            "A season is a word or its emoji. All values are checked before anything is written.",
            "With nothing named, the editor opens on a terminal.",
        ],
        group: "The profile", options: fields.map(\.option) + [noCommit, dryRun],
        examples: [
            Example("profile edit --season spring", "Changes one field."),
            Example("profile edit --no-commit --goal-date 2027-05-01", "Begins or continues the draft."),
        ])

    static func run(_ call: CommandCall) throws {
        let values = try parse(call)
        guard !values.isEmpty else {
            if AppEntry.isPossible(call), !AppEntry.isPlain(call), !call.isSet(noCommit), !call.isSet(dryRun) {
                return try AppEntry.run(call, editing: true)
            }
            let options = fields.map { "--\($0.option.name)" }.joined(separator: ", ")
            throw UsageError(message: "nothing to edit was named", hint: "Name one or more of \(options).")
        }
        let store = try call.access.store()
        func change(_ profile: inout Profile) { for value in values { value.field.set(value.value, in: &profile) } }
        if call.isSet(dryRun) {
            try show(difference: change, of: store, isDraft: call.isSet(noCommit), call)
        } else if call.isSet(noCommit) {
            let draft = try store.updateDraft { change(&$0.profile) }
            let revision = try store.committed.revision
            try call.reporter.answer(
                CommitAnswer(revision: revision, changes: draft.changes), text: draft.changes.map(\.text))
            call.reporter.remark(
                draft.savedAt == nil ? "Nothing changed." : "In the draft. Publish it with: profile commit")
        } else {
            let commit = try store.edit(change)
            try call.reporter.answer(
                CommitAnswer(revision: commit.revision, changes: commit.changes), text: commit.changes.map(\.text))
            call.reporter.remark(
                commit.changes.isEmpty ? "Nothing changed." : "Committed as revision \(commit.revision).")
        }
    }

    /// Reads every option that was given.
    ///
    /// - Throws: ``ProfileError`` with `invalidValue` that names every value that doesn't parse or is out of its rules.
    private static func parse(_ call: CommandCall) throws -> [FieldSetting] {
        var settings: [FieldSetting] = []
        var problems: [FieldProblem] = []
        for (field, option) in fields {
            guard let text = call.value(of: option) else { continue }
            do throws(FieldProblem) {
                settings.append(FieldSetting(field: field, value: try field.parse(text)))
            } catch {
                problems.append(error)
            }
        }
        var profile = Profile()
        for setting in settings { setting.field.set(setting.value, in: &profile) }
        // What has the right form may break a rule all the same, and is told along with the others.
        problems += profile.problems(replacing: profile, at: 0).filter { problem in
            settings.contains { $0.field.name == problem.field }
        }
        guard !problems.isEmpty else { return settings }
        problems += outOfRange(settings, call)
        throw ProfileError(Profile.fields.flatMap { field in problems.filter { $0.field == field.name } })
    }

    /// A field, and what it is to be.
    private struct FieldSetting {
        let field: Field<Profile>
        let value: AnyFieldValue
    }

    /// The goal date that parses but is out of its range, which only an unlocked store can tell.
    private static func outOfRange(_ settings: [FieldSetting], _ call: CommandCall) -> [FieldProblem] {
        guard let store = try? call.access.gate().resume(extending: false), var profile = try? store.profile else {
            return []
        }
        for setting in settings where setting.field.name == "goalDate" {
            setting.field.set(setting.value, in: &profile)
        }
        return ((try? store.problems(in: profile)) ?? []).filter { $0.field == "goalDate" }
    }

    private static func show(
        difference change: (inout Profile) -> Void, of store: ProfileStore, isDraft: Bool, _ call: CommandCall
    ) throws {
        let committed = try store.committed
        let draft = isDraft ? try store.draft() : nil
        let before = draft?.base ?? committed.profile
        var after = draft?.profile ?? committed.profile
        change(&after)
        let problems = try store.problems(in: after)
        guard problems.isEmpty else { throw ProfileError(problems) }
        let changes = after.changes(since: before)
        try call.reporter.answer(
            CommitAnswer(revision: committed.revision, changes: changes), text: changes.map(\.text))
        call.reporter.remark("Nothing was written.")
    }
}
