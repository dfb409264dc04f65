internal import CommandParsing

/// Every command, in the order in which help lists them.
enum CommandTable {
    /// Commands that are called by one word.
    private static var single: [any ProfileCommand.Type] {
        [
            InitCommand.self, UnlockCommand.self, LockCommand.self, StatusCommand.self, RecoverCommand.self,
            EmergencyCommand.self, ShowCommand.self, EditCommand.self, DiffCommand.self, CommitCommand.self,
            DiscardCommand.self,
            HistoryCommand.self, UndoCommand.self, WatchCommand.self, BackupCommand.self, RestoreCommand.self,
            ExportCommand.self, ImportCommand.self, CheckCommand.self, RepairCommand.self,
            ConfigCommand.self, CompletionsCommand.self, DemoCommand.self,
            HelpCommand.self,
        ]
    }

    /// Commands that come after the word of their group.
    private static var groups: [CommandGroup] {
        [
            CommandGroup(
                name: "passcode", abstract: "Change the passcode or password.", heading: "The gate",
                example: Example("profile passcode change", "Asks for the current one first."),
                commands: [PasscodeChangeCommand.self]),
            CommandGroup(
                name: "recovery", abstract: "Make a new recovery code.", heading: "The gate",
                example: Example("profile recovery new", "The old one opens nothing any more."),
                commands: [RecoveryNewCommand.self]),
            CommandGroup(
                name: "account", abstract: "List, add and remove accounts.", heading: "The gate",
                example: Example("profile account list", "The accounts of the store."),
                commands: [AccountListCommand.self, AccountAddCommand.self, AccountRemoveCommand.self]),
            CommandGroup(
                name: "hike", abstract: "Import, add, change, list, show, sum up and export hikes.", heading: "Hikes",
                example: Example("profile hike list --sort distance", "The longest hikes first."),
                commands: [
                    HikeImportCommand.self, HikeAddCommand.self, HikeEditCommand.self, HikeRemoveCommand.self,
                    HikeRestoreCommand.self, HikePurgeCommand.self, HikeListCommand.self, HikeShowCommand.self,
                    HikeStatsCommand.self, HikeExportCommand.self,
                ]),
            CommandGroup(
                name: "badge", abstract: "List badges, and show their pictures.", heading: "Hikes",
                example: Example("profile badge list --all", "Every badge with its progress."),
                commands: [BadgeListCommand.self, BadgeShowCommand.self]),
        ]
    }

    static let root = Command(
        "profile", abstract: "Keeps your profile, hikes and badges on this machine, sealed behind a passcode.",
        options: GlobalOptions.all,
        examples: [
            Example("profile init", "Make a store, and get a recovery code."),
            Example("profile", "On a terminal: the app, behind its lock screen."),
            Example("profile unlock", "Open it for all your terminals."),
            Example("profile edit --season spring", "Change a field at once."),
        ],
        subcommands: inHelpOrder(single.map { $0.declaration } + groups.map(\.declaration)))

    /// The command at a path such as `["hike", "list"]`.
    static func command(at path: [String]) -> (any ProfileCommand.Type)? {
        let commands = path.count > 1 ? groups.first { $0.name == path.first }?.commands : single
        return commands?.first { $0.declaration.name == path.last }
    }

    /// What stands under one heading stands together.
    private static func inHelpOrder(_ commands: [Command]) -> [Command] {
        ["The gate", "The profile", "Hikes", "Copies", "Help"].flatMap { heading in
            commands.filter { $0.group == heading }
        }
    }
}

/// Commands that share a first word.
private struct CommandGroup {
    let name: String
    let abstract: String
    let heading: String
    let example: Example
    let commands: [any ProfileCommand.Type]

    var declaration: Command {
        Command(
            name, abstract: abstract, group: heading, examples: [example], subcommands: commands.map { $0.declaration })
    }
}
