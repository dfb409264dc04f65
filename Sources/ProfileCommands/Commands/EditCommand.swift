internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile edit`: changes what is named.
enum EditCommand: ProfileCommand {
    /// One option for each field.
    private static let fields: [(field: Profile.Field, option: Option)] = Profile.Field.allCases.map { field in
        let option = Option(
            field.option, value: field.placeholder, help: "\(field.label).",
            completion: field.choices.isEmpty ? .none : .values(field.choices))
        return (field, option)
    }
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
        func change(_ profile: inout Profile) { for value in values { profile.set(value) } }
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
    private static func parse(_ call: CommandCall) throws -> [Profile.Value] {
        var values: [Profile.Value] = []
        var problems: [InvalidValue] = []
        for (field, option) in fields {
            guard let text = call.value(of: option) else { continue }
            do throws(InvalidValue) {
                let value = try field.parse(text)
                if case .username(let name) = value, let rule = Profile.brokenRule(ofUsername: name) {
                    throw InvalidValue(field.option, rule)
                }
                values.append(value)
            } catch {
                problems.append(error)
            }
        }
        guard !problems.isEmpty else { return values }
        throw ProfileError(invalid: problems + outOfRange(values, call))
    }

    /// The goal date that parses but is out of its range, which only an unlocked store can tell.
    private static func outOfRange(_ values: [Profile.Value], _ call: CommandCall) -> [InvalidValue] {
        guard let store = try? call.access.gate().resume(extending: false), var profile = try? store.profile else {
            return []
        }
        for case .goalDate(let day) in values { profile.goalDate = day }
        return ((try? store.problems(in: profile)) ?? []).filter { $0.name == Profile.Field.goalDate.option }
    }

    private static func show(
        difference change: (inout Profile) -> Void, of store: ProfileStore, isDraft: Bool, _ call: CommandCall
    ) throws {
        let committed = try store.committed
        let draft = isDraft ? try store.draft() : nil
        let before = draft?.base ?? committed.profile
        var after = draft?.profile ?? committed.profile
        change(&after)
        let problems = after.problems(goalDates: store.goalDates(committed: committed.profile))
        guard problems.isEmpty else { throw ProfileError(invalid: problems) }
        let changes = after.changes(since: before)
        try call.reporter.answer(
            CommitAnswer(revision: committed.revision, changes: changes), text: changes.map(\.text))
        call.reporter.remark("Nothing was written.")
    }
}
