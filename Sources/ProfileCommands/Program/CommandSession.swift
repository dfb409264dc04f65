internal import CommandParsing
internal import ProfileKit
internal import ProfileRendering
internal import Synchronization

/// Gives a command its gate and its store.
struct CommandSession {
    let settings: Settings
    let context: CommandContext
    let secrets: SecretSupply
    /// The store's notices, which are reported after the command.
    let notices = GateNotices()
    /// Whether the command keeps its store open to watch it. An open store doesn't count as use of the session.
    private var isWatching = false
    /// Whether the command accepts a store that others would reject.
    private var toleratesDamage = false
    /// Whether any account serves that has a session, where none is named.
    private var acceptsAnyAccount = false

    init(settings: Settings, context: CommandContext) {
        self.settings = settings
        self.context = context
        secrets = SecretSupply(
            settings.secrets, prompt: settings.noInput ? nil : context.prompt, isAskingForbidden: settings.noInput)
    }

    /// The gate's configuration, based on the environment.
    var configuration: Gate.Configuration {
        var configuration = Gate.Configuration(environment: context.environment)
        configuration.sessionStorage = settings.sessionStorage
        settings.config.setSessionLimits(in: &configuration)
        configuration.clock = context.clock
        configuration.watchesStores = isWatching
        configuration.noticeHandler = { [notices] in notices.add($0) }
        return configuration
    }

    /// The folders of the store and of its device secrets in which other users may remove or replace files.
    var exposedFolders: [UnsafeFile] {
        (try? settings.location).map { configuration.exposedFolders(of: $0) } ?? []
    }

    /// The access of a command that keeps its store open: it notices changes by others, and never extends the session.
    var watching: CommandSession {
        var access = self
        access.isWatching = true
        return access
    }

    /// The access of a command that only reads a damaged store: it also accepts an older one.
    var tolerant: CommandSession {
        var access = self
        access.toleratesDamage = true
        return access
    }

    /// The access of a command that is about all accounts.
    var ofAnyAccount: CommandSession {
        var access = self
        access.acceptsAnyAccount = true
        return access
    }

    /// The gate of the named account, or of the store's only one.
    ///
    /// - Throws: ``UsageError``, listing up to ten accounts, when there are several and none is named.
    func gate() throws -> Gate {
        if let account = settings.account {
            return try Gate(at: settings.location, account: account, configuration: configuration)
        }
        let takesAny = acceptsAnyAccount && !secrets.isGiven
        let gates = try gates(atMost: takesAny ? nil : Self.mostNamed + 1)
        guard !gates.isEmpty else {
            throw UserError(
                .noStore, "\(settings.storeName) has no account", hint: "Create one with: \(command: "init")")
        }
        // One whose state can't be read isn't unlocked.
        if takesAny, let open = gates.first(where: { (try? $0.status)?.session != nil }) { return open }
        guard gates.count == 1 else {
            let ids = gates.prefix(Self.mostNamed).map(\.account.description)
            let named = (ids + (gates.count > ids.count ? ["…"] : [])).joined(separator: ", ")
            throw UsageError(message: "the store has several accounts: \(named)", hint: "Name one with --account.")
        }
        return gates[0]
    }

    /// How many accounts an error names.
    private static let mostNamed = 10

    /// The gates of all accounts of the store, or of no more than a limit.
    func gates(atMost limit: Int? = nil) throws -> [Gate] {
        try Gate.all(at: settings.location, atMost: limit, configuration: configuration)
    }

    /// The open store: unlocked with the secrets given, else with the live session, else by asking.
    ///
    /// - Throws: ``StoreError`` with `locked` when there is no session and no one to ask.
    func store() throws -> ProfileStore {
        let gate = try gate()
        let isUse = !settings.noInput && !isWatching
        if !secrets.isGiven, let store = try gate.resume(extending: isUse, refusingOlder: !toleratesDamage) {
            return store
        }
        guard secrets.canSupply else { throw SecretSupply.missing }
        if !secrets.isGiven, settings.sessionStorage == SessionStorage.none {
            context.errors.write(line: "Sessions are switched off (PROFILE_SESSION=none), so every command asks.")
            context.errors.flush()
        }
        return try unlock(gate)
    }

