internal import CommandParsing

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
