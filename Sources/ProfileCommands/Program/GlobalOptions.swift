internal import CommandParsing
internal import ProfileRendering

/// The options that every command accepts, before or after its name.
enum GlobalOptions {
    static let store = Option(
        "store", value: "PATH",
        help: "The store's file (default: $XDG_DATA_HOME/profile/profile.db), or a postgresql: URL without a password.",
        environment: "PROFILE_STORE", completion: .file)
    static let workspace = Option(
        "workspace", value: "NAME", help: "A named store: a-z, 0-9 and -.", environment: "PROFILE_WORKSPACE",
        completion: .program(CompletionKind.workspaces))
    static let account = Option(
        "account", value: "ID", help: "Which account of the store (default: its only one).",
        environment: "PROFILE_ACCOUNT",
        completion: .program(CompletionKind.accounts))
    static let passcodeStdin = Option(flag: "passcode-stdin", help: "Read the secrets from stdin, one per line.")
    static let passcodeFD = Option("passcode-fd", value: "N", help: "Read the secrets from this file descriptor.")
    static let passcodeFile = Option(
        "passcode-file", value: "PATH", help: "Read the secrets from this file.", completion: .file)
    static let noInput = Option(
        flag: "no-input", help: "Never ask: fail with the exit code for what is missing.",
        environment: "PROFILE_NO_INPUT")
    static let json = Option(flag: "json", help: "Print answers and errors as JSON, one object per line.")
    static let color = Option(
        "color", value: "auto|always|never", help: "Whether to use colours (default: auto).", environment: "NO_COLOR",
        completion: .values(ColorSetting.allCases.map(\.rawValue)))
    static let units = Option(
        "units", value: "metric|imperial", help: "The units of text output (default: the config's, then the locale's).",
        environment: "PROFILE_UNITS",
        completion: .values(["metric", "imperial"]))
    static let plain = Option(flag: "plain", help: "Use plain prompts instead of screens.")
    static let quiet = Option(flag: "quiet", short: "q", help: "Print no notices.")
    static let help = Option(flag: "help", short: "h", help: "Show help.", overridesErrors: true)
    static let version = Option(flag: "version", help: "Show the version.", overridesErrors: true)

    static let all = [
        store, workspace, account, passcodeStdin, passcodeFD, passcodeFile, noInput, json, color, units, plain, quiet,
        help, version,
    ]
}

/// Whether to use colours.
enum ColorSetting: String, CaseIterable {
    case auto, always, never

    static let rule = "must be auto, always or never"

    /// The number of colours for an output.
    ///
    /// The option takes precedence over the environment: `always` also colours a file, regardless of `NO_COLOR`
    /// (no-color.org: effective when not empty) and of what the terminal supports. The number of colours comes from
    /// `COLORTERM` and `TERM`, as terminals set them.
    func depth(isTerminal: Bool, environment: [String: String]) -> ColorDepth {
        let terminal = environment["TERM"] ?? ""
        switch self {
        case .never: return .none
        case .always: break
        case .auto:
            let isCapable = isTerminal && !terminal.isEmpty && terminal != "dumb"
            guard isCapable, environment["NO_COLOR"]?.nonEmpty == nil else { return .none }
        }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            return .trueColor
        }
        return terminal.hasSuffix("-256color") ? .palette256 : .eight
    }
}

/// Durations in options: `90s`, `15m`, `2h`, `1d`.
enum DurationOption {
    static let rule = "must be a duration such as 90s, 15m, 2h or 1d"

    /// Parses a duration; `nil` for anything else, for zero, and for more than 366 days.
    static func parse(_ text: String) -> Duration? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().allSatisfy(\.isNumber),
            let count = Int(text.dropLast()), count > 0
        else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit)
        return overflows || seconds > 366 * 86_400 ? nil : .seconds(seconds)
    }
}
