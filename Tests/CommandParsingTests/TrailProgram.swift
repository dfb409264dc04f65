import CommandParsing

/// A small program to test with: global options, plain commands, a group, every arity and every completion.
enum TrailProgram {
    static let store = Option(
        "store", value: "PATH", help: "Where the data is kept.", environment: "TRAIL_STORE", completion: .file)
    static let color = Option(
        "color", value: "WHEN", help: "Whether to use colours.", environment: "NO_COLOR",
        completion: .values(["auto", "always", "never"]))
    static let quiet = Option(flag: "quiet", short: "q", help: "No remarks.")
    static let json = Option(flag: "json", help: "Output for machines.")
    static let help = Option(flag: "help", short: "h", help: "Show this help.", overridesErrors: true)
    static let version = Option(flag: "version", help: "Show the version.", overridesErrors: true)

    static let season = Option(
        "season", value: "SEASON", help: "The season.", completion: .values(["winter", "spring"]))
    static let goalDate = Option("goal-date", value: "YYYY-MM-DD", help: "The day to be there by.")
    static let code = Option(
        "code", value: "FORMAT", help: "The form of the code.",
        completion: .values(["digits:4", "digits:4+letter", "passphrase"]))
    static let limit = Option("limit", short: "n", value: "N", help: "How many to show.")
    static let tag = Option(
        "tag", short: "t", value: "TAG", help: "A tag to add.", isRepeatable: true, takesSigns: true)
    static let format = Option("format", value: "FORMAT", help: "The format.", completion: .values(["gpx", "csv"]))
    static let replace = Option(flag: "replace", help: "Take the place of what is known.")

    static let root = Command(
        "trail", abstract: "Keeps hikes.", options: [store, color, quiet, json, help, version],
        subcommands: [
            Command(
                "unlock", abstract: "Open a session.", group: "The lock", options: [code],
                examples: [Example("trail unlock", "Asks for the code.")]),
            Command("lock", abstract: "End the session.", group: "The lock"),
            Command(
                "edit", abstract: "Change the profile.",
                discussion: ["Only what is named is changed; everything else stays as it was before the command ran."],
                options: [season, goalDate, tag], examples: [Example("trail edit --season spring", "Turns to spring.")]),
            Command("history", abstract: "List commits.", options: [limit]),
            Command("copy", abstract: "Copy a file.", positionals: [file, Positional("TO", help: "Where.")]),
            Command("undo", abstract: "Go back.", positionals: [revision]),
            Command("hike", abstract: "Work with hikes.", subcommands: [hikeImport, hikeExport, hikeList]),
            Command("badge", abstract: "Look at badges.", subcommands: [badgeShow]),
        ],
        synonyms: ["ls": "list", "display": "badge show"])

    static let revision = Positional(
        "REVISION", help: "To.", arity: .optional, completion: .program("revisions"))
    static let file = Positional("FILE", help: "A file.", completion: .file)
    static let hikeImport = Command(
        "import", abstract: "Read hikes from files.", options: [format, replace],
        positionals: [Positional("FILE", help: "Files; - is stdin.", arity: .atLeastOne, completion: .file)],
        examples: [Example("trail hike import a.gpx", "Reads one file.")])
    static let hikeExport = Command(
        "export", abstract: "Write hikes.", options: [format],
        positionals: [Positional("ID", help: "Which.", arity: .any, completion: .values(["1001", "1002"]))])
    static let hikeList = Command("list", abstract: "List hikes.", options: [limit])
    static let badgeShow = Command(
        "show", abstract: "Draw a badge: it's \"[nice]\".",
        positionals: [Positional("NAME", help: "Which.", completion: .values(["First Hike", "Earth Day", "it's"]))])

    static let parser = ArgumentParser(root: root)

    /// The mistake in a line of words separated by spaces; nil when it parses.
    static func mistake(in line: String) -> UsageError? {
        mistake(in: words(line))
    }

    static func mistake(in arguments: [String]) -> UsageError? {
        do throws(UsageError) {
            _ = try parser.parse(arguments)
            return nil
        } catch {
            return error
        }
    }

    static func words(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init)
    }
}
