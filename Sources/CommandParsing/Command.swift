/// The declaration of a command, or of a group of commands, used for parsing, help and completions.
///
/// The root is the program itself; its options are the global ones. A command with subcommands is a group: it can't be
/// run by itself, so its own positionals are never filled. Options are accepted by the command that declares them and
/// by all commands below it: those of the root everywhere, those of a group in each of its subcommands.
public struct Command: Sendable, Hashable {
    public let name: String
    /// One line that says what the command does.
    public let abstract: String
    /// Paragraphs for the command's own help page.
    public let discussion: [String]
    /// The heading under which the parent's help lists the command; nil for the main list.
    public let group: String?
    public let options: [Option]
    public let positionals: [Positional]
    public let examples: [Example]
    public let subcommands: [Command]

    public init(
        _ name: String, abstract: String, discussion: [String] = [], group: String? = nil, options: [Option] = [],
        positionals: [Positional] = [], examples: [Example] = [], subcommands: [Command] = []
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.group = group
        self.options = options
        self.positionals = positionals
        self.examples = examples
        self.subcommands = subcommands
    }

    /// Whether the command only contains other commands.
    public var isGroup: Bool { !subcommands.isEmpty }

    /// The direct subcommand with exactly this name.
    public func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }
}

/// A command line worth copying, with a line that explains it.
public struct Example: Sendable, Hashable {
    /// The whole command line, including the program's name.
    public let commandLine: String
    public let note: String

    public init(_ commandLine: String, _ note: String) {
        self.commandLine = commandLine
        self.note = note
    }
}
