internal import CommandParsing

/// Every command, in the order in which help lists them.
enum CommandTable {
    /// Commands by their group: one without a name, and those that come after a word.
    private static var top: [any ProfileCommand.Type] {
        [
            InitCommand.self, UnlockCommand.self, LockCommand.self, StatusCommand.self, ShowCommand.self,
            EditCommand.self, DiffCommand.self, CommitCommand.self, DiscardCommand.self, HistoryCommand.self,
            UndoCommand.self, WatchCommand.self, RecoverCommand.self,
        ]
    }
    private static var passcode: [any ProfileCommand.Type] {
        [PasscodeChangeCommand.self]
    }
    private static var recovery: [any ProfileCommand.Type] {
        [RecoveryNewCommand.self]
    }
    private static var account: [any ProfileCommand.Type] {
        [AccountListCommand.self, AccountAddCommand.self, AccountRemoveCommand.self]
    }
    private static var hike: [any ProfileCommand.Type] {
        [
            HikeImportCommand.self, HikeListCommand.self, HikeShowCommand.self,
        ]
    }
    private static var badge: [any ProfileCommand.Type] {
        [BadgeListCommand.self]
    }
    private static var copies: [any ProfileCommand.Type] {
        [
            BackupCommand.self, RestoreCommand.self, ExportCommand.self, ImportCommand.self, CheckCommand.self,
        ]
    }
    private static var last: [any ProfileCommand.Type] {
        [DemoCommand.self, HelpCommand.self]
    }

    static let root = Command(
        "profile", abstract: "Keeps your profile, hikes and badges on this machine, sealed behind a passcode.",
        options: GlobalOptions.all,
        examples: [
            Example("profile init", "Make a store, and get a recovery code."),
            Example("profile unlock", "Open it for all your terminals."),
            Example("profile edit --season spring", "Change a field at once."),
        ],
        subcommands: top.map { $0.declaration }
            + [
                Command(
                    "passcode", abstract: "Change the passcode or password.", group: "The gate",
                    examples: [Example("profile passcode change", "Asks for the current one first.")],
                    subcommands: passcode.map { $0.declaration }),
                Command(
                    "recovery", abstract: "Make a new recovery code.", group: "The gate",
                    examples: [Example("profile recovery new", "The old one opens nothing any more.")],
                    subcommands: recovery.map { $0.declaration }),
                Command(
                    "account", abstract: "List, add and remove accounts.", group: "The gate",
                    examples: [Example("profile account list", "The accounts of the store.")],
                    subcommands: account.map { $0.declaration }),
                Command(
                    "hike", abstract: "Import, list and show hikes.", group: "Hikes",
                    examples: [Example("profile hike list --sort distance", "The longest hikes first.")],
                    subcommands: hike.map { $0.declaration }),
                Command(
                    "badge", abstract: "List badges.", group: "Hikes",
                    examples: [Example("profile badge list --all", "Every badge with its progress.")],
                    subcommands: badge.map { $0.declaration }),
            ] + (copies + last).map { $0.declaration })

    /// The command at a path such as `["hike", "list"]`.
    static func command(at path: [String]) -> (any ProfileCommand.Type)? {
        switch path.first {
        case "passcode": passcode.first { $0.declaration.name == path.last }
        case "recovery": recovery.first { $0.declaration.name == path.last }
        case "account": account.first { $0.declaration.name == path.last }
        case "hike": hike.first { $0.declaration.name == path.last }
        case "badge": badge.first { $0.declaration.name == path.last }
        default: (top + copies + last).first { $0.declaration.name == path.last }
        }
    }
}
