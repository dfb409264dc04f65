internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile diff`: the draft against the committed profile.
enum DiffCommand: ProfileCommand {
    static let declaration = Command(
        "diff", abstract: "Show what committing the draft would change.", group: "The profile",
        examples: [Example("profile diff", "A field changed on both sides shows base, mine and theirs.")])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableSummary
        guard let draft = readable.value.draft, let committed = readable.value.committed?.profile else {
            try call.requireWhole(readable)
            throw ProfileStore.noDraft
        }
        let merge = draft.merged(onto: committed)
        let changes = merge.profile.changes(since: committed)
        try call.reporter.answer(
            DiffAnswer(
                since: draft.baseRevision, changes: changes, conflicts: merge.conflicts.isEmpty ? nil : merge.conflicts),
            text: changes.map(\.text) + merge.conflicts.map { "conflict in \($0.text)" })
        try call.requireWhole(readable)
    }
}

/// `profile commit`: publishes the draft.
enum CommitCommand: ProfileCommand {
    private static let take = Option(
        "take", value: "mine|theirs", help: "Decide fields changed on both sides.",
        completion: .values(ConflictSide.allCases.map(\.rawValue)))

    static let declaration = Command(
        "commit", abstract: "Publish the draft.",
        discussion: [
            "What others committed since the draft began is kept: the two are merged field by field. A field changed on "
                + "both sides is a conflict, and nothing is written until --take decides it."
        ],
        group: "The profile", options: [take],
        examples: [
            Example("profile commit", "Readers see all of the draft at once."),
            Example("profile commit --take mine", "The draft wins where both sides changed a field."),
        ])

    static func run(_ call: CommandCall) throws {
        let side = try call.value(of: take, "is mine or theirs", ConflictSide.init(rawValue:))
        let store = try call.access.store()
        guard let draft = try store.savedDraft else { throw ProfileStore.noDraft }
        let commit: Commit
        do {
            commit = try side.map { try store.commit(draft, taking: $0) } ?? store.commit(draft)
        } catch let conflict as DraftConflict {
            var complaint = Complaint(conflict)
            complaint.messages += conflict.fields.map(\.text)
            throw complaint
        }
        try call.reporter.answer(
            CommitAnswer(revision: commit.revision, changes: commit.changes), text: commit.changes.map(\.text))
        call.reporter.remark(
            commit.changes.isEmpty ? "Nothing changed." : "Committed as revision \(commit.revision).")
    }
}

/// `profile discard`: drops the draft.
enum DiscardCommand: ProfileCommand {
    static let declaration = Command(
        "discard", abstract: "Drop the draft without a trace.", group: "The profile",
        examples: [Example("profile discard", "The committed profile stays as it is.")])

    static func run(_ call: CommandCall) throws {
        let store = try call.access.store()
        try store.discard()
        let revision = try store.committed.revision
        try call.reporter.answer(CommitAnswer(revision: revision, changes: []), text: [])
        call.reporter.remark("The draft is gone.")
    }
}
