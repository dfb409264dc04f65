internal import CommandParsing
internal import LinuxKit
internal import ProfileKit

/// `profile watch`: the summary now and after each commit.
enum WatchCommand: ProfileCommand {
    static let declaration = Command(
        "watch", abstract: "Show the profile now and after each commit, from any process.",
        discussion: [
            "It runs until it is interrupted, its output is closed, or the profile is locked, which exits with 10. "
                + "Watching doesn't extend the session.",
            "Commits that follow each other fast may be shown as one: the last is always shown, none twice, in order. "
                + "Drafts are not shown. Each summary is followed by an empty line; under --json it is one line.",
        ],
        group: "The profile",
        examples: [
            Example("profile watch", "Until Ctrl-C."),
            Example("profile watch --json | jq .profile.seasonalPhoto", "For a script or a status bar."),
        ])

    static func run(_ call: CommandCall) throws {
        let store = try call.access.watching.store()
        let output = call.context.output
        let wakeUp = try WakeUp()
        let observation = ChangeObservation(of: store) { wakeUp.send() }
        defer { withExtendedLifetime(observation) {} }
        var shown = 0
        repeat {
            let readable = try store.readableSummary
            let summary = readable.value
            guard summary.committed?.revision != shown || !readable.damaged.isEmpty else { continue }
            shown = summary.committed?.revision ?? shown
            try call.reporter.answer(
                SummaryAnswer(readable, account: store.gate.account, profile: summary.committed?.profile),
                text: ShowCommand.lines(of: summary, profile: summary.committed?.profile, call) + [""])
            try output.finish()
            try call.requireWhole(readable)
        } while !output.isAbandoned && wakeUp.wait(whileOpen: output.descriptor)
    }
}
