internal import CommandParsing
internal import ProfileKit

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

/// The answer of `lock --all`, which doesn't concern a single account.
private struct LockAnswer: Encodable {
    var schema = JSONAnswer.schema
    var state = "locked"
}
