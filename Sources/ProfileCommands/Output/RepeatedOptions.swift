internal import CommandParsing

/// The options with which the user chose the store and the account. They are added to commands in hints, so that these
/// can be run as printed.
struct RepeatedOptions {
    private var options: [(name: String, words: String)] = []

    init() {}

    init(_ invocation: Invocation) {
        options = [GlobalOptions.store, GlobalOptions.workspace, GlobalOptions.account].compactMap { option in
            invocation.value(of: option).map { (option.name, Self.words(for: option, $0)) }
        }
    }

    /// An option and its value as typed into a shell.
    static func words(for option: Option, _ value: String) -> String {
        // A value that begins with a dash would be taken for an option.
        "--\(option.name)\(value.hasPrefix("-") ? "=" : " ")\(quoted(value))"
    }

    /// The options for another store or account than the options chose; `nil` for the same.
    func leading(to store: String?, account: String?) -> RepeatedOptions {
        var kept = self
        if let store {
            kept.options.removeAll { $0.name != GlobalOptions.account.name }
            kept.options.append((GlobalOptions.store.name, Self.words(for: GlobalOptions.store, store)))
        }
        if let account {
            kept.options.removeAll { $0.name == GlobalOptions.account.name }
            kept.options.append((GlobalOptions.account.name, Self.words(for: GlobalOptions.account, account)))
        }
        return kept
    }

    /// Commands that don't concern a particular store.
    private static let others: Set = ["help", "completions", "demo", "config"]

    private static let commands = Set(CommandTable.root.subcommands.map(\.name)).subtracting(others)

    /// The text with the options inserted after each `profile` that precedes a command.
    func applied(to text: String) -> String {
        guard !options.isEmpty else { return text }
        var result = ""
        var rest = text[...]
        while let found = rest.firstRange(of: "profile ") {
            let before = rest[..<found.lowerBound]
            result += before
            rest = rest[found.upperBound...]
            result += "profile "
            let command = rest.prefix { $0.isLetter || $0 == "-" }
            guard Self.commands.contains(String(command)), Self.maybeCommand(after: before) else { continue }
            // Options that a hint itself contains are deliberate.
            let line = rest.prefix { !"\n,;".contains($0) }
            let asksAllAccounts = command == "account"
            let isStoreNamed = ["--store ", "--workspace "].contains { line.contains($0) }
            for option in options where !line.contains("--\(option.name) ") {
                let isAccount = option.name == GlobalOptions.account.name
                if isAccount ? asksAllAccounts : isStoreNamed { continue }
                result += "\(option.words) "
            }
        }
        return result + rest
    }

    /// Whether what follows is a command line: in prose, "profile" may be preceded by an article.
    private static func maybeCommand(after text: Substring) -> Bool {
        guard let last = text.last else { return true }
        guard !last.isLetter, !last.isNumber, last != "-", last != "/" else { return false }
        let word = text.split(separator: " ").last?.lowercased() ?? ""
        return !["a", "the", "this", "your", "committed"].contains(word)
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
