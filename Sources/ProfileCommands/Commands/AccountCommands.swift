internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile account list`: the accounts of the store.
enum AccountListCommand: ProfileCommand {
    static let declaration = Command(
        "list", abstract: "List the accounts of the store.", discussion: ["Needs no unlock."],
        examples: [Example("profile account list", "One id per line.")])

    static func run(_ call: CommandCall) throws {
        let accounts = try call.access.gates().map(\.account.description)
        try call.reporter.answer(AccountListAnswer(accounts: accounts), text: accounts)
        if accounts.isEmpty {
            call.reporter.notice("\(call.settings.storeName) has no account. Create one with: \(command: "init")")
        }
    }
}

/// `profile account add`: the same as `profile init`.
enum AccountAddCommand: ProfileCommand {
    static let declaration = InitCommand.describe(
        named: "add", abstract: "Add another account; the same as 'profile init'.", group: nil,
        examples: [Example("profile account add --account kim", "A further account must be named.")])

    static func run(_ call: CommandCall) throws {
        try InitCommand.run(call)
    }
}

/// `profile account remove`: an account with all of its data.
enum AccountRemoveCommand: ProfileCommand {
    private static let yes = Option(flag: "yes", help: "Remove it without asking for the id.")

    static let declaration = Command(
        "remove", abstract: "Remove an account with all of its data.",
        discussion: [
            "Says what will be removed, and asks for that account's secrets, even with a session open, and for its id. "
                + "Without a terminal, it needs --yes. Only a backup can bring the data back."
        ],
        options: [yes],
        positionals: [Positional("ID", help: "The account.", completion: .program(CompletionKind.accounts))],
        examples: [Example("profile account remove kim", "Asks for kim's secrets.")])

    private static let copiesOnServer =
        "Copies in the server's logs, archives, standbys and backups cannot be removed from here."

    static func run(_ call: CommandCall) throws {
        let account = try AccountID(call.invocation.positionals[0])
        do {
            try remove(account, call)
        } catch let error as StoreError where error.code == .noDeviceSecret {
            var userError = UserError(error)
            // The account isn't named by an option, which hints would keep.
            let kept = call.reporter.kept.leading(to: nil, account: "\(account)")
            userError.hint = CommandText(userError.hint.text(completing: kept.commandLine))
            throw userError
        }
    }

    private static func remove(_ account: AccountID, _ call: CommandCall) throws {
        let gate = try Gate(
            at: call.settings.location, account: account, configuration: call.access.configuration)
        let before = try call.access.gates().map(\.account)
        let person = call.isSet(yes) ? nil : call.person
        guard person != nil || call.isSet(yes) else {
            throw UsageError(
                message: "removing an account needs confirmation", hint: "Confirm with --yes.")
        }
        let tell = person.map { person in { person.tell($0) } } ?? call.reporter.notice
        tell(
            "This removes '\(account)' from \(call.settings.storeName): its profile, draft and history, all of its hikes, "
                + "its emergency card, and its device secret on this machine. Only a backup can bring them back."
                .terminalSafe)
        if call.settings.isOnServer { tell(copiesOnServer) }
        let current = try call.access.currentSecrets(of: gate)
        if let person {
            if !call.access.secrets.isGiven { try gate.verify(current) }
            guard try person.askOpenly("Type the account's id to remove it: ") == account.description else {
                throw UserError(.invalidValue, "that is not the id", hint: "Nothing was removed.")
            }
        }
        try gate.removeAccount(current: current, warningHandler: call.reporter.notice)
        call.reporter.notice("The account '\(account)' was removed.")
        // The account has been removed, whether or not the others can be read now.
        let left = ((try? call.access.gates().map(\.account)) ?? before.filter { $0 != account }).map(\.description)
        try call.reporter.answer(AccountListAnswer(accounts: left), text: [])
    }
}

private struct AccountListAnswer: Encodable {
    var schema = JSONAnswer.schema
    let accounts: [String]
}
