internal import CommandParsing

/// All commands, in the order in which help lists them.
///
/// Declaring all commands takes longer than most of them run. So this lists only their names and types, and a
/// declaration is created when it is needed.
enum CommandTable {
    /// The commands that consist of one word.
    private static var single: [NamedCommand] {
        [
            ("init", InitCommand.self), ("unlock", UnlockCommand.self), ("lock", LockCommand.self),
            ("status", StatusCommand.self), ("recover", RecoverCommand.self), ("emergency", EmergencyCommand.self),
            ("show", ShowCommand.self), ("edit", EditCommand.self), ("diff", DiffCommand.self),
            ("commit", CommitCommand.self), ("discard", DiscardCommand.self), ("history", HistoryCommand.self),
            ("undo", UndoCommand.self), ("year", YearCommand.self), ("page", PageCommand.self),
            ("watch", WatchCommand.self), ("remind", RemindCommand.self), ("backup", BackupCommand.self),
            ("restore", RestoreCommand.self), ("export", ExportCommand.self), ("import", ImportCommand.self),
            ("check", CheckCommand.self), ("repair", RepairCommand.self), ("config", ConfigCommand.self),
            ("doctor", DoctorCommand.self), ("completions", CompletionsCommand.self), ("demo", DemoCommand.self),
            ("help", HelpCommand.self),
        ]
    }

    /// The commands that follow the word of their group.
    private static var groups: [CommandGroup] {
        [
            CommandGroup(
                name: "passcode", abstract: "Change the passcode or password.", heading: "The gate",
                example: Example("profile passcode change", "Asks for the current one first."),
                commands: [("change", PasscodeChangeCommand.self)]),
            CommandGroup(
                name: "recovery", abstract: "Create a new recovery code.", heading: "The gate",
                example: Example("profile recovery new", "The old one stops working."),
                commands: [("new", RecoveryNewCommand.self)]),
            CommandGroup(
                name: "account", abstract: "List, add and remove accounts.", heading: "The gate",
                example: Example("profile account list", "The accounts of the store."),
                commands: [
                    ("list", AccountListCommand.self), ("add", AccountAddCommand.self),
                    ("remove", AccountRemoveCommand.self),
                ]),
            CommandGroup(
                name: "server", abstract: "Print what a server needs to keep stores.", heading: "Copies",
                example: Example("profile server sql", "For the server's operator."),
                commands: [("sql", ServerSQLCommand.self)]),
            CommandGroup(
                name: "hike", abstract: "Import, add, change, list, show, sum up and export hikes.", heading: "Hikes",
                example: Example("profile hike list --sort distance", "The longest hikes first."),
                commands: [
                    ("import", HikeImportCommand.self), ("add", HikeAddCommand.self), ("edit", HikeEditCommand.self),
                    ("remove", HikeRemoveCommand.self), ("restore", HikeRestoreCommand.self),
                    ("purge", HikePurgeCommand.self), ("list", HikeListCommand.self), ("show", HikeShowCommand.self),
                    ("stats", HikeStatsCommand.self), ("records", HikeRecordsCommand.self),
                    ("calendar", HikeCalendarCommand.self), ("map", HikeMapCommand.self),
                    ("same", HikeSameCommand.self), ("compare", HikeCompareCommand.self),
                    ("export", HikeExportCommand.self), ("trim", HikeTrimCommand.self),
                    ("history", HikeHistoryCommand.self), ("undo", HikeUndoCommand.self),
                ],
                groups: [
                    CommandGroup(
                        name: "photo", abstract: "Add, list, remove and export photos of hikes.", heading: nil,
                        example: Example("profile hike photo add 7 ~/photos/*.jpg", "Sealed with the hike."),
                        commands: [
                            ("add", HikePhotoAddCommand.self), ("list", HikePhotoListCommand.self),
                            ("remove", HikePhotoRemoveCommand.self), ("export", HikePhotoExportCommand.self),
                        ])
                ]),
            CommandGroup(
                name: "place", abstract: "Add, import, list and show places, and who visited them.", heading: "Hikes",
                example: Example("profile place list --visited off", "The places that are left."),
                commands: [
                    ("add", PlaceAddCommand.self), ("edit", PlaceEditCommand.self),
                    ("import", PlaceImportCommand.self), ("list", PlaceListCommand.self),
                    ("show", PlaceShowCommand.self), ("remove", PlaceRemoveCommand.self),
                    ("export", PlaceExportCommand.self),
                ]),
            CommandGroup(
                name: "badge", abstract: "List badges, and show their pictures.", heading: "Hikes",
                example: Example("profile badge list --all", "Every badge with its progress."),
                commands: [("list", BadgeListCommand.self), ("show", BadgeShowCommand.self)]),
        ]
    }

    /// The complete tree.
    static let root = tree(single.map { $0.command.declaration } + groups.map { $0.declaration { _ in true } })

    /// Parses a command line.
    ///
    /// - Throws: ``UsageError`` as ``CommandParsing/ArgumentParser/parse(_:)``.
    static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        // A line that parses with only the commands named in it gives the same result with the complete tree.
        if let invocation = try? ArgumentParser(root: tree(naming: arguments)).parse(arguments),
            command(at: invocation.path) != nil
        {
            return invocation
        }
        return try ArgumentParser(root: root).parse(arguments)
    }

    /// The part of the tree with the commands that occur among the words.
    private static func tree(naming words: [String]) -> Command {
        tree(
            single.filter { words.contains($0.name) }.map { $0.command.declaration }
                + groups.filter { words.contains($0.name) }.map { $0.declaration(words.contains) })
    }

    private static func tree(_ commands: [Command]) -> Command {
        Command(
            "profile", abstract: "Keeps your profile, hikes and badges on this machine, sealed behind a passcode.",
            options: GlobalOptions.all,
            examples: [
                Example("profile init", "Create a store, and get a recovery code."),
                Example("profile", "On a terminal: the app, behind its lock screen."),
                Example("profile unlock", "Open it for all your terminals."),
                Example("profile edit --season spring", "Change a field at once."),
            ],
            subcommands: inHelpOrder(commands),
            synonyms: [
                "ls": "list", "search": "hike list", "rm": "remove", "delete": "remove", "login": "unlock",
                "logout": "lock", "new": "add",
            ])
    }

    /// The command at a path such as `["hike", "list"]`.
    static func command(at path: [String]) -> (any ProfileCommand.Type)? {
        var (commands, inner) = (single, groups)
        for word in path.dropLast() {
            guard let group = inner.first(where: { $0.name == word }) else { return nil }
            (commands, inner) = (group.commands, group.groups)
        }
        return commands.first { $0.name == path.last }?.command
    }

    /// Puts the commands under one heading together.
    private static func inHelpOrder(_ commands: [Command]) -> [Command] {
        ["The gate", "The profile", "Hikes", "Copies", "Help"].flatMap { heading in
            commands.filter { $0.group == heading }
        }
    }
}

/// A command and the last word of its name.
private typealias NamedCommand = (name: String, command: any ProfileCommand.Type)

/// The commands that share a first word.
private struct CommandGroup {
    let name: String
    let abstract: String
    let heading: String?
    let example: Example
    let commands: [NamedCommand]
    var groups: [CommandGroup] = []

    /// The declaration of the group with the wanted commands.
    func declaration(_ isWanted: (String) -> Bool) -> Command {
        Command(
            name, abstract: abstract, group: heading, examples: [example],
            subcommands: commands.filter { isWanted($0.name) }.map { $0.command.declaration }
                + groups.filter { isWanted($0.name) }.map { $0.declaration(isWanted) })
    }
}
