/// Parses a command line according to a tree of commands.
///
/// Options and positionals may be mixed. The forms `--name value`, `--name=value` (also with an empty value), `-q`,
/// bundles such as `-qh`, and for a letter that takes a value `-n VALUE`, `-nVALUE` and `-n=VALUE` are accepted. `--`
/// ends the options; `-` alone and negative numbers are ordinary words. Names can't be abbreviated.
///
/// An option with ``Option/overridesErrors`` (`--help`, `--version`) takes precedence over any mistake, wherever it
/// appears: `edit --help --bogus` is an invocation of `edit` with help. Only an unknown command is still an error,
/// because there is no page to show, and a suggestion is more useful. Of several mistakes, the first is reported.
public struct ArgumentParser: Sendable {
    public let root: Command

    public init(root: Command) {
        self.root = root
    }

    /// Parses the arguments, which don't include the program's own name.
    ///
    /// A command line without a command is valid: its path is empty, and the caller decides what to do. The values of
    /// options aren't validated.
    ///
    /// - Throws: ``UsageError`` for an unknown command or option, a missing or unwanted value, a repeated option, a
    ///   group without its subcommand, too few or too many positionals.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var reading = ArgumentReading(root: root)
        reading.read(arguments)
        return try reading.invocation()
    }

    /// Returns the command for words such as `["hike", "import"]`, as given to `help`; the root for none.
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
