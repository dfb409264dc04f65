internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile hike history`: the changes of hikes and places, newest first.
enum HikeHistoryCommand: ProfileCommand {
    private static let limit = Option("limit", value: "N", help: "List no more than this many (default: all).")

    static let declaration = Command(
        "history", abstract: "List the changes of hikes and places, newest first.",
        discussion: [
            "An edit of many is one change, and so is an import of many files. What was taken back is marked. Purging "
                + "hikes takes their values out of the history. Times are in this machine's time zone."
        ],
        options: [limit],
        examples: [
            Example("profile hike history --limit 5", "The last five."),
            Example("profile hike history --json", "For a script."),
        ])

    static func run(_ call: CommandCall) throws {
        let readable = try call.access.store().readableHikeHistory(limit: try call.count(of: limit))
        call.page()
        try call.reporter.answer(
            HikeHistoryAnswer(readable.value), text: HikeHistoryText(readable.value, width: call.proseColumns).lines)
        if readable.value.isEmpty, readable.damaged.isEmpty { call.reporter.notice("No hike was changed yet.") }
        try call.requireWhole(readable)
    }
}

/// `profile hike undo`: takes back the last change of hikes and places.
enum HikeUndoCommand: ProfileCommand {
    static let declaration = Command(
        "undo", abstract: "Take back the last change of hikes and places.",
        discussion: [
            "The newest change that isn't taken back yet: an edit, an import (all of it), a removal, a restoration or a "
                + "trim. Twice goes two back. Fields get the values that they had, what was added is removed, and what "
                + "was removed is restored. What was changed since stays, and is named, and so does what an import "
                + "with --replace brought beside the fields, such as a track. What was purged is gone: a "
                + "change of nothing else is passed over."
        ],
        examples: [
            Example("profile hike undo", "See what there is with: profile hike history")
        ])

    /// How many notices say what stays.
    private static let mostNotices = 20

    static func run(_ call: CommandCall) throws {
        let store = try call.access.store()
        let undone: UndoneChange
        do {
            undone = try store.undoHikes()
        } catch let error as StoreError where error.reason == .nothingToUndo {
            throw UserError(
                .notFound, "there is nothing to undo", hint: "See the changes with: \(command: "hike history")")
        }
        try call.reporter.answer(HikeUndoAnswer(undone), text: [undone.sentence])
        for rest in undone.remainingSentences.prefix(mostNotices) { call.reporter.notice(rest) }
        let others = undone.remaining.count - mostNotices
        if others > 0 { call.reporter.notice("\(others.counted("other value")) stayed likewise.") }
    }
}

/// The history with one line for each change: "12  2026-11-21 15:42  edit of 3 hikes: tags, notes".
private struct HikeHistoryText {
    let lines: [String]

    /// - Parameter columns: the width of a line in cells; longer ones are wrapped.
    init(_ history: [LoggedChange], width columns: Int) {
        let width = history.map { String($0.number).count }.max() ?? 0
        lines = history.flatMap { change in
            let number = String(change.number)
            let at = LocalTime(change.at)
            let head = "\(String(repeating: " ", count: width - number.count))\(number)  \(at.day) \(at.clockTime)  "
            let end = change.isUndone ? " (taken back)" : ""
            return "\(head)\(change.text)\(end)".wordWrapped(to: columns, indent: head.cells)
        }
    }
}

private struct HikeHistoryAnswer: Encodable {
    var schema = JSONAnswer.schema
    let history: [Entry]

    struct Entry: Encodable {
        let number: Int
        @OrNull var at: String?
        let kind: String
        let hikes: [Int]
        /// Omitted when there are none.
        var places: [Int]?
        /// The number of the change that this one took back.
        @OrNull var undoes: Int?
        let undone: Bool
    }

    init(_ history: [LoggedChange]) {
        self.history = history.map { change in
            let places = change.items.filter { $0.kind == "place" }.map(\.number)
            return Entry(
                number: change.number, at: Timestamp(secondsSince1970: Double(change.at.secondsSince1970))?.description,
                kind: change.hikeChangeKind.rawValue, hikes: change.hikes, places: places.isEmpty ? nil : places,
                undoes: change.undoes, undone: change.isUndone)
        }
    }
}

private struct HikeUndoAnswer: Encodable {
    var schema = JSONAnswer.schema
    /// The number of the change that was taken back.
    let undone: Int
    let kind: String
    let hikes: [Int]
    let remaining: [Rest]

    struct Rest: Encodable {
        let kind: String
        let id: Int
        /// Null for the hike itself.
        @OrNull var field: String?
    }

    init(_ change: UndoneChange) {
        (undone, kind, hikes) = (change.number, change.hikeChangeKind.rawValue, change.hikes)
        remaining = change.remaining.map { Rest(kind: $0.kind, id: $0.number, field: $0.field) }
    }
}
