internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering

/// `profile help`: the same pages as `--help`, and the exit codes.
enum HelpCommand: ProfileCommand {
    static let declaration = Command(
        "help", abstract: "Show help for a command, or the exit codes.", group: "Help",
        positionals: [
            Positional(
                "COMMAND", help: "A command, or exit-codes.", arity: .any, completion: .program(CompletionKind.commands)
            )
        ],
        examples: [
            Example("profile help hike import", "A command's own page."),
            Example("profile help exit-codes", "What each exit code means."),
        ])

    static func run(_ call: CommandCall) throws {
        let path = call.invocation.positionals
        if path == ["exit-codes"] {
            call.page()
            return try call.reporter.answer(
                ExitCodesAnswer(), text: ExitCode.allCases.flatMap { lines(for: $0, width: call.proseColumns) })
        }
        _ = try ArgumentParser(root: CommandTable.root).command(at: path)
        try show(path: path, for: call.invocation, in: call.context)
    }

    /// Shows the page of a command.
    static func show(path: [String], for invocation: Invocation, in context: CommandContext) throws {
        let isJSON = invocation.isSet(GlobalOptions.json)
        let renderer = HelpRenderer(root: CommandTable.root, width: isJSON ? 80 : context.columns)
        let page = renderer.page(for: path)
        context.page(for: invocation)
        try Reporter(context: context, isJSON: isJSON, isQuiet: false)
            .answer(HelpAnswer(help: page), text: [String(page.dropLast(page.last == "\n" ? 1 : 0))])
    }

    static func showVersion(for invocation: Invocation, in context: CommandContext) throws {
        try Reporter(context: context, isJSON: invocation.isSet(GlobalOptions.json), isQuiet: false)
            .answer(VersionAnswer(version: ProfileProgram.version), text: ["profile \(ProfileProgram.version)"])
    }

    private static func lines(for code: ExitCode, width: Int) -> [String] {
        let (number, name) = (String(code.rawValue), code.name)
        let head =
            String(repeating: " ", count: 3 - number.count) + number + "  " + name
            + String(repeating: " ", count: max(1, 18 - name.count))
        return (head + code.meaning).wordWrapped(to: width, indent: head.count)
    }
}

private struct VersionAnswer: Encodable {
    var schema = JSONAnswer.schema
    let version: String
}

private struct HelpAnswer: Encodable {
    var schema = JSONAnswer.schema
    let help: String
}

private struct ExitCodesAnswer: Encodable {
    var schema = JSONAnswer.schema
    let help = ExitCode.allCases.map { Entry(code: $0.rawValue, name: $0.name, when: $0.meaning) }

    struct Entry: Encodable {
        let code: Int32
        let name: String
        let when: String
    }
}

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
        let script = CompletionScript.render(for: shell, root: CommandTable.root, program: "profile")
        call.context.output.write(line: String(script.dropLast(script.last == "\n" ? 1 : 0)))
    }
}

/// The manual pages, generated from the declarations of all commands, with additional sections.
enum Manual {
    static var renderer: ManualRenderer {
        ManualRenderer(
            root: CommandTable.root, version: ProfileProgram.version, date: ProfileProgram.date,
            sections: [environment, files, exitStatus])
    }

    private static let environment = ManualRenderer.Section(
        "ENVIRONMENT",
        [
            ("PROFILE_STORE, PROFILE_WORKSPACE", "As --store and --workspace. Both at once are an error."),
            ("PROFILE_ACCOUNT", "As --account."), ("PROFILE_UNITS", "As --units; it beats the config file."),
            (
                "LC_ALL, LC_MEASUREMENT, LANG",
                "The country whose units are used where neither --units nor the config file says otherwise."
            ),
            ("TERM", "The kind of terminal. dumb: plain prompts, as with --plain."),
            ("PROFILE_NO_INPUT", "As --no-input, when it is not empty."),
            (
                "PROFILE_ASKPASS",
                "A program that asks for a secret where there is no terminal. The question is its argument, and the first "
                    + "line of its output is the answer. A failure cancels the command."
            ),
            (
                "PROFILE_SESSION",
                "Where a session's key is kept: keyring, file or none (default: the first that works)."
            ),
            ("PROFILE_REDUCE_MOTION", "1 stops the app's animations."),
            ("NO_COLOR", "Not empty: no colours, unless --color says otherwise."),
            ("PAGER", "The pager for long text on a terminal (default: less -FRX). Empty, or cat: none."),
            ("VISUAL, EDITOR", "The editor of profile edit --editor (default: vi)."),
            ("COLUMNS", "The width of text where there is no terminal to ask (default: 80)."),
            (
                "XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR",
                "The folders of the files below, as the XDG base directory specification has them."
            ),
        ])

    private static let files = ManualRenderer.Section(
        "FILES",
        [
            ("$XDG_DATA_HOME/profile/profile.db", "The store (default folder: ~/.local/share)."),
            ("$XDG_DATA_HOME/profile/workspaces/NAME.db", "The store of a workspace."),
            ("$XDG_CONFIG_HOME/profile/config", "The settings of profile config (default folder: ~/.config)."),
            (
                "$XDG_STATE_HOME/profile/",
                "Device secrets and counts of failed attempts (default folder: ~/.local/state). Without them an account "
                    + "opens with its recovery code alone."
            ),
        ])

    private static let exitStatus = ManualRenderer.Section(
        "EXIT STATUS", ExitCode.allCases.map { ("\($0.rawValue)", "\($0.name): \($0.meaning).") })
}
