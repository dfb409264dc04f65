/// A command at its place in the tree, with every command on the way to it.
struct CommandScope: Sendable {
    /// From the root to the command itself; never empty.
    private(set) var chain: [Command]
    private(set) var command: Command

    init(root: Command) {
        chain = [root]
        command = root
    }

    /// The names below the root, such as `["hike", "import"]`; empty for the root.
    var path: [String] { chain.dropFirst().map(\.name) }

    /// The command as it is typed, such as `profile hike import`.
    var words: String { chain.map(\.name).joined(separator: " ") }

    /// Every option accepted here: the command's own first, the global ones last.
    var options: [Option] { chain.reversed().flatMap(\.options) }

    /// The options that are not global: the command's own, then those of the groups it is in.
    var localOptions: [Option] { chain.dropFirst().reversed().flatMap(\.options) }

    /// The line that shows the command's grammar, such as `profile hike import [options] FILE...`.
    var usage: String {
        let isRoot = chain.count == 1
        if command.isGroup {
            return isRoot ? "\(words) [global options] COMMAND [options]" : "\(words) SUBCOMMAND [options]"
        }
        let hasOptions = isRoot ? !command.options.isEmpty : !localOptions.isEmpty
        return ([words] + (hasOptions ? ["[options]"] : []) + command.positionals.map(\.usage)).joined(separator: " ")
    }

    /// The scope one step down, or nil when there is no subcommand of that name.
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
