internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `--kdf` for commands that set new secrets: the cost of a guess is kept, and can be raised.
enum CostOption {
    static let option = Option(
        "kdf", value: "interactive|moderate|sensitive", help: "Raise the cost of each guess (default: unchanged).",
        completion: .values(KeyDerivation.Cost.names.map { $0.name }))

    static let rule = "must be interactive, moderate or sensitive"

    /// Runs a change of secrets, and reports if the resulting cost of a guess is lower than requested.
    static func applying(
        to gate: Gate, in call: CommandCall, _ change: (KeyDerivation.Cost?) throws -> Void
    ) throws {
        let asked = try call.value(of: option, rule, KeyDerivation.Cost.named)
        // A recovery replaces stages that don't open; any other change then fails by itself.
        let before = (try? gate.costs()) ?? []
        try change(asked)
        if let asked, let higher = before.first(where: { $0 > asked }) {
            call.reporter.notice("The cost of a guess stays \(higher.name): it is never lowered.")
        }
        tell(wanted: before.map { max($0, asked ?? $0) }, of: gate, in: call)
    }

    /// Reports if the system refused the memory, so that a guess costs less than requested.
    static func tell(wanted: [KeyDerivation.Cost], of gate: Gate, in call: CommandCall) {
        // The change has taken effect, whether or not the costs can be read.
        guard let used = try? gate.costs(), let lower = zip(used, wanted).first(where: { $0 < $1 }) else { return }
        let text: CommandText =
            "There was not enough memory for \(lower.1.name): the cost of a guess is \(lower.0.name). With more memory, "
            + "raise it with: \(command: "passcode change --kdf \(lower.1.name)")"
        call.reporter.notice(text)
    }
}
