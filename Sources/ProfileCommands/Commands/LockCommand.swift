internal import CommandParsing
internal import ProfileKit

/// `profile lock`: ends sessions.
enum LockCommand: ProfileCommand {
    private static let all = Option(flag: "all", help: "End the sessions of every account of the store.")

    static let declaration = Command(
        "lock", abstract: "End the session, in all terminals at once.",
        discussion: [
            "Of several accounts, the one that --account names; every account's session when none is named. What was "
                + "opened with a passcode and still runs, such as a watch, ends as well."
        ],
        group: "The gate", options: [all],
        examples: [Example("profile lock", "A draft stays as it is.")])

    static func run(_ call: CommandCall) throws {
        let gates = try call.access.gates()
        if call.isSet(all) || call.settings.account == nil && gates.count > 1 {
            for gate in gates { try gate.lock() }
            call.reporter.remark("Locked.")
            return try call.reporter.answer(LockAnswer(), text: [])
        }
        let gate = try call.access.gate()
        call.reporter.remark(try gate.lock() ? "Locked." : "It was locked already.")
        try call.reporter.answer(StatusAnswer(try gate.status, gate: gate), text: [])
    }
}

/// The answer of `lock --all`, which speaks of no single account.
private struct LockAnswer: Encodable {
    var schema = JSONAnswer.schema
    var state = "locked"
}
