internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile history`: the commits, newest first.
enum HistoryCommand: ProfileCommand {
    private static let limit = Option("limit", value: "N", help: "List no more than this many (default: all).")

    static let declaration = Command(
        "history", abstract: "List the commits of the profile, newest first.",
        discussion: [
            "Every commit is kept, unless a program of yours limits the history; a draft is not a "
                + "commit. Times are in this machine's time zone."
        ],
        group: "The profile", options: [limit],
        examples: [
            Example("profile history --limit 5", "The last five."),
            Example("profile history --json", "For a script: each with its changes."),
        ])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableHistory(limit: try call.count(of: limit))
        call.page()
        try call.reporter.answer(
            HistoryAnswer(readable.value), text: HistoryText(readable.value, width: call.proseColumns).lines)
        try call.requireWhole(readable)
    }
}

/// `profile undo`: commits the profile as it was at an earlier revision.
enum UndoCommand: ProfileCommand {
    static let declaration = Command(
        "undo", abstract: "Commit the profile as it was at an earlier revision.",
        discussion: [
            "This creates a new revision, so an undo can be undone too. A draft is left alone."
        ],
        group: "The profile",
        positionals: [
            Positional(
                "REVISION", help: "A revision from the history (default: the one before the last).", arity: .optional,
                completion: .program(CompletionKind.revisions))
        ],
        examples: [
            Example("profile undo", "Takes back the last commit."),
            Example("profile undo 3", "As it was at revision 3."),
        ])

    static func run(_ call: CommandCall) throws {
        let revision = try call.invocation.positionals.first.map { text in
            guard let revision = Int(text) else {
                throw InvalidValue("REVISION", "must be a number, as history shows it")
            }
            return revision
        }
        let store = try call.access.store()
        try call.commit(to: store, movesGoal: true) { try store.undo(to: revision) }
    }
}
