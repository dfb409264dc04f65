internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile status`: what can be said without unlocking.
enum StatusCommand: ProfileCommand {
    private static let check = Option(
        flag: "check", help: "Print nothing; exit with 0 unlocked, 10 locked, 12 throttled, 13 no store.")

    static let declaration = Command(
        "status", abstract: "Show whether it is unlocked, until when, and whether a draft is open.",
        discussion: ["Needs no unlock, extends no session, and works without the device secret."], group: "The gate",
        options: [check],
        examples: [Example("profile status --check && profile show", "In a script or a status bar.")])

    static func run(_ call: CommandCall) throws {
        guard call.isSet(check) else {
            let gate = try call.access.gate()
            let status = try gate.status
            return try call.reporter.answer(
                StatusAnswer(status, gate: gate), text: lines(status, gate: gate, clock: call.context.clock))
        }
        let status: GateStatus
        do {
            status = try call.access.gate().status
        } catch {
            throw SilentExit(code: Complaint(error).exit)
        }
        if status.session != nil { return }
        throw SilentExit(code: status.retryAfter > .zero ? .throttled : .locked)
    }

    private static func lines(_ status: GateStatus, gate: Gate, clock: any MachineClock) -> [String] {
        var lines: [String] = []
        if let session = status.session {
            let end = SessionEnd(session, clock: clock)
            lines.append(
                "\(gate.account): unlocked until \(end.clockTime), later if used (session: \(session.place.rawValue))")
        } else {
            lines.append("\(gate.account): locked")
        }
        if let failures = status.failures, failures > 0 {
            let wait = status.retryAfter > .zero ? "; the next one in \(status.retryAfter.inWords)" : ""
            lines.append("Failed attempts: \(failures)\(wait)")
        }
        if let problem = status.problem {
            lines.append("No attempt can be made: \(problem.message).".terminalSafe)
            lines.append(problem.hint.terminalSafe)
        }
        if status.hasDraft { lines.append("A draft is waiting.") }
        return lines
    }
}

/// An exit code without a word.
struct SilentExit: Error {
    let code: ExitCode
}
