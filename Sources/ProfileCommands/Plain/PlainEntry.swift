internal import Interchange
internal import ProfileApp
internal import ProfileKit
internal import ProfileRendering
internal import SampleData

/// `profile` without a command on a terminal without screens: the first run or the sign-in, one question per line, and
/// then the summary.
enum PlainEntry {
    static func run(_ call: CommandCall) throws {
        guard let person = call.person, !call.access.secrets.isGiven else { return try ShowCommand.run(call) }
        guard let accounts = try accounts(call) else { return try PlainFirstRun(call: call, person: person).run() }
        let call = try choosing(among: accounts, person, call)
        let gate = try call.access.gate()
        let store = try gate.resume() ?? unlock(gate, person, call)
        try ShowCommand.show(store, call)
    }

    /// The accounts of the store; `nil` if there are none yet.
    private static func accounts(_ call: CommandCall) throws -> [AccountID]? {
        do {
            let accounts = try call.access.gates().map(\.account)
            return accounts.isEmpty ? nil : accounts
        } catch let error as StoreError where error.code == .noStore && !error.isMissingDatabase {
            // If there are only workspaces, one must be named first, as the error says.
            let isElsewhere =
                !call.settings.isStoreNamed && !StoreOption.workspaceNames(call.context.environment).isEmpty
            guard !isElsewhere else { throw error }
            return nil
        }
    }

    /// The call, with an account chosen if there are several.
    private static func choosing(
        among accounts: [AccountID], _ person: any SecretPrompt, _ call: CommandCall
    ) throws -> CommandCall {
        guard call.settings.account == nil, accounts.count > 1 else { return call }
        person.tell("The accounts here: \(accounts.map(\.description).joined(separator: ", "))")
        while true {
            let typed = try person.askOpenly("Account: ")
            guard let account = accounts.first(where: { $0.description == typed }) else {
                person.tell("There is no such account. Try again.")
                continue
            }
            var context = call.context
            context.environment["PROFILE_ACCOUNT"] = account.description
            return try CommandCall(call.invocation, context: context)
        }
    }

    /// Asks until a secret is correct, also after the recovery code restored access, or a wait begins.
    private static func unlock(
        _ gate: Gate, _ person: any SecretPrompt, _ call: CommandCall
    ) throws -> ProfileStore {
        var other: String?
        while true {
            do {
                return try call.access.unlock(gate, or: other)
            } catch is CommandSession.OtherAnswer {
                if try recover(gate, person, call) { other = nil }
            } catch let error as StoreError where [.wrongPasscode, .invalidValue].contains(error.code) {
                if try gate.status.retryAfter > .zero { throw error }
                report(error, to: person)
                other = "recover"
            }
        }
    }

    private static func report(_ error: StoreError, to person: any SecretPrompt) {
        let shown = UserMessage(error)
        person.tell("\(shown.message.capitalizedFirst). \(shown.hint.text)")
    }

    /// Regains access with the recovery code. Nothing is changed before the user has typed a part of the new one.
    ///
    /// - Returns: whether the code matched.
    private static func recover(_ gate: Gate, _ person: any SecretPrompt, _ call: CommandCall) throws -> Bool {
        let code = try call.access.secrets.recoveryCode()
        let secrets: Gate.Secrets
        var acceptsDamage = false
        do {
            secrets = try call.access.newSecrets(for: gate.stages(recoveredWith: code))
            do {
                try gate.verify(code, settingUp: secrets)
            } catch let error as StoreError where !error.damagedParts.isEmpty {
                person.tell("\(UserMessage(error).message.capitalizedFirst). The rest stays, and a copy is made first.")
                acceptsDamage = try person.agrees(to: "Set aside what does not open? (yes/no) ")
                guard acceptsDamage else { throw error }
            }
        } catch let error as StoreError where error.code == .wrongPasscode {
            if try gate.status.retryAfter > .zero { throw error }
            report(error, to: person)
            return false
        }
        let newCode = try RecoveryCode.random()
        try RecoverCommand.reveal(newCode, of: gate.account, call)
        try call.voiding(.further) {
            try person.prove(newCode)
            try gate.recover(
                with: code, settingUp: secrets, newCode: newCode, acceptingDamage: acceptsDamage,
                damageHandler: { DamagedOption.report($0, copy: $1, call) }, warningHandler: call.reporter.notice)
        }
        person.tell("The account was recovered. The old recovery code no longer opens this store.")
        return true
    }
}

