internal import FoundationEssentials
internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import SystemKit

/// What a bug report needs to know of the program and the system it runs on, with nothing personal: no name, no path, and
/// of the environment only what has a form that many share.
struct SystemReport: Encodable {
    var schema = JSONAnswer.schema
    let version: String
    let system: System
    /// The versions by the libraries' names; null for one that isn't there.
    let libraries: [String: String?]
    let keyring: Keyring
    /// Where a session's key would be kept.
    let session: String
    let terminal: TerminalEntry
    let locale: LocaleEntry
    /// Whether the store is on a server.
    let server: Bool
    let paths: [PathEntry]
    /// The number of folders, of the store and of its device secrets, in which other users may replace files.
    let exposedFolders: Int
    let clock: ClockEntry

    struct System: Encodable {
        let kernel: String
        let architecture: String
    }

    struct Keyring: Encodable {
        let works: Bool
        /// The system's words for its refusal.
        @OrNull var problem: String?
    }

    struct TerminalEntry: Encodable {
        let input: Bool
        let output: Bool
        /// `TERM`, if the system knows it, else "other"; null if it isn't set.
        @OrNull var name: String?
        /// How many colours are used on it: 0, 8, 256 or 16777216.
        let colors: Int
    }

    struct LocaleEntry: Encodable {
        /// The language and the country, such as "sv_SE", "C", or "other".
        let name: String
        let encoding: String
        /// Whether the locale that the environment names is installed.
        let installed: Bool
    }

    struct PathEntry: Encodable {
        let name: String
        let exists: Bool
        @OrNull var fileSystem: String?
        @OrNull var readOnly: Bool?
        @OrNull var permissions: String?
        @OrNull var own: Bool?

        init(_ name: String, _ path: String?) {
            self.name = name
            let status = path.flatMap { PathStatus(of: $0) }
            exists = status != nil
            (fileSystem, readOnly, own) = (status?.fileSystem, status?.isReadOnly, status?.isOwn)
            permissions = status.map { String($0.permissions, radix: 8) }
        }
    }

    struct ClockEntry: Encodable {
        @OrNull var now: String?
        /// How far the boot clock can be trusted: full, timeOnly, none.
        let certainty: String
    }

    init(_ call: CommandCall) {
        let (settings, environment) = (call.settings, call.context.environment)
        let configuration = call.access.configuration
        version = ProfileProgram.version
        system = System(kernel: RunningSystem.kernelVersion, architecture: RunningSystem.architecture)
        libraries = Dictionary(uniqueKeysWithValues: LinkedLibraries.versions.map { ($0.name, $0.version) })
        keyring = Keyring(trying: KernelKeyring())
        let hasRuntimeFolder = configuration.runtimeFolder.map(PrivateFolder.isClosedToOthers) == true
        let storage = keyring.works ? SessionStorage.keyring : hasRuntimeFolder ? .file : SessionStorage.none
        session = (settings.sessionStorage ?? storage).rawValue
        terminal = TerminalEntry(call)
        locale = LocaleEntry(environment)
        server = settings.isOnServer
        let store = server ? nil : settings.storePath
        paths = [
            PathEntry("store", store), PathEntry("store-folder", store.map(PrivateFolder.parent)),
            PathEntry("state-folder", "\(configuration.stateFolder)/profile"),
            PathEntry("runtime-folder", configuration.runtimeFolder), PathEntry("config", settings.config.path),
        ]
        exposedFolders = call.access.exposedFolders.count
        clock = ClockEntry(call.context.clock)
    }

    var lines: [String] {
        func yes(_ flag: Bool) -> String { flag ? "yes" : "no" }
        let found = LinkedLibraries.versions.map { "\($0.name) \($0.version ?? "none")" }.joined(separator: ", ")
        return [
            "version: \(version)", "system: Linux \(system.kernel), \(system.architecture)", "libraries: \(found)",
            "keyring: \(keyring.works ? "works" : "refused (\(keyring.problem ?? ""))")",
            "session key: \(session)",
            "terminal: \(terminal.name ?? "none"), colours \(terminal.colors), on stdin \(yes(terminal.input)), "
                + "on stdout \(yes(terminal.output))",
            "locale: \(locale.name), \(locale.encoding)\(locale.installed ? "" : ", not installed")",
            "store: \(server ? "on a server" : "a file")",
        ] + paths.filter { !server || !$0.name.hasPrefix("store") }.map(\.line) + [
            "folders that others may change: \(exposedFolders)",
            "clock: \(clock.now ?? "unknown"), boot clock certain: \(clock.certainty)",
        ]
    }
}

extension SystemReport.Keyring {
    /// Puts a key into the keyring, reads it and takes it out again.
    init(trying keyring: some SessionKeyring) {
        let name = "profile-doctor:\(getpid())"
        do {
            try unsafe [UInt8(1)].withUnsafeBytes { try unsafe keyring.set(name, to: $0, timeout: .seconds(10)) }
            var read: [UInt8] = [0]
            let count = try unsafe read.withUnsafeMutableBytes { try unsafe keyring.read(name, into: $0) }
            try keyring.remove(name)
            self.init(works: count == 1, problem: nil)
        } catch {
            self.init(works: false, problem: (error as? SystemError)?.reason)
        }
    }
}

extension SystemReport.TerminalEntry {
    init(_ call: CommandCall) {
        let environment = call.context.environment
        (input, output) = (isatty(0) == 1, call.context.output.isTerminal)
        name = environment["TERM"]?.nonEmpty.map { Self.isCommon($0) ? $0 : "other" }
        let depth = call.settings.color.depth(isTerminal: true, environment: environment)
        colors =
            switch depth {
            case .none: 0
            case .eight: 8
            case .palette256: 256
            case .trueColor: 1 << 24
            }
    }

    /// Whether a terminal is in the system's own database, so that its name says nothing of a person.
    private static func isCommon(_ name: String) -> Bool {
        guard let first = name.first, !name.contains("/") else { return false }
        return ["/etc", "/lib", "/usr/share"].contains { unsafe access("\($0)/terminfo/\(first)/\(name)", F_OK) == 0 }
    }
}

extension SystemReport.LocaleEntry {
    init(_ environment: [String: String]) {
        let named = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0]?.nonEmpty }.first ?? "C"
        let plain = named.prefix { $0 != "." && $0 != "@" }
        name = plain.wholeMatch(of: /[a-z]{2,3}(_[A-Z]{2})?|C|POSIX/) == nil ? "other" : String(plain)
        installed = unsafe setlocale(LC_CTYPE, "") != nil
        encoding = unsafe String(cString: nl_langinfo(nl_item(CODESET)))
    }
}

extension SystemReport.ClockEntry {
    init(_ clock: any MachineClock) {
        let seconds = clock.wallTime.secondsSince1970
        var time = time_t(seconds)
        var local = unsafe tm()
        unsafe localtime_r(&time, &local)
        let offset = unsafe local.tm_gmtoff
        now = Timestamp(secondsSince1970: Double(seconds), utcOffset: offset / 60 * 60)?.description
        certainty = "\(clock.bootInstant.certainty)"
    }
}

extension SystemReport.PathEntry {
    /// "store-folder: ext4, 0700, own".
    fileprivate var line: String {
        guard exists, let fileSystem, let permissions else { return "\(name): none" }
        let notes = [readOnly == true ? "read-only" : nil, own == true ? "own" : "of another user"].compactMap(\.self)
        return "\(name): \(([fileSystem, permissions] + notes).joined(separator: ", "))"
    }
}
