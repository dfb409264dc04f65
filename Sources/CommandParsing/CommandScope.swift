/// A command together with the commands above it in the tree.
struct CommandScope: Sendable {
    /// The commands from the root to the command itself; never empty.
    private(set) var chain: [Command]
    private(set) var command: Command

    init(root: Command) {
        chain = [root]
        command = root
    }

    /// The names below the root, such as `["hike", "import"]`; empty for the root.
    var path: [String] { chain.dropFirst().map(\.name) }

    /// The command as typed, such as `profile hike import`.
    var words: String { chain.map(\.name).joined(separator: " ") }

    /// Every option accepted here: the command's own first, the global ones last.
    var options: [Option] { chain.reversed().flatMap(\.options) }

    /// The options that aren't global: the command's own, then those of its groups.
    var localOptions: [Option] { chain.dropFirst().reversed().flatMap(\.options) }

    /// The usage line, such as `profile hike import [options] FILE...`.
    var usage: String {
        let isRoot = chain.count == 1
        if command.isGroup {
            return isRoot ? "\(words) [global options] COMMAND [options]" : "\(words) SUBCOMMAND [options]"
        }
        let hasOptions = isRoot ? !command.options.isEmpty : !localOptions.isEmpty
        return ([words] + (hasOptions ? ["[options]"] : []) + command.positionals.map(\.usage)).joined(separator: " ")
    }

    /// The scope of a direct subcommand, or `nil` when there is none with this name.
    func entering(_ name: String) -> CommandScope? {
        command.subcommand(named: name).map(entering)
    }

    private func entering(_ subcommand: Command) -> CommandScope {
        var scope = self
        scope.chain.append(subcommand)
        scope.command = subcommand
        return scope
    }

    /// This scope and all below it, parents first.
    var withDescendants: [CommandScope] {
        [self] + command.subcommands.flatMap { entering($0).withDescendants }
    }

    func option(long name: some StringProtocol) -> Option? {
        options.first { $0.name == name }
    }

    func option(short letter: Character) -> Option? {
        options.first { $0.short == letter }
    }
}