extension CommandCall {
    /// Runs what a recovery code that has been shown is for. If it fails, it says that the code is void.
    fileprivate func voiding(_ code: VoidRecoveryCode, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            // The words for these errors say what became of the code.
            let isTold = (error as? StoreError).map { $0.isOutcomeUnknown || $0.invalidatesShownRecoveryCode } ?? false
            if !isTold { reporter.notice(code) }
            throw error
        }
    }
}

extension SecretPrompt {
    /// Asks for a group of a new recovery code until it is correct, so that nobody goes on without having written it
    /// down.
    fileprivate func prove(_ code: RecoveryCode) throws {
        let group = Int.random(in: 0..<RecoveryCode.groupCount)
        let question = "Type group \(group + 1) of \(RecoveryCode.groupCount) of the code: "
        while try !code.hasGroup(askOpenly(question), at: group) {
            tell("That doesn't match. Try again.")
        }
    }
}

/// The first run on a terminal without screens: name, passcode, recovery code, first hikes. Nothing is created before
/// the user has typed a part of the recovery code.
private struct PlainFirstRun {
    let call: CommandCall
    let person: any SecretPrompt

    func run() throws {
        person.tell(
            "There is no profile yet at \(call.settings.storeName.terminalSafe). Ctrl-C leaves without making one.")
        let username = try askName()
        let passcode = SharedSecret(try call.access.secrets.new(.sixDigits))
        let account = call.settings.account ?? .main
        // Noted before anything is held, so that no other process has to wait while the owner writes the code down.
        let code = try RecoveryCode.random()
        try RecoverCommand.reveal(code, of: account, call)
        try call.voiding(.first) {
            try person.prove(code)
            var new = try NewAccount(passcode: passcode.secret.duplicate()).named(username)
            new.recoveryCode = code
            try Gate.create(
                new, at: call.settings.location, account: account, configuration: call.access.configuration)
        }
        let gate = try Gate(at: call.settings.location, account: account, configuration: call.access.configuration)
        let store = try gate.unlock(with: try passcode.secret.duplicate())
        Interruption.restore()
        try importHikes(into: store)
        try ShowCommand.show(store, call)
    }

    private func askName() throws -> String {
        let proposed = Profile.fresh(at: call.context.clock.wallTime).username
        while true {
            let typed = try person.askOpenly("Your name [\(proposed.terminalSafe)]: ")
            let name = typed.isEmpty ? proposed : typed
            guard let rule = Profile.brokenRule(ofUsername: name) else { return name }
            person.tell("A name \(rule.requirement). Try again.")
        }
    }

    private func importHikes(into store: ProfileStore) throws {
        while true {
            let typed = try person.askOpenly("Import hikes from (file or folder, 'samples', or Enter for none): ")
            if typed.isEmpty { return }
            if typed == "samples" {
                try store.importHikes(try LandmarksFormat.read(SampleData.hikes))
                return
            }
            var batch = HikeBatch()
            let path = HikeFile.path(typed: typed, home: call.context.environment["HOME"])
            for file in HikeFile.all(named: [path]) { try batch.add(file, to: store) { person.tell($0) } }
            for refusal in batch.refusals { person.tell(refusal.terminalSafe) }
            person.tell(batch.summary)
            if !batch.result.imported.isEmpty { return }
        }
    }
}
