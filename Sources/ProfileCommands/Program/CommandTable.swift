internal import CommandParsing

/// Every command, in the order in which help lists them.
enum CommandTable {
    /// Commands by their group: one without a name, and those that come after a word.
    private static var top: [any ProfileCommand.Type] {
        [
            InitCommand.self, UnlockCommand.self, LockCommand.self, StatusCommand.self, ShowCommand.self,
            EditCommand.self, DiffCommand.self, CommitCommand.self, DiscardCommand.self,
        ]
    }
    private static var hike: [any ProfileCommand.Type] {
        [
            HikeImportCommand.self, HikeListCommand.self, HikeShowCommand.self,
        ]
    }
    private static var badge: [any ProfileCommand.Type] {
        [BadgeListCommand.self]
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
                    "hike", abstract: "Import, list and show hikes.", group: "Hikes",
                    examples: [Example("profile hike list --sort distance", "The longest hikes first.")],
                    subcommands: hike.map { $0.declaration }),
                Command(
                    "badge", abstract: "List badges.", group: "Hikes",
                    examples: [Example("profile badge list --all", "Every badge with its progress.")],
                    subcommands: badge.map { $0.declaration }),
            ] + last.map { $0.declaration })

    /// The command at a path such as `["hike", "list"]`.
    static func command(at path: [String]) -> (any ProfileCommand.Type)? {
        switch path.first {
        case "hike": hike.first { $0.declaration.name == path.last }
        case "badge": badge.first { $0.declaration.name == path.last }
        default: (top + last).first { $0.declaration.name == path.last }
        }
    }
}
