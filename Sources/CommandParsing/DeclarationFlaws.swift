extension Command {
    /// The flaws in the declarations of this root and all commands below it, one line each; empty when there are none.
    ///
    /// Intended for a program's tests: a flawed tree is parsed without trapping, but not as its author meant.
    public var declarationFlaws: [String] {
        CommandScope(root: self).withDescendants.flatMap { scope in
            (nameFlaws(scope) + optionFlaws(scope) + positionalFlaws(scope)).map { "\(scope.words): \($0)" }
        }
    }
}

private func nameFlaws(_ scope: CommandScope) -> [String] {
    let command = scope.command
    var flaws = repeated(command.subcommands.map(\.name)).map { "two subcommands are called \($0)" }
    if !command.isGroup, command.examples.isEmpty { flaws.append("there is no example") }
    return flaws
}

private func optionFlaws(_ scope: CommandScope) -> [String] {
    let options = scope.options
    var flaws = repeated(options.flatMap(\.spellings)).map { "two options are spelled \($0)" }
    for option in scope.command.options {
        let isPlain = option.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        if !isPlain || option.name.isEmpty || option.name.hasPrefix("-") {
            flaws.append("--\(option.name) is not a name of ASCII letters, digits and dashes")
        }
        if let short = option.short, !short.isASCII || !short.isLetter {
            flaws.append("-\(short) is not an ASCII letter")
        }
    }
    return flaws
}

private func positionalFlaws(_ scope: CommandScope) -> [String] {
    let positionals = scope.command.positionals
    if scope.command.isGroup { return positionals.isEmpty ? [] : ["a group takes no positionals"] }
    return zip(positionals, positionals.dropFirst()).compactMap { before, after in
        if before.isRepeating { return "\(after.name) is never reached, for \(before.name) takes all words" }
        return !before.isRequired && after.isRequired ? "\(after.name) is required behind an optional one" : nil
    }
}

private func repeated(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }
}
