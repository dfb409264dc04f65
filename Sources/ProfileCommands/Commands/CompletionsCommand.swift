internal import CommandParsing

/// `profile completions`: scripts for completing commands, options and values in a shell.
enum CompletionsCommand: ProfileCommand {
    private static let shells = CompletionScript.Shell.allCases.map(\.rawValue)

    static let declaration = Command(
        "completions", abstract: "Print a script that completes command lines in a shell.",
        discussion: [
            "bash: source it, or save it where bash-completion looks. zsh: save it as _profile in a folder of fpath. "
                + "fish: save it as ~/.config/fish/completions/profile.fish."
        ],
        group: "Help", positionals: [Positional("SHELL", help: "Which shell.", completion: .values(shells))],
        examples: [
            Example("profile completions bash > ~/.local/share/bash-completion/completions/profile", "For every bash."),
            Example("profile completions fish > ~/.config/fish/completions/profile.fish", "For every fish."),
        ])

    static func run(_ call: CommandCall) throws {
        guard let shell = CompletionScript.Shell(rawValue: call.invocation.positionals[0]) else {
            throw InvalidValue("SHELL", "must be bash, zsh or fish")
        }
        let script = CompletionScript.render(for: shell, program: "profile")
        call.context.output.write(line: String(script.dropLast(script.last == "\n" ? 1 : 0)))
    }
}
