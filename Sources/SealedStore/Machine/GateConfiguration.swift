internal import Glibc
internal import Sealing
internal import SystemKit

/// A gate's environment. The defaults suit a program that a user runs.
public struct GateConfiguration: Sendable {
    /// The folder for device secrets and gate states, which are kept in a subfolder with the name of the schema's
    /// domain.
    public var stateFolder: String
    /// The folder for session keys if the kernel's keyring refuses them; `nil` if there is none. It is used if it
    /// exists, belongs to the user and is closed to others.
    public var runtimeFolder: String?
    /// The cost of deriving a key, for secrets that are set from now on.
    public var cost: KeyDerivation.Cost
    /// The number of keys that this process derives at a time, which bounds the memory that attempts take up: a gate's
    /// derivation waits until fewer are running, whichever gates they belong to. One suits a program for a person;
    /// allow a server as many as it has memory and processors to spare.
    public var maximumDerivations = 1
    /// Where the keys of new sessions are stored; `nil` for the first storage that accepts them.
    public var sessionStorage: SessionStorage?
    /// How long a new session lasts, up to 24 hours, unless ``GatedStore/beginSession(duration:idleLimit:)`` specifies
    /// it.
    public var sessionDuration = SessionLimits.defaultDuration
    /// How long a new session may go unused, unless that method specifies it.
    public var sessionIdleLimit = SessionLimits.defaultIdleLimit
    /// The machine's clocks, for waits, deadlines and the times of commits.
    public var clock: any MachineClock
    /// Whether open stores watch for a lock by other processes, so that their keys are wiped within moments. If not,
    /// the next use of the store notices it, which is enough for a process that runs a single command.
    public var watchesStores = true
    /// The number of commits that the history keeps, at least one; `nil` for all of them. Each commit permanently
    /// removes the oldest ones beyond the limit. The oldest commit kept then lists no changes, since the one before it
    /// is unknown.
    public var historyLimit: Int?
    /// Receives notices of operations that took effect, on the thread of the operation. It must not use the store.
    public var noticeHandler: @Sendable (GateNotice) -> Void = { _ in }
    /// What exists for as long as a gate or a store with this configuration, such as the folder of a temporary store.
    package var owned: (any AnyObject & Sendable)?
    /// The turns that gates of this process share. Those of a test are its own.
    package var derivationTurns = DerivationTurns.ofProcess
    /// The kernel's keyring, or a test double.
    package var keyring: any SessionKeyring = KernelKeyring()

    /// Creates a configuration with the folders of the XDG base directory specification, moderate cost, and this
    /// machine's clocks.
    ///
    /// - Parameter environment: the process's environment by default.
    public init(environment: [String: String] = Self.processEnvironment) {
        let home = SystemUser.home(environment: environment)
        stateFolder = Self.absolute(environment["XDG_STATE_HOME"]) ?? "\(home)/.local/state"
        // Where systemd makes it: a lock from a shell without the variable then finds the keys of sessions begun with
        // it.
        runtimeFolder = Self.absolute(environment["XDG_RUNTIME_DIR"]) ?? "/run/user/\(geteuid())"
        cost = .moderate
        clock = SystemClock()
    }

    /// The configuration with absolute folders, so that the current directory may change.
    func withAbsoluteFolders() throws(SystemError) -> GateConfiguration {
        var configuration = self
        configuration.stateFolder = try PrivateFolder.absolute(stateFolder)
        if let runtimeFolder { configuration.runtimeFolder = try PrivateFolder.absolute(runtimeFolder) }
        return configuration
    }

    /// The specification says to ignore relative paths.
    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The environment variables that ``init(environment:)`` reads, as set in this process.
    public static var processEnvironment: [String: String] {
        var found: [String: String] = [:]
        for name in ["HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return found
    }
}
