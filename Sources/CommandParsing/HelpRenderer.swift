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
