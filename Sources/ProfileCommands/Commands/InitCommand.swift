internal import CommandParsing
internal import ProfileKit

/// `profile init`: makes a store and an account in it.
enum InitCommand: ProfileCommand {
    private static let username = Option(
        "username", value: "NAME", help: "The profile's name; the login name otherwise.")
    private static let code = Option(
        "code", value: "FORMAT", help: "What the code is made of; digits:6 otherwise.",
        completion: .values(CodeFormat.codeNames))
    private static let password = Option(flag: "password", help: "Ask for a password before the code.")
    private static let shuffle = Option(flag: "shuffle", help: "Keep this account's keypad shuffled.")
    private static let kdf = Option(
        "kdf", value: "interactive|moderate|sensitive", help: "How much work a guess is; moderate otherwise.",
        completion: .values(KeyDerivation.Cost.names.map { $0.name }))

    static let declaration = Command(
        "init", abstract: "Make a store and an account in it.",
        discussion: [
            "Prints the recovery code once: alone on stdout. Write it down and keep it apart from this machine. It is "
                + "the only way back after a forgotten code or a lost machine.",
            "The account is 'main' unless --account names another. No session is opened.",
        ],
        group: "The gate", options: [username, code, password, shuffle, kdf],
        examples: [
            Example("profile init", "Asks for a passcode of six digits."),
            Example("profile init --code passphrase --kdf sensitive", "For data that is worth more typing."),
        ])

    static func run(_ call: CommandCall) throws {
        let format =
            try call.value(of: code, "is one of \(CodeFormat.codeNames.joined(separator: ", "))") { name in
                CodeFormat.codeNames.contains(name) ? CodeFormat(name) : nil
            } ?? .sixDigits
        var configuration = call.access.configuration
        if let cost = try call.value(of: kdf, "is interactive, moderate or sensitive", KeyDerivation.Cost.named) {
            configuration.cost = cost
        }
        let account = call.settings.account ?? .main
        // Before anyone is asked for a code that would not be used.
        if let accounts = try? Gate.accounts(at: call.settings.storePath), accounts.contains(account) {
            throw Gate.taken(account)
        }
        let password = call.isSet(password) ? try call.access.secrets.new(.password) : nil
        let (_, recoveryCode) = try Gate.create(
            at: call.settings.storePath, account: account, passcode: try call.access.secrets.new(format),
            format: format, password: password, shuffle: call.isSet(shuffle), username: call.value(of: username),
            configuration: configuration)
        call.reporter.remark("Made the account '\(account)' in \(call.settings.storePath).")
        call.reporter.remark("This is its recovery code. Write it down: it is shown only now.")
        try call.reporter.answer(
            RecoveryCodeAnswer(account: account.description, recoveryCode: recoveryCode.description),
            text: [recoveryCode.description])
    }
}

extension KeyDerivation.Cost {
    /// The costs that people can choose.
    static let names: [(name: String, cost: Self)] = [
        ("interactive", .interactive), ("moderate", .moderate), ("sensitive", .sensitive),
    ]

    static func named(_ name: String) -> Self? { names.first { $0.name == name }?.cost }
}
