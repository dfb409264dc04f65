/// Reads a command line against a tree of commands.
///
/// Options and positionals may be mixed. `--name value`, `--name=value` (empty, too), `-q`, bundles such as `-qh`,
/// and for a letter that takes a value `-n VALUE`, `-nVALUE` and `-n=VALUE` are understood. `--` ends the options;
/// `-` alone and negative numbers are ordinary words. Names are not abbreviated.
///
/// An option that ``Option/overridesErrors`` (`--help`, `--version`) wins over every other mistake, wherever it stands:
/// `edit --help --bogus` is an invocation of `edit` with help. Only a command that does not exist still fails, because
/// there is no page to show and a suggestion says more. Where several mistakes are made, the first is reported.
public struct ArgumentParser: Sendable {
    public let root: Command

    public init(root: Command) {
        self.root = root
    }

    /// Understands the arguments, the program's own name not being one of them.
    ///
    /// No command at all is no error: the path is then empty, and the caller decides. The values of options are not
    /// judged.
    ///
    /// - Throws: ``UsageError`` for an unknown command or option, a missing or unwanted value, a repeated option, a
    ///   group without its subcommand, too few or too many positionals.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var reading = ArgumentReading(root: root)
        reading.read(arguments)
        return try reading.invocation()
    }

    /// Finds the command that words such as `["hike", "import"]` name, as after `help`; the root when there are none.
    ///
    /// - Throws: ``UsageError`` with a suggestion when there is no such command.
    public func command(at path: [String]) throws(UsageError) -> Command {
        let root = CommandScope(root: root)
        var scope = root
        for word in path {
            guard let next = scope.entering(word) else {
                let mistake: UsageMistake = scope.command.isGroup ? .unknownCommand(word) : .noSubcommands
                throw UsageError(mistake, at: scope, root: root)
            }
            scope = next
        }
        return scope.command
    }
}
