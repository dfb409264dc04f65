internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile unlock`: opens a session for all of the user's terminals.
enum UnlockCommand: ProfileCommand {
    private static let lasting = Option(
        "for", value: "DURATION", help: "How long it lasts, at most 24h (default: 2h).")
    private static let idle = Option("idle", value: "DURATION", help: "How long it may go unused (default: 15m).")

    static let declaration = Command(
        "unlock", abstract: "Open a session for all your terminals.",
        discussion: [
            "If a session is already open, it is extended. It only gets shorter if --for or --idle says so.",
            "The key of the session is kept by the kernel, or in XDG_RUNTIME_DIR where the kernel refuses. "
                + "A lock, either limit, or a reboot ends it.",
            "Durations are written as 90s, 15m, 2h or 1d.",
        ],
        group: "The gate", options: [lasting, idle],
        examples: [
            Example("profile unlock", "Asks for the passcode."),
            Example("profile unlock --for 8h --idle 1h", "For a day's work."),
        ])

    static func run(_ call: CommandCall) throws {
        let limit = try call.value(of: lasting, DurationOption.rule, DurationOption.parse)
        let idleLimit = try call.value(of: idle, DurationOption.rule, DurationOption.parse)
        if let limit, limit > Session.Limits.longest { throw InvalidValue("--for", "must be at most 24h") }
        let gate = try call.access.gate()
        guard call.settings.sessionPlace != SessionPlace.none else { throw StoreError(.sessionsOff) }
        guard call.access.secrets.canSupply else { throw SecretSupply.missingCurrent }
        let store = try call.access.unlock(gate)
        let session = try store.beginSession(lasting: limit, idle: idleLimit)
        let total = call.context.clock.bootInstant.duration(to: session.deadline) ?? .zero
        let unused = session.isProlongedByUse ? ", or \(session.idleLimit.inWords) without use" : ""
        call.reporter.remark("Unlocked for \(total.inWords)\(unused). Lock it with: profile lock")
        if let failures = store.failuresBefore {
            call.reporter.remark(FailureRemark(failures, today: call.context.today).text)
        }
        if let draft = try? store.savedDraft {
            let waiting = DraftText(savedAt: draft.savedAt, changes: draft.changes, today: call.context.today)
            call.reporter.remark("\(waiting.text). (profile diff)")
        }
        try call.reporter.answer(StatusAnswer(try gate.status, gate: gate), text: [])
    }
}
