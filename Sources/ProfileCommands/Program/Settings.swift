internal import CommandParsing
internal import Glibc
internal import ProfileKit
internal import ProfileRendering

/// The settings from the global options and the environment. An option takes precedence over the environment.
struct Settings {
    let storePath: String
    /// Whether the store was named, by an option or in the environment.
    let isStoreNamed: Bool
    /// `nil` when none is named: then it is the store's only one.
    let account: AccountID?
    /// Where the secrets come from; `nil` when the options name no source.
    let secrets: SecretSupply.Source?
    let noInput: Bool
    let isJSON: Bool
    let isQuiet: Bool
    let units: Units
    private let unitsOrigin: Origin
    /// The config file, over which the environment and the options take precedence.
    let config: ConfigFile
    let color: ColorSetting
    let sessionStorage: SessionStorage?
    /// Whether the environment reduces motion, as the config file spells it; `nil` if it doesn't say.
    private let reduceMotion: String?

    /// Where a setting's value comes from.
    enum Origin: String {
        case option, environment, file, locale
        case standard = "default"
    }

    /// The effective value of a setting of the config file, as the file spells it, and where it comes from.
    func value(of key: ConfigKey) -> (text: String, origin: Origin) {
        if key == .units { return (units.rawValue, unitsOrigin) }
        if key == .reduceMotion, let reduceMotion { return (reduceMotion, .environment) }
        return config.values[key].map { ($0, .file) } ?? (key.standard, .standard)
    }

    /// - Throws: ``UsageError`` for options that exclude each other; ``InvalidValue`` for values that don't parse.
    init(_ invocation: Invocation, environment: [String: String]) throws {
        let location = try StoreOption(invocation, environment: environment)
        (storePath, isStoreNamed) = (location.path, location.isNamed)
        account = try Self.account(invocation, environment)
        secrets = try Self.secretSource(invocation)
        noInput = invocation.isSet(GlobalOptions.noInput) || environment["PROFILE_NO_INPUT"]?.nonEmpty != nil
        isJSON = invocation.isSet(GlobalOptions.json)
        isQuiet = invocation.isSet(GlobalOptions.quiet)
        let config = ConfigFile.read(environment: environment)
        (units, unitsOrigin) = try Self.units(invocation, environment: environment, config: config)
        reduceMotion = environment["PROFILE_REDUCE_MOTION"]?.nonEmpty.map { $0 == "0" ? "off" : "on" }
        self.config = config
        sessionStorage = try Self.sessionStorage(environment)
        color = try Self.color(invocation)
    }

    private static func account(_ invocation: Invocation, _ environment: [String: String]) throws -> AccountID? {
        let option = invocation.value(of: GlobalOptions.account)
        guard let text = option ?? environment["PROFILE_ACCOUNT"]?.nonEmpty else { return nil }
        do {
            return try AccountID(text)
        } catch {
            throw InvalidValue(option == nil ? "PROFILE_ACCOUNT" : "--account", error.rule.requirement)
        }
    }

    private static func secretSource(_ invocation: Invocation) throws -> SecretSupply.Source? {
        var sources: [SecretSupply.Source] = []
        if invocation.isSet(GlobalOptions.passcodeStdin) { sources.append(.descriptor(0)) }
        if let text = invocation.value(of: GlobalOptions.passcodeFD) {
            guard let number = Int32(text), number >= 0 else { throw InvalidValue.passcodeDescriptor }
            sources.append(.descriptor(number))
        }
        if let path = invocation.value(of: GlobalOptions.passcodeFile) {
            guard !path.isEmpty else { throw InvalidValue("--passcode-file", "must be the name of a file, not empty") }
            sources.append(.file(path))
        }
        guard sources.count <= 1 else {
            throw UsageError(
                message: "the secrets can come from one place only",
                hint: "Give one of --passcode-stdin, --passcode-fd and --passcode-file.")
        }
        // Before a store is opened, which takes the first free number.
        if case .descriptor(let number) = sources.first {
            let flags = fcntl(number, F_GETFL)
            guard flags >= 0, flags & O_ACCMODE != O_WRONLY else {
                throw invocation.isSet(GlobalOptions.passcodeStdin)
                    ? InvalidValue("--passcode-stdin", "needs an open stdin") : InvalidValue.passcodeDescriptor
            }
        }
        let files = invocation.positionals + [invocation.value(of: HikeFieldOptions.notesFile)].compactMap(\.self)
        if files.contains("-"), sources.first?.isStdin == true {
            throw UsageError(
                message: "stdin cannot be both the secrets and the file '-'",
                hint: "Give the secrets with --passcode-fd or --passcode-file.")
        }
        return sources.first
    }

    private static func units(
        _ invocation: Invocation, environment: [String: String], config: ConfigFile
    ) throws -> (Units, Origin) {
        if let text = invocation.value(of: GlobalOptions.units) {
            guard let units = Units(rawValue: text) else { throw InvalidValue("--units", "must be metric or imperial") }
            return (units, .option)
        }
        if let text = environment["PROFILE_UNITS"]?.nonEmpty {
            guard let units = Units(rawValue: text) else {
                throw InvalidValue("PROFILE_UNITS", "must be metric or imperial")
            }
            return (units, .environment)
        }
        if let units = config.values[.units].flatMap(Units.init(rawValue:)) { return (units, .file) }
        let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap { environment[$0]?.nonEmpty }.first ?? ""
        // The countries that use miles and feet. Britain counts as metric, as in glibc's LC_MEASUREMENT.
        let country = String(locale.drop { $0 != "_" }.prefix(3))
        return ["_US", "_LR", "_MM"].contains(country) ? (.imperial, .locale) : (.metric, .locale)
    }

    private static func color(_ invocation: Invocation) throws -> ColorSetting {
        guard let text = invocation.value(of: GlobalOptions.color) else { return .auto }
        guard let color = ColorSetting(rawValue: text) else { throw InvalidValue("--color", ColorSetting.rule) }
        return color
    }

    private static func sessionStorage(_ environment: [String: String]) throws -> SessionStorage? {
        guard let text = environment["PROFILE_SESSION"]?.nonEmpty else { return nil }
        guard let place = SessionStorage(rawValue: text) else {
            throw InvalidValue("PROFILE_SESSION", "must be keyring, file or none")
        }
        return place
    }
}

extension SecretSupply.Source {
    /// Whether it is the same file as stdin, by whatever name.
    fileprivate var isStdin: Bool {
        var (own, stdin) = (stat(), stat())
        let found =
            switch self {
            case .descriptor(0): true
            case .descriptor(let number): unsafe fstat(number, &own) == 0
            case .file(let path): unsafe stat(path, &own) == 0
            }
        guard found else { return false }
        if case .descriptor(0) = self { return true }
        return unsafe fstat(0, &stdin) == 0 && own.st_dev == stdin.st_dev && own.st_ino == stdin.st_ino
    }
}

extension String {
    /// `nil` when empty: an empty environment variable counts as unset.
    var nonEmpty: String? { isEmpty ? nil : self }
}

extension InvalidValue {
    fileprivate static let passcodeDescriptor = InvalidValue(
        "--passcode-fd", "must be the number of a file descriptor open for reading")
}
