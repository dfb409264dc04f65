internal import CommandParsing

/// The options with which the user chose the store and the account. They are added to commands in hints, so that these
/// can be run as printed.
struct RepeatedOptions {
    private var options: [(name: String, text: String)] = []

    init() {}

    init(_ invocation: Invocation) {
        options = [GlobalOptions.store, GlobalOptions.workspace, GlobalOptions.account].compactMap { option in
            invocation.value(of: option).map { (option.name, Self.text(for: option, $0)) }
        }
    }

    /// An option and its value as typed into a shell.
    static func text(for option: Option, _ value: String) -> String {
        // A value that begins with a dash would be taken for an option.
        "--\(option.name)\(value.hasPrefix("-") ? "=" : " ")\(quoted(value))"
    }

    /// The options for another store or account than the options chose; `nil` for the same.
    func leading(to store: String?, account: String?) -> RepeatedOptions {
        var kept = self
        if let store {
            kept.options.removeAll { $0.name != GlobalOptions.account.name }
            kept.options.append((GlobalOptions.store.name, Self.text(for: GlobalOptions.store, store)))
        }
        if let account {
            kept.options.removeAll { $0.name == GlobalOptions.account.name }
            kept.options.append((GlobalOptions.account.name, Self.text(for: GlobalOptions.account, account)))
        }
        return kept
    }

    /// Commands that don't concern a particular store.
    private static let others: Set = ["help", "completions", "demo", "config"]

    private static let commands = Set(CommandTable.root.subcommands.map(\.name)).subtracting(others)

    /// The line to type for a command's words, with the options that it lacks. Those that it has are deliberate.
    func commandLine(_ command: String) -> String {
        let name = String(command.prefix { $0 != " " })
        guard Self.commands.contains(name) else { return "profile \(command)" }
        let isStoreNamed = ["--store ", "--workspace "].contains { command.contains($0) }
        let added = options.filter { option in
            if option.name != GlobalOptions.account.name { return !isStoreNamed }
            // It is about all accounts.
            return name != "account" && !command.contains("--account ")
        }
        return (["profile"] + added.map(\.text) + [command]).joined(separator: " ")
    }

    /// The text as a single shell word.
    static func quoted(_ text: String) -> String {
        func isPlain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber) || "_-./:@%+=,".contains(character)
        }
        guard text.isEmpty || !text.allSatisfy(isPlain) else { return text }
        return shellQuoted(text)
    }
}
