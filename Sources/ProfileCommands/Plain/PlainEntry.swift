internal import ProfileKit
internal import ProfileRendering

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
        } catch let error as StoreError where error.code == .noStore {
            // If there are only workspaces, one must be named first, as the error says.
            let isElsewhere =
                !call.settings.isStoreNamed && !StoreChoice.workspaceNames(call.context.environment).isEmpty
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

    /// Asks until a secret is correct, the recovery code restores access, or a wait begins.
    private static func unlock(
        _ gate: Gate, _ person: any SecretPrompt, _ call: CommandCall
    ) throws -> ProfileStore {
        while true {
            do {
                return try call.access.unlock(gate)
            } catch let error as StoreError where [.wrongPasscode, .invalidValue].contains(error.code) {
                if try gate.status.retryAfter > .zero { throw error }
                person.tell(WordedError(error).message)
                let answer = try person.askOpenly(
                    "Press Enter to try again, or type 'recover' to use the recovery code: ")
                if answer.lowercased() == "recover" { try RecoverCommand.run(call) }
            }
        }
    }
}
