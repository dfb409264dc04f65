internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile status`: everything known without unlocking.
enum StatusCommand: ProfileCommand {
    private static let check = Option(
        flag: "check",
        help: "Print nothing; exit with 0 if show would work now, else with its code (10 locked, 13 no store).")
    private static let line = Option(flag: "line", help: "Print one short line for a status bar.")

    static let declaration = Command(
        "status", abstract: "Show whether the profile is unlocked, until when, and whether there is a draft.",
        discussion: [
            "Works while locked, never extends a session, and needs no device secret. In a store with several accounts, "
                + "shows each of them if none is named with --account.",
            "--line says no more than that: locked or unlocked, until when, a wait, and whether a draft is waiting; of "
                + "several accounts, how many are unlocked. Without a store it says so, and exits with 13 all the same.",
        ],
        group: "The gate",
        options: [check, line],
        examples: [
            Example("profile status --check && profile show", "In a script."),
            Example("profile status --line", "In a status bar: unlocked until 15:42, draft"),
        ])

    static var silencing: Option? { check }

    static func run(_ call: CommandCall) throws {
        guard !call.isSet(check) || !call.isSet(line) else {
            throw UsageError(message: "--check and --line exclude each other", hint: "Give only one of them.")
        }
        // The caller, such as a status bar, may wait for long, but wants to read nothing of it.
        if call.isSet(check) || call.isSet(line) { WaitingNotice.remove() }
        if call.isSet(check) { throw SilentExit(code: answer(call)) }
        if call.isSet(line), !call.settings.isJSON { return try showLine(call) }
        let gates = call.settings.account == nil ? try call.access.gates() : []
        return gates.count > 1 ? try show(gates, call) : try show(try call.access.gate(), call)
    }

    private static func showLine(_ call: CommandCall) throws {
        let statuses: [GateStatus]
        do {
            statuses =
                try call.settings.account == nil
                ? call.access.gates().map { try $0.status } : [call.access.gate().status]
        } catch let error as StoreError where error.code == .noStore {
            statuses = []
        }
        call.context.output.write(line: StatusLine(statuses, clock: call.context.clock).text)
        if statuses.isEmpty { throw SilentExit(code: .noStore) }
    }

    private static func show(_ gate: Gate, _ call: CommandCall) throws {
        let status = try gate.status
        try call.reporter.answer(
            StatusAnswer(status, gate: gate),
            text: lines(status, gate: gate, call).flatMap { $0.wordWrapped(to: call.proseColumns) })
    }

    /// Shows each account, with what else there is to say indented below it.
    private static func show(_ gates: [Gate], _ call: CommandCall) throws {
        let accounts = try gates.map { (gate: $0, status: try $0.status) }
        let text = accounts.flatMap { gate, status in
            lines(status, gate: gate, call, account: "\(gate.account)").enumerated().map {
                ($0.offset == 0 ? "" : "  ") + $0.element
            }
        }
        try call.reporter.answer(
            AccountsStatusAnswer(accounts: accounts.map { StatusAnswer($0.status, gate: $0.gate, schema: nil) }),
            text: text.flatMap { $0.wordWrapped(to: call.proseColumns, indent: 2) })
    }

    /// The exit code of `show --no-input`. It reads the same records, and no hike.
    private static func answer(_ call: CommandCall) -> ExitCode {
        do {
            guard let store = try call.access.gate().resume(extending: false) else { return .locked }
            return try store.readableSummary.damaged.isEmpty ? .ok : .damaged
        } catch {
            return UserError(error).exit
        }
    }

    /// - Parameter account: the account to name in commands; `nil` where an option names it, or it is the only one.
    private static func lines(
        _ status: GateStatus, gate: Gate, _ call: CommandCall, account: String? = nil
    ) -> [String] {
        let clock = call.context.clock
        var lines: [String] = []
        if let session = status.session {
            let end = SessionEnd(session, clock: clock)
            let until = end.spelled(from: Day(localTo: clock.wallTime))
            let use = session.isExtendedByUse ? ", later if used" : ""
            lines.append("\(gate.account): unlocked until \(until)\(use) (session: \(session.storage.rawValue))")
        } else {
            lines.append("\(gate.account): locked")
        }
        if let failures = status.failures, failures > 0 {
            let wait = status.retryAfter > .zero ? "; the next one in \(status.retryAfter.inWords)" : ""
            lines.append("Failed attempts: \(failures)\(wait)")
        }
        if let problem = status.problem.map({ UserMessage($0) }) {
            lines.append("No attempt can be made: \(problem.message).".terminalSafe)
            let kept = call.reporter.kept.leading(to: nil, account: account)
            lines.append(problem.hint.text(completing: kept.commandLine).terminalSafe)
        }
        if status.hasDraft(in: gate) { lines.append("A draft is waiting.") }
        return lines
    }
}