    /// The current secrets of a gate, which commands that change it always ask for.
    func currentSecrets(of gate: Gate) throws -> Gate.Secrets {
        try requireAttempt(at: gate)
        let formats = try gate.stages()
        let owner = owner(of: gate)
        let password = formats.count > 1 ? try secrets.current(.password, of: owner) : nil
        return Gate.Secrets(passcode: try secrets.current(formats.last ?? .sixDigits, of: owner), password: password)
    }

    /// Refuses to ask for secrets that wouldn't be tried.
    private func requireAttempt(at gate: Gate) throws {
        guard !secrets.isGiven else { return }
        let status = try gate.status
        if let problem = status.problem { throw problem }
        if status.retryAfter > .zero { throw StoreError(.throttled(status.retryAfter)) }
    }

    /// The gate's account if a prompt must name it, because the store has others.
    private func owner(of gate: Gate) -> AccountID? {
        guard !secrets.isGiven, let gates = try? gates(atMost: 2), gates.count > 1 else { return nil }
        return gate.account
    }

    /// The account to open in a backup, with its secrets as of the backup's time; `nil` when this machine doesn't have
    /// its device secret.
    ///
    /// - Throws: ``UsageError``, listing the accounts, when there are several and none is named.
    func secrets(ofBackup accounts: [BackupAccount]) throws -> (account: AccountID, secrets: Gate.Secrets)? {
        guard accounts.count == 1 || settings.account != nil else {
            let ids = accounts.map(\.id.description).joined(separator: ", ")
            throw UsageError(message: "the backup has several accounts: \(ids)", hint: "Name one with --account.")
        }
        guard let account = accounts.first(where: { settings.account == nil || $0.id == settings.account }) else {
            throw StoreError(.noAccount(settings.account ?? .main))
        }
        guard let wait = account.retryAfter else { return nil }
        if !secrets.isGiven, wait > .zero { throw StoreError(.throttled(wait)) }
        guard secrets.canSupply else {
            throw UserError(
                .locked, "the secrets from the time of the backup are needed, and none was given",
                hint: "Give them; or restore with --no-secrets, and then run: \(command: "recover")")
        }
        let password = account.stages.count > 1 ? try secrets.current(.password) : nil
        let passcode = try secrets.current(account.stages.last ?? .sixDigits)
        return (account.id, Gate.Secrets(passcode: passcode, password: password))
    }

    /// New secrets for stages of these formats, in stage order.
    func newSecrets(for formats: [CodeFormat]) throws -> Gate.Secrets {
        let password = formats.count > 1 ? try secrets.new(.password) : nil
        return Gate.Secrets(passcode: try secrets.new(formats.last ?? .sixDigits), password: password)
    }

    /// The user typed the word that stands for something else than a secret.
    struct OtherAnswer: Error {}

    /// Opens the gate with one secret per stage.
    ///
    /// - Parameter other: what can be typed instead of the first secret.
    /// - Throws: ``OtherAnswer`` when that is typed.
    func unlock(_ gate: Gate, or other: String? = nil) throws -> ProfileStore {
        try requireAttempt(at: gate)
        let owner = owner(of: gate)
        var door = gate.enter(refusingOlder: !toleratesDamage)
        var other = other
        for format in try gate.stages() {
            let secret = try secrets.current(format, of: owner, or: other)
            if let other, try secret.equals(Secret(other)) { throw OtherAnswer() }
            other = nil
            switch try door.open(with: secret) {
            case .next(let next): door = next
            case .open(let store):
                // No secret is asked for after the last door.
                Interruption.restore()
                return store
            }
        }
        throw secrets.missingCurrent
    }
}

/// Collects notices, from any thread, until the command has ended.
final class GateNotices: Sendable {
    private let notices = Mutex<[GateNotice]>([])

    func add(_ notice: GateNotice) { notices.withLock { $0.append(notice) } }

    func takeAll() -> [GateNotice] {
        notices.withLock { notices in
            defer { notices = [] }
            return notices
        }
    }
}
