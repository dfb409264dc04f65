internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

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
        if let limit, limit > SessionLimits.maximumDuration { throw InvalidValue("--for", "must be at most 24h") }
        let gate = try call.access.gate()
        guard call.settings.sessionStorage != SessionStorage.none else { throw StoreError(.sessionsDisabled) }
        guard call.access.secrets.canSupply else { throw call.access.secrets.missingCurrent }
        let store = try call.access.unlock(gate)
        let session = try store.beginSession(duration: limit, idleLimit: idleLimit)
        let total = call.context.clock.bootInstant.duration(to: session.deadline) ?? .zero
        let unused = session.isExtendedByUse ? ", or \(session.idleLimit.inWords) without use" : ""
        call.reporter.notice("Unlocked for \(total.inWords)\(unused). Lock it with: \(command: "lock")")
        if let failures = store.failuresBefore {
            call.reporter.notice(FailureNotice(failures, today: call.context.today).text)
        }
        if let draft = try? store.readableSummary.value.draft {
            let waiting = DraftText(savedAt: draft.savedAt, changes: draft.changes, today: call.context.today)
            call.reporter.notice("\(waiting.text). (\(command: "diff"))")
        }
        // A folder that can't be read is reported when it is to be imported.
        if let inbox = Inbox(call.settings.config, environment: call.context.environment),
            let waiting = try? inbox.waiting(in: store).count, waiting > 0
        {
            call.reporter.notice("\(waiting.counted("file")) waiting in the inbox. (\(command: "hike import"))")
        }
        try call.reporter.answer(StatusAnswer(try gate.status, gate: gate), text: [])
    }
}

/// `profile lock`: ends sessions.
enum LockCommand: ProfileCommand {
    private static let all = Option(flag: "all", help: "End the sessions of every account of the store.")

    static let declaration = Command(
        "lock", abstract: "End the session, in all terminals at once.",
        discussion: [
            "In a store with several accounts, ends the session of the one named with --account, or of "
                + "all of them if none is named. Anything still running that was opened with a passcode, such "
                + "as a watch, ends too."
        ],
        group: "The gate", options: [all],
        examples: [Example("profile lock", "A draft stays as it is.")])

    static func run(_ call: CommandCall) throws {
        RuntimePage.removeAny(environment: call.context.environment)
        // A page may be written until the store is locked.
        defer { RuntimePage.removeAny(environment: call.context.environment) }
        let gates: [Gate]
        let isOfAll = call.isSet(all) || call.settings.account == nil
        do {
            gates = try isOfAll ? call.access.gates() : [call.access.gate()]
        } catch let error as StoreError {
            // Whoever leaves the machine must be able to lock what can't be opened, or isn't there at the moment.
            try Gate.lock(
                at: call.settings.location, account: call.settings.account ?? .main,
                configuration: call.access.configuration)
            throw error
        }
        if call.isSet(all) || call.settings.account == nil && gates.count > 1 {
            var failures: [any Error] = []
            for gate in gates {
                do {
                    try gate.lock()
                } catch {
                    failures.append(error)
                }
            }
            guard failures.isEmpty else { throw failed(failures) }
            call.reporter.notice("Locked.")
            return try call.reporter.answer(LockAnswer(), text: [])
        }
        let gate = try gates.first ?? call.access.gate()
        call.reporter.notice(try gate.lock() ? "Locked." : "Locked. There was no session.")
        try call.reporter.answer(StatusAnswer(try gate.status, gate: gate), text: [])
    }

    /// The outcome for each account, since each is locked whatever happens to the others.
    private static func failed(_ failures: [any Error]) -> UserError {
        var errors = failures.map { UserError($0) }
        var first = errors.removeFirst()
        first.messages += errors.flatMap(\.messages)
        return first
    }
}

/// The answer of `lock --all`, which doesn't concern a single account.
private struct LockAnswer: Encodable {
    var schema = JSONAnswer.schema
    var state = "locked"
}
