/// The values that shells offer for an argument.
public enum Completion: Sendable, Hashable {
    /// Nothing: the value is free text.
    case none
    /// Names of files and folders.
    case file
    /// A closed list. The parser doesn't enforce it: validating the value is left to the command.
    case values([String])
    /// Values that only the program knows, such as its records. The program is asked for them, by the name of their
    /// kind.
    ///
    /// The script runs `PROGRAM __complete KIND WORDS…`, with the words of the line up to the cursor, and offers the
    /// lines printed: one value each, optionally followed by a tab and a description.
    case program(String)
}

/// Completion scripts for shells, generated from the command tree. They run the program only for values declared as
/// ``Completion/program(_:)``.
public enum CompletionScript {
    public enum Shell: String, Sendable, CaseIterable {
        case bash, zsh, fish
    }

    /// The program's first argument when a script asks it for values.
    public static let request = "__complete"

    /// The script that completes commands, options, listed values and files.
    ///
    /// For bash, source it, or save it under the program's name in bash-completion's folder. For zsh, save it as
    /// `_PROGRAM` in a folder of `fpath`, or source it after `compinit`. For fish, save it as `PROGRAM.fish` among its
    /// completions.
    ///
    /// - Parameter program: the name by which the program is called, which may differ from the root's name.
    public static func render(for shell: Shell, root: Command, program: String) -> String {
        let scopes = CommandScope(root: root).withDescendants
        return switch shell {
        case .bash: BashCompletion(scopes: scopes, program: program).script
        case .zsh: ZshCompletion(scopes: scopes, program: program).script
        case .fish: FishCompletion(scopes: scopes, program: program).script
        }
    }
}

/// The text quoted as one literal word of bash or zsh.
public func shellQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}

/// The text quoted as one literal word of fish, where a backslash escapes inside single quotes.
func fishQuoted(_ text: String) -> String {
    "'" + escaped(text, "\\'") + "'"
}

/// The text with a backslash before each of the given characters.
func escaped(_ text: String, _ special: String) -> String {
    var result = ""
    for character in text {
        if special.contains(character) { result.append("\\") }
        result.append(character)
    }
    return result
}

/// A name for a shell function: anything except ASCII letters, digits and dashes becomes an underscore.
func functionName(_ parts: [String]) -> String {
    let name = parts.joined(separator: "_")
    return "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" })
}

/// A help text as a one-line description for a menu.
func described(_ help: String) -> String {
    help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}
