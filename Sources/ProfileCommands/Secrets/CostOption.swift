internal import CommandParsing
internal import ProfileKit

/// `--kdf` where secrets are set anew: the work of a guess is kept, and may be raised.
enum CostOption {
    static let option = Option(
        "kdf", value: "interactive|moderate|sensitive", help: "Raise the work of a guess (default: as it was).",
        completion: .values(KeyDerivation.Cost.names.map { $0.name }))

    static let rule = "must be interactive, moderate or sensitive"

    /// Runs a change of secrets, and tells where the work of a guess isn't what was asked for.
    static func applying(
        to gate: Gate, in call: CommandCall, _ change: (KeyDerivation.Cost?) throws -> Void
    ) throws {
        let asked = try call.value(of: option, rule, KeyDerivation.Cost.named)
        let before = try gate.costs()
        try change(asked)
        tell(wanted: before.map { max($0, asked ?? $0) }, of: gate, in: call)
    }

    /// Tells where the system refused the memory, so that a guess costs less than was wanted.
    static func tell(wanted: [KeyDerivation.Cost], of gate: Gate, in call: CommandCall) {
        // The change stands, whatever can be read of it now.
        guard let used = try? gate.costs(), let lower = zip(used, wanted).first(where: { $0 < $1 }) else { return }
        call.reporter.remark(
            "There was not enough memory for \(lower.1.name): a guess is \(lower.0.name) work. Where there is more, "
                + "raise it with: profile passcode change --kdf \(lower.1.name)")
    }
}
