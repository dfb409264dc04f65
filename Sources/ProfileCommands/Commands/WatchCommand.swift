internal import CommandParsing
internal import Dispatch
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// `profile watch`: the summary, now and after each commit.
enum WatchCommand: ProfileCommand {
    static let declaration = Command(
        "watch", abstract: "Show the profile now and after each commit, from any process.",
        discussion: [
            "It runs until it is interrupted, its output is closed, or the profile is locked, which exits with 10. "
                + "Watching does not extend the session.",
            "Each commit of the profile is shown once, in order, and none is left out unless a program "
                + "that limits the history has already dropped it. Badges and totals are the current ones; "
                + "a change of hikes alone is not a commit of the profile. Drafts are not shown. Each summary is "
                + "followed by an empty line, and each after the first begins with the time of the commit and what it "
                + "changed. Under --json each is one line.",
        ],
        group: "The profile",
        examples: [
            Example("profile watch", "Until Ctrl-C."),
            Example("profile watch --json | jq .profile.seasonalPhoto", "For a script or a status bar."),
        ])

    static func run(_ call: CommandCall) throws {
        let store = try call.access.watching.store()
        // Woken through `ChangeSubscription` by the store's `WatchList`, which is woken by commits of this open store
        // and, for what others do, by its `StoreWatch`: a watch on the file or a server's notifications, a watch on
        // locks that can't be written to the store, and the timer for the session's end. Where one of these isn't
        // possible, it polls.
        let wakeUp = try EventCounter()
        let subscription = ChangeSubscription(of: store) { wakeUp.send() }
        // Closed here, since a thread that is just noticing a change may hold the store a moment longer.
        defer { withExtendedLifetime(subscription) { store.close() } }
        try Interruption.waking(wakeUp) { try follow(store, until: wakeUp, call) }
    }

    /// Shows each commit until a signal comes or nobody reads the output.
    private static func follow(_ store: ProfileStore, until wakeUp: EventCounter, _ call: CommandCall) throws {
        let output = call.context.output
        var isWanted: Bool { !output.isAbandoned && !Interruption.isPending }
        var shown = try show(store.readableSummary, of: store, isNew: false, call)
        var isToldOfLoss = false
        repeat {
            do {
                while isWanted, let next = try store.summary(after: shown) {
                    shown = try show(next.whole, of: store, isNew: true, call)
                }
                isToldOfLoss = false
            } catch let error as StoreError where error.code == .unreachable {
                // Whoever watches the server wakes this when it is back. Nothing is left out when it is read then.
                if !isToldOfLoss { announceWait(error, call) }
                isToldOfLoss = true
            } catch let error as StoreError where error.code == .busy {
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { wakeUp.send() }
            }
        } while isWanted && wakeUp.wait(whileOpen: output.descriptor) && isWanted
    }

    /// Says that the server is away: under --json as an error is said, since a script has no other way to notice.
    private static func announceWait(_ error: StoreError, _ call: CommandCall) {
        // A notice, which --quiet leaves out in both forms.
        guard call.settings.isJSON, !call.settings.isQuiet else {
            return call.reporter.notice("\(UserMessage(error).message). Waiting for it.")
        }
        var userError = UserError(error)
        userError.hint = "Waiting for it."
        call.reporter.report(userError)
    }

    /// - Returns: the revision shown.
    private static func show(
        _ readable: Salvaged<SummaryParts>, of store: ProfileStore, isNew: Bool, _ call: CommandCall
    ) throws -> Int {
        let committed = readable.value.committed
        let news = isNew && !call.settings.isJSON ? try lines(of: committed?.revision ?? 0, in: store, call) : []
        try call.reporter.answer(
            SummaryAnswer(
                readable, account: store.gate.account, profile: committed?.profile, goal: readable.value.goal),
            text: news + ShowCommand.lines(of: readable.value, profile: committed?.profile, call) + [""])
        try call.context.output.finish()
        try call.requireWhole(readable)
        return committed?.revision ?? 0
    }

    /// The time and the changes of a commit, as in the history.
    private static func lines(of revision: Int, in store: ProfileStore, _ call: CommandCall) throws -> [String] {
        // There may be newer commits by now.
        let count = try store.committed.revision - revision + 1
        let entries = try store.readableHistory(limit: max(count, 1)).value.filter { $0.revision == revision }
        return HistoryText(entries, width: call.proseColumns).lines
    }
}
