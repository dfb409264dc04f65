/// A command, or a group of commands: a declaration that parsing, help and completions all read.
///
/// The root stands for the program; its options are the global ones. A command with subcommands is a group and does
/// not run by itself, so its own positionals are never filled. Options are accepted from their command on down: those
/// of the root everywhere, those of a group on each of its subcommands.
public struct Command: Sendable, Hashable {
    public let name: String
    /// One line that says what the command does.
    public let abstract: String
    /// Paragraphs for the command's own help page.
    public let discussion: [String]
    /// The heading the parent's help lists the command under; nil for the plain list.
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

    /// Whether the command only holds others.
    public var isGroup: Bool { !subcommands.isEmpty }

    /// The direct subcommand of that name, spelled exactly.
    public func subcommand(named name: String) -> Command? {
        subcommands.first { $0.name == name }
    }
}

/// A command line worth copying, with a line that says what it does.
public struct Example: Sendable, Hashable {
    /// The whole line as it is typed, the program's name included.
    public let commandLine: String
    public let note: String

    public init(_ commandLine: String, _ note: String) {
        self.commandLine = commandLine
        self.note = note
    }
}
