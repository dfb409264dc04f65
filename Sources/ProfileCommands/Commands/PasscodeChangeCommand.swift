internal import CommandParsing
internal import ProfileKit

/// `profile passcode change`: a new secret for one stage.
enum PasscodeChangeCommand: ProfileCommand {
    private static let stage = Option(
        "stage", value: "password|code", help: "Which secret to change (default: code).",
        completion: .values(Gate.StageName.allCases.map(\.rawValue)))

    static let declaration = Command(
        "change", abstract: "Set a new passcode or password.",
        discussion: [
            "Always asks for the current secrets first, even with a session open. Every session ends; "
                + "data and drafts stay. Backups made before open with the recovery code of their time alone, no longer "
                + "with a passcode.",
            "The recovery code stays as it is. If someone may have seen it, follow with: profile recovery new",
        ],
        options: [stage, CostOption.option],
        examples: [
            Example("profile passcode change", "Asks for the current code, then twice for the new one."),
            Example("profile passcode change --stage password", "In a gate with a password before the code."),
        ])

    static func run(_ call: CommandCall) throws {
        let name = try call.value(of: stage, "must be password or code", Gate.StageName.init(rawValue:)) ?? .code
        let gate = try call.access.gate()
        let formats = try gate.stages()
        guard let format = name == .code ? formats.last : formats.first, name == .code || format == .password else {
            throw InvalidValue("--stage", "must be code: this account has no password")
        }
        let current = try call.access.currentSecrets(of: gate)
        let secrets = call.access.secrets
        // At a terminal, a wrong secret is reported before asking for a new one.
        if !secrets.isGiven { try gate.verify(current) }
        let before = try gate.status
        let new: SharedSecret
        do {
            new = SharedSecret(try secrets.new(format, insteadOf: current))
        } catch  where secrets.isGiven {
            // A wrong current secret counts and is reported first, whatever is wrong with the new one.
            try gate.verify(current)
            throw error
        }
        try CostOption.applying(to: gate, in: call) { cost in
            try gate.change(
                name, to: try new.secret.duplicate(), current: current, raisingCostTo: cost,
                warningHandler: call.reporter.notice)
        }
        call.reporter.notice("The \(format.noun) was changed. Every session has ended.")
        // The change took effect, whether or not the status can be read.
        let after = (try? gate.status) ?? before.afterSecretChange
        try call.reporter.answer(StatusAnswer(after, gate: gate), text: [])
    }
}
