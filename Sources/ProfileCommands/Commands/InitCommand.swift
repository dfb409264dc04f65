internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile init`: creates an account, and the store if there is none.
enum InitCommand: ProfileCommand {
    private static let username = Option(
        "username", value: "NAME", help: "The profile's name (default: the login name).")
    private static let code = Option(
        "code", value: "FORMAT", help: "What the code is made of (default: digits:6).",
        completion: .values(CodeFormat.codeNames))
    private static let generate = Option(
        flag: "generate", help: "Generate a passphrase of six random words, and show it once.")
    private static let password = Option(flag: "password", help: "Ask for a password before the code.")
    private static let shuffle = Option(flag: "shuffle", help: "Keep this account's keypad shuffled.")
    private static let kdf = Option(
        "kdf", value: "interactive|moderate|sensitive", help: "How costly each guess is (default: moderate).",
        completion: .values(KeyDerivation.Cost.names.map { $0.name }))

    static let declaration = describe(
        named: "init", abstract: "Create a store and an account in it.", group: "The gate",
        examples: [
            Example("profile init", "Asks for a passcode of six digits."),
            Example("profile init --generate", "Six random words: for data that is worth more typing."),
        ])

    /// The declaration under either of the command's names.
    static func describe(named name: String, abstract: String, group: String?, examples: [Example]) -> Command {
        Command(
            name, abstract: abstract,
            discussion: [
                "Prints the recovery code once, alone on stdout. Write it down and keep it apart from this "
                    + "machine: it is the only way back after a forgotten passcode or a lost machine.",
                "--generate draws six words from a list of 2,048, which makes 66 bits. It shows them on "
                    + "stderr, or in the answer under --json.",
                "The first account is called 'main' unless --account gives it another name; any further "
                    + "account must be named. This does not open a session.",
            ],
            group: group, options: [username, code, generate, password, shuffle, kdf], examples: examples)
    }

    static func run(_ call: CommandCall) throws {
        let format = try format(call)
        var configuration = call.access.configuration
        if let cost = try call.value(of: kdf, CostOption.rule, KeyDerivation.Cost.named) {
            configuration.cost = cost
        }
        let account = try newAccount(call)
        let formats = call.isSet(password) ? [.password, format] : [format]
        let generated = call.isSet(generate) ? GeneratedPassphrase() : nil
        let secrets =
            try generated.map { generated in
                let password = call.isSet(password) ? try call.access.secrets.new(.password) : nil
                return Gate.Secrets(passcode: try generated.secret(), password: password)
            } ?? call.access.newSecrets(for: formats)
        var new = try NewAccount(secrets: secrets, formats: formats).named(call.value(of: username))
        new.shufflesKeypad = call.isSet(shuffle)
        try Gate.create(new, at: call.settings.location, account: account, configuration: configuration) {
            // The store's file, with no account in it, may have been created.
            try RecoverCommand.reveal(
                $0, of: account, passphrase: generated, otherwise: "No account was created.", call)
        }
        // The account is there, even if it can't be looked at now.
        if let gate = try? Gate(at: call.settings.location, account: account, configuration: configuration) {
            CostOption.tell(wanted: formats.map { _ in configuration.cost }, of: gate, in: call)
        }
        call.reporter.notice("Created the account in \(call.settings.storeName). Unlock it with: \(command: "unlock")")
    }

    /// The code's format, by the options.
    private static func format(_ call: CommandCall) throws -> CodeFormat {
        let format =
            try call.value(of: code, "must be one of \(CodeFormat.codeNames.joined(separator: ", "))") { name in
                CodeFormat.codeNames.contains(name) ? CodeFormat(name) : nil
            } ?? (call.isSet(generate) ? .passphrase : .sixDigits)
        guard !call.isSet(generate) || format == .passphrase else {
            throw UsageError(
                message: "--generate chooses a passphrase, and --code asks for another format",
                hint: "Give only one of them.")
        }
        guard !call.isSet(generate) || call.isSet(password) || !call.access.secrets.isGiven else {
            throw UsageError(
                message: "--generate chooses the passphrase, and another one was given",
                hint: "Leave out --generate, or the secret.")
        }
        return format
    }

    /// The account to make. It is checked before anyone is asked for a code that wouldn't be used.
    private static func newAccount(_ call: CommandCall) throws -> AccountID {
        let account = call.settings.account ?? .main
        let found = Result {
            try Gate(at: call.settings.location, account: account, configuration: call.access.configuration)
        }
        switch found {
        case .success: throw StoreError(.accountExists(account))
        case .failure(let error as StoreError) where error.isMissingDatabase || error.code == .unreachable: throw error
        case .failure: break
        }
        guard call.settings.account != nil || (try? call.access.gates(atMost: 1).isEmpty) ?? true else {
            throw UsageError(message: "a further account needs a name", hint: "Name it with --account.")
        }
        return account
    }
}

extension KeyDerivation.Cost {
    /// The costs that users can choose from.
    static let names: [(name: String, cost: Self)] = [
        ("interactive", .interactive), ("moderate", .moderate), ("sensitive", .sensitive),
    ]

    /// The cost's name; "less" for any other one, such as a program may choose.
    var name: String { Self.names.first { $0.cost == self }?.name ?? "less" }

    static func named(_ name: String) -> Self? { names.first { $0.name == name }?.cost }
}
