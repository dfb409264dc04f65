extension HelpTable {
    /// Creates a table of options; long names are aligned if any option has a short one.
    init(heading: String, options: [Option]) {
        let anyShort = options.contains { $0.short != nil }
        self.init(
            heading: heading,
            rows: options.map { option in
                let blank = anyShort && option.short == nil ? "    " : ""
                let value = option.placeholder.map { " \($0)" } ?? ""
                return Row(
                    label: blank + option.spellings.joined(separator: ", ") + value, text: Self.text(for: option))
            })
    }

    init(positionals: [Positional]) {
        let rows = positionals.map { positional in
            let notes = values(positional.completion, namedBy: positional.name, in: positional.help)
            return Row(label: positional.usage, text: annotated(positional.help, notes))
        }
        self.init(heading: "Arguments", rows: rows)
    }

    /// The subcommands in one table per heading, both in the order of declaration; those without a heading come first,
    /// under `heading`.
    static func tables(of commands: [Command], heading: String) -> [HelpTable] {
        var groups: [String?] = [nil]
        for command in commands where !groups.contains(command.group) { groups.append(command.group) }
        let widest = commands.map(\.name.count).max() ?? 0
        return groups.map { group in
            let members = commands.filter { $0.group == group }
            let rows = members.map { Row(label: $0.name, text: $0.abstract) }
            return HelpTable(heading: group ?? heading, rows: rows, labelWidth: widest)
        }
    }

    private static func text(for option: Option) -> String {
        var notes = values(option.completion, namedBy: option.placeholder ?? "", in: option.help)
        if option.isRepeatable { notes.append("may be repeated") }
        if let variable = option.environment { notes.append("environment: \(variable)") }
        return annotated(option.help, notes)
    }
}

/// The listed values as a note, unless the placeholder contains them already, as in `on|off`, or the help text does.
private func values(_ completion: Completion, namedBy placeholder: String, in help: String) -> [String] {
    guard case .values(let values) = completion, !values.isEmpty else { return [] }
    if values.allSatisfy(placeholder.split(separator: "|").map(String.init).contains) { return [] }
    if values.allSatisfy(help.contains) { return [] }
    return ["values: \(values.joined(separator: ", "))"]
}

/// Adds notes to a help text: inside the brackets that it ends with, such as those of a default, or in new ones.
private func annotated(_ help: String, _ notes: [String]) -> String {
    guard !notes.isEmpty else { return help }
    let notes = notes.joined(separator: "; ")
    return help.hasSuffix(").") ? "\(help.dropLast(2)); \(notes))." : "\(help) (\(notes))"
}
