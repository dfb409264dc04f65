/// Everything that can be wrong with a command line; the prose is ``UsageError``'s.
///
/// It holds what the messages need and no values, so that none can slip into one.
enum UsageMistake: Sendable, Hashable {
    case unknownCommand(String)
    case missingSubcommand
    case noSubcommands
    /// The option as typed, without a value.
    case unknownOption(String)
    /// A one-letter option that was not found in a longer bundle, and the long name the bundle spells, if it does.
    case unknownLetter(Character, bundleSpells: String?)
    case missingValue(Option, typed: String)
    case unexpectedValue(typed: String)
    case repeated(typed: String)
    case missingPositional(Positional)
    case tooManyPositionals(limit: Int)
}
