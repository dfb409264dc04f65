/// What a shell may offer where a value is typed.
public enum Completion: Sendable, Hashable {
    /// Nothing: the value is free text.
    case none
    /// Names of files and folders.
    case file
    /// A closed list. The parser does not enforce it: whether a value is valid is its reader's to say.
    case values([String])
    /// What the program itself tells when it is asked, by the name of the kind: what only it knows, such as its records.
    ///
    /// The script runs `PROGRAM __complete KIND WORDS…`, with the words of the line up to the place, and offers the lines
    /// that it prints: a value each, and behind a tab what it is.
    case program(String)
}

/// Completion scripts for shells, generated once from the tree. Completing runs the program only for what
/// ``Completion/program(_:)`` declares.
public enum CompletionScript {
    public enum Shell: String, Sendable, CaseIterable {
        case bash, zsh, fish
    }

    /// The program's first argument where a script asks it for values.
    public static let request = "__complete"

    /// The script that completes commands, options, listed values and files.
    ///
    /// bash: source it, or save it under the program's name in bash-completion's folder. zsh: save it as `_PROGRAM` in
    /// a folder of `fpath`, or source it after `compinit`. fish: save it as `PROGRAM.fish` among its completions.
    ///
    /// - Parameter program: the name the program is called by, which the root's own name need not be.
    public static func render(for shell: Shell, root: Command, program: String) -> String {
        let scopes = CommandScope(root: root).withDescendants
        return switch shell {
        case .bash: BashCompletion(scopes: scopes, program: program).script
        case .zsh: ZshCompletion(scopes: scopes, program: program).script
        case .fish: FishCompletion(scopes: scopes, program: program).script
        }
    }
}
