internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile recover`: regains access with the recovery code.
enum RecoverCommand: ProfileCommand {
    static let declaration = Command(
        "recover", abstract: "Regain access with the recovery code.",
        discussion: [
            "For a forgotten passcode, a lost device secret, or a store that was copied to another machine. All data stays, "
                + "an open draft included.",
            "Asks for the recovery code, then for new secrets in stage order. Prints a new recovery "
                + "code, alone on stdout; the old one no longer opens this store. Backups made before open with the "
                + "recovery code of their time alone, so keep that too. This does not open a session.",
            "A damaged store is refused, unless --damaged is given: see 'profile recovery new --help'.",
        ],
        group: "The gate", options: [DamagedOption.option, CostOption.option],
        examples: [
            Example("profile recover", "Asks for everything."),
            Example("profile recover --passcode-file secrets", "The recovery code and the new secrets, one per line."),
        ])

    static func run(_ call: CommandCall) throws {
        let gate = try call.access.gate()
        let code = try call.access.secrets.recoveryCode()
        // Damaged stages don't say what they were; the recovery code does, and nobody thinks of new secrets for a wrong
        // one.
        let secrets = try call.access.newSecrets(for: gate.stages(recoveredWith: code))
        try CostOption.applying(to: gate, in: call) { cost in
            try DamagedOption.offering("recover --damaged") {
                try gate.recover(
                    with: code, settingUp: secrets, raisingCostTo: cost,
                    acceptingDamage: call.isSet(DamagedOption.option),
                    recoveryCodeHandler: { try reveal($0, of: gate.account, call) },
                    damageHandler: { DamagedOption.report($0, copy: $1, call) }, warningHandler: call.reporter.notice)
            }
        }
        call.reporter.notice("The account was recovered. Unlock it with: \(command: "unlock")")
    }

    /// Prints a recovery code, and makes sure that it has left the process before anything is changed.
    ///
    /// - Parameters:
    ///   - passphrase: a passphrase generated for the account, which is shown along with the code.
    ///   - otherwise: what is the case if it can't be shown.
    static func reveal(
        _ code: RecoveryCode, of account: AccountID, passphrase: GeneratedPassphrase? = nil,
        otherwise: String = UserMessage.unchanged, _ call: CommandCall
    ) throws {
        if let passphrase, !call.settings.isJSON {
            call.reporter.notice("This is the passphrase of '\(account)'. Learn it: it is shown only now.")
            // Not a notice, since it must never be suppressed; it goes to stderr because stdout is for the recovery
            // code alone.
            call.context.errors.write(line: passphrase.text)
            guard call.context.errors.reachesReader() else {
                throw UserError(
                    .io, "the passphrase cannot be shown: stderr is closed or full",
                    hint: "\(otherwise) Run it again where the passphrase can be read.")
            }
        }
        call.reporter.notice("This is the recovery code of '\(account)'. Write it down: it is shown only now.")
        try call.reporter.answer(
            RecoveryCodeAnswer(
                account: account.description, recoveryCode: code.description, passphrase: passphrase?.text),
            text: [code.description])
        guard call.context.output.reachesReader() else {
            throw UserError(
                .io, "the recovery code cannot be shown: the output is closed or full",
                hint: "\(otherwise) Run it again where the code can be read.")
        }
    }
}

/// `profile recovery new`: a new recovery code.
enum RecoveryNewCommand: ProfileCommand {
    static let declaration = Command(
        "new", abstract: "Create a new recovery code.",
        discussion: [
            "Always asks for the current secrets, even with a session open. Everything is sealed anew, "
                + "so the old code no longer opens this store, and every session ends. Backups made before still open with "
                + "the old code.",
            "Records that do not open cannot be sealed anew, so a damaged store is refused, unless --damaged is given: "
                + "then the file is first copied beside it, as STORE.damaged, and those records are set aside, sealed as "
                + "they were. 'profile repair' lists them, and brings back what opens of them. The copy opens with the "
                + "old recovery code.",
        ],
        options: [DamagedOption.option, CostOption.option],
        examples: [Example("profile recovery new", "If someone may have seen the old one.")])

    static func run(_ call: CommandCall) throws {
        let gate = try call.access.gate()
        let current = try call.access.currentSecrets(of: gate)
        try CostOption.applying(to: gate, in: call) { cost in
            try DamagedOption.offering("recovery new --damaged") {
                try gate.renewRecoveryCode(
                    current: current, raisingCostTo: cost, acceptingDamage: call.isSet(DamagedOption.option),
                    recoveryCodeHandler: { try RecoverCommand.reveal($0, of: gate.account, call) },
                    damageHandler: { DamagedOption.report($0, copy: $1, call) }, warningHandler: call.reporter.notice)
            }
        }
        call.reporter.notice("The old recovery code is void: it no longer opens this store. Every session has ended.")
    }
}

/// `--damaged` of the commands that seal everything with another key.
enum DamagedOption {
    static let option = Option(
        flag: "damaged", help: "Go on if records do not open: copy the file, and set them aside for 'profile repair'.")

    /// Runs a body, and says how to go on if it refuses damage.
    static func offering(_ command: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as StoreError where !error.damagedParts.isEmpty {
            throw UserError(
                .damaged, UserMessage(error).message,
                hint:
                    "\(UserMessage.unchanged) Restore a backup of it, repair it first with: \(command: "repair"), or set aside "
                    + "what does not open with: \(command: command)")
        }
    }

    /// Reports what was damaged, and where the copy is.
    static func report(_ damaged: [DamagedPart], copy: String, _ call: CommandCall) {
        for part in damaged { call.reporter.notice("Damaged: \(part.name)") }
        call.reporter.notice(
            "What does not open is set aside: '\(command: "repair")' lists it. The damaged original was saved as \(copy); "
                + "it opens with the old recovery code.")
    }
}
