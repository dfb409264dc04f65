internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile diff`: compares the draft with the committed profile.
enum DiffCommand: ProfileCommand {
    static let declaration = Command(
        "diff", abstract: "Show what committing the draft would change.", group: "The profile",
        examples: [Example("profile diff", "A field changed on both sides shows base, mine and theirs.")])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableSummary
        guard let draft = readable.value.draft, let committed = readable.value.committed?.profile else {
            try call.requireWhole(readable)
            throw StoreError(.noDraft)
        }
        let merge = draft.merged(onto: committed)
        let changes = merge.profile.changes(since: committed)
        try call.reporter.answer(
            DiffAnswer(since: draft.baseRevision, changes: changes, conflicts: merge.conflicts),
            text: changes.map(\.text) + merge.conflicts.map { "conflict in \($0.text)" })
        try call.requireWhole(readable)
    }
}

/// `profile commit`: publishes the draft.
enum CommitCommand: ProfileCommand {
    private static let take = Option(
        "take", value: "SIDE|FIELD=SIDE", help: "Decide conflicts for mine or theirs, all of them or one field's.",
        isRepeatable: true, completion: .values(sides + fields.flatMap { field in sides.map { "\(field)=\($0)" } }))
    private static let sides = ConflictSide.allCases.map(\.rawValue)
    private static let fields = Profile.fields.map { Profile.option(of: $0.name) }

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
        let decisions = try decisions(call)
        let store = try call.access.store()
        guard let draft = try store.savedDraft else { throw StoreError(.noDraft) }
        guard try !draft.changesNothing(of: store.committed) else {
            // Others have committed all of it. Left there, it would conflict with whatever they commit next. One that
            // was saved meanwhile is kept.
            try store.discard(draft)
            throw StoreError(.noDraft)
        }
        do {
            try call.commit(to: store, movesGoal: draft.changesGoal) {
                if let person = call.person, decisions == .none, AppEntry.isOnTerminal(call), AppEntry.isPlain(call) {
                    return try PlainConflict(person: person).commit(draft, to: store)
                }
                return try store.commit(draft, deciding: decisions)
            }
        } catch let conflict as DraftConflict {
            let undecided = conflict.fields.filter { decisions.side(for: $0) == nil }
            throw UserError(DraftConflict(fields: undecided, revision: conflict.revision))
        }
    }

    /// The decisions given by the options: `mine`, `theirs`, or `FIELD=SIDE` with the field named as in JSON or as its
    /// option.
    private static func decisions(_ call: CommandCall) throws -> ConflictDecisions {
        var decisions = ConflictDecisions()
        func once(_ isFirst: Bool, _ what: String) throws {
            guard !isFirst else { return }
            throw UsageError(message: "--take decides \(what) more than once", hint: "Decide it once.")
        }
        for text in call.invocation.values(of: take) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let side = parts.last.flatMap(ConflictSide.init) else { throw refused }
            guard parts.count == 2 else {
                try once(decisions.others == nil, "for all fields")
                decisions.others = side
                continue
            }
            let field = Profile.fields.first { [$0.name, Profile.option(of: $0.name)].contains(parts[0]) }
            guard let field else { throw refused }
            try once(decisions.fields[field.name] == nil, Profile.option(of: field.name))
            decisions.fields[field.name] = side
        }
        return decisions
    }

    private static var refused: InvalidValue {
        InvalidValue(
            "--take",
            "must be mine, theirs, or FIELD=mine or FIELD=theirs, FIELD being one of \(fields.joined(separator: ", "))")
    }
}

/// `profile discard`: discards the draft.
enum DiscardCommand: ProfileCommand {
    static let declaration = Command(
        "discard", abstract: "Discard the draft.", group: "The profile",
        examples: [Example("profile discard", "The committed profile stays as it is.")])

    static func run(_ call: CommandCall) throws {
        let store = try call.access.store()
        // Read first: an error after the draft is discarded couldn't claim that nothing was changed.
        let committed = try store.committed
        // One that doesn't open can only be discarded.
        let draft = try? store.savedDraft
        try store.discard()
        // Others have committed all of it, so that no command shows it as a draft any more.
        guard draft?.changesNothing(of: committed) != true else { throw StoreError(.noDraft) }
        try call.reporter.answer(CommitAnswer(revision: committed.revision, changes: []), text: [])
        call.reporter.notice("The draft was discarded.")
    }
}
