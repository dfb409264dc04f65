internal import ProfileKit
internal import ProfileRendering

/// `profile` without a command on a terminal without screens: the first run or the sign-in, one question a line, and
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

    /// The accounts of the store; `nil` where there is none yet.
    private static func accounts(_ call: CommandCall) throws -> [AccountID]? {
        do {
            let accounts = try call.access.gates().map(\.account)
            return accounts.isEmpty ? nil : accounts
        } catch let error as StoreError where error.code == .noStore {
            // One of several is to be named first, which the error says.
            let isElsewhere =
                !call.settings.isStoreNamed && !StoreChoice.workspaceNames(call.context.environment).isEmpty
            guard !isElsewhere else { throw error }
            return nil
        }
    }

    /// The call with an account named, where there are several.
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

    /// Asks until a secret fits, the recovery code leads back in, or a wait begins.
    private static func unlock(
        _ gate: Gate, _ person: any SecretPrompt, _ call: CommandCall
    ) throws -> ProfileStore {
        while true {
            do {
                return try call.access.unlock(gate)
            } catch let error as StoreError where [.wrongPasscode, .invalidValue].contains(error.code) {
                if try gate.status.retryAfter > .zero { throw error }
                person.tell(WordedError(error).message)
                let answer = try person.askOpenly("Enter tries again; 'recover' goes on with the recovery code: ")
                if answer.lowercased() == "recover" { try RecoverCommand.run(call) }
            }
        }
    }
}
