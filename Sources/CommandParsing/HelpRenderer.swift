/// Renders help pages as plain text.
///
/// No line is wider than the width, unless an example contains a single longer word; none ends in a space. Width is
/// counted in characters. Pages end with a newline.
public struct HelpRenderer: Sendable {
    private let root: CommandScope
    private let width: Int

    /// - Parameter width: the width of the page in characters; clamped to 24...1000.
    public init(root: Command, width: Int = 80) {
        self.root = CommandScope(root: root)
        self.width = min(max(width, 24), 1000)
    }

    /// The page for the command at a path, as an ``Invocation`` contains it; for an empty path, the program's own page.
    ///
    /// If the path doesn't exist, its longest existing part is used; ``ArgumentParser/command(at:)`` tells them apart.
    public func page(for path: [String] = []) -> String {
        var scope = root
        for name in path {
            guard let next = scope.entering(name) else { break }
            scope = next
        }
        let sections = scope.path.isEmpty ? programSections() : commandSections(scope)
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func programSections() -> [[String]] {
        let program = root.command
        let name = program.name
        let tables =
            HelpTable.tables(of: program.subcommands, heading: "Commands")
            + [
                HelpTable(positionals: program.isGroup ? [] : program.positionals),
                HelpTable(heading: program.isGroup ? "Global options" : "Options", options: program.options),
            ]
        return [wrapped(program.abstract, width: width), usage(root)] + paragraphs(program)
            + tables.map { $0.lines(width: width) } + [examples(program)]
            + [program.isGroup ? hanging("Help on a command: ", "\(name) COMMAND --help", width: width) : []]
    }

    private func commandSections(_ scope: CommandScope) -> [[String]] {
        let command = scope.command
        let tables =
            HelpTable.tables(of: command.subcommands, heading: "Subcommands")
            + [
                HelpTable(positionals: command.isGroup ? [] : command.positionals),
                HelpTable(heading: "Options", options: scope.localOptions),
            ]
        let name = root.command.name
        return [usage(scope), wrapped(command.abstract, width: width)] + paragraphs(command)
            + tables.map { $0.lines(width: width) } + [examples(command)]
            + [hanging("Global options: ", "\(name) --help", width: width)]
    }

    private func usage(_ scope: CommandScope) -> [String] {
        hanging("Usage: ", scope.usage, width: width)
    }

    private func paragraphs(_ command: Command) -> [[String]] {
        command.discussion.map { wrapped($0, width: width) }
    }

    private func examples(_ command: Command) -> [String] {
        guard !command.examples.isEmpty else { return [] }
        return ["Examples:"]
            + command.examples.flatMap { example in
                wrappedCommand(example.commandLine, width: width - 2).map { "  " + $0 }
                    + hanging("      ", example.note, width: width)
            }
    }
}

/// A table of two columns: what to type, and what it means.
struct HelpTable: Sendable {
    struct Row: Sendable {
        let label: String
        let text: String
    }

    private static let indent = "  "
    private static let gap = 2

    let heading: String
    let rows: [Row]
    /// The minimum width of the first column, so that successive tables can share one.
    var labelWidth = 0

    /// The heading and the rows; empty for an empty table.
    ///
    /// A label that is wider than its column is on a separate line, with its text below.
    func lines(width: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        let widest = rows.map(\.label.count).reduce(labelWidth, max)
        // Above two fifths of the page, the labels would leave too little room for the text.
        let column = min(widest, width * 2 / 5 - Self.indent.count)
        return ["\(heading):"] + rows.flatMap { lines(of: $0, column: column, width: width) }
    }

    private func lines(of row: Row, column: Int, width: Int) -> [String] {
        let start = Self.indent.count + column + Self.gap
        let blank = String(repeating: " ", count: start)
        let text = wrapped(row.text, width: width - start)
        guard row.label.count <= column, let first = text.first else {
            return labelLines(row.label, width: width) + text.map { blank + $0 }
        }
        let padding = String(repeating: " ", count: start - Self.indent.count - row.label.count)
        return [Self.indent + row.label + padding + first] + text.dropFirst().map { blank + $0 }
    }

    /// The label alone. Its leading spaces, which align it with others, are kept.
    private func labelLines(_ label: String, width: Int) -> [String] {
        hanging(Self.indent + label.prefix { $0 == " " }, label, width: width)
    }
}

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
