internal import Glibc
internal import Sealing
internal import SystemKit

/// What the gate takes from its surroundings. The default is what a program of the user's wants.
public struct GateConfiguration: Sendable {
    /// Where device secrets and gate states are kept, in a folder of the schema's name below it.
    public var stateFolder: String
    /// Where sessions are kept when the kernel's keyring is refused; `nil` where there is no such folder.
    public var runtimeFolder: String?
    /// The work of deriving a key, for secrets that are set from now on.
    public var cost: KeyDerivation.Cost
    /// Where the keys of new sessions go; `nil` for the first place that works.
    public var sessionPlace: SessionPlace?
    public var clock: any MachineClock
    /// Whether open stores watch for a lock by others, so that their keys are wiped within moments. Without it, the
    /// next use of the store notices. It is for processes that live no longer than one command.
    public var watchesStores = true
    /// How many commits the history keeps, the newest ones and at least one; `nil` for all of them. The oldest that is
    /// kept then tells no changes, since it begins the history. Each commit drops what is beyond the limit for good.
    public var historyLimit: Int?
    /// The kernel's keyring, or a double of it.
    package var keyring: any SessionKeyring = KernelKeyring()

    /// The folders of the XDG base directory specification, moderate cost, and this machine's clocks.
    ///
    /// - Parameter environment: the process's environment unless given.
    public init(environment: [String: String] = Self.processEnvironment) {
        let home = SystemUser.home(environment: environment)
        stateFolder = Self.absolute(environment["XDG_STATE_HOME"]) ?? "\(home)/.local/state"
        runtimeFolder = Self.absolute(environment["XDG_RUNTIME_DIR"])
        cost = .moderate
        clock = SystemClock()
    }

    /// The same with its folders from the root, wherever the process goes afterwards.
    func fromRoot() throws(SystemError) -> GateConfiguration {
        var configuration = self
        configuration.stateFolder = try PrivateFolder.absolute(stateFolder)
        if let runtimeFolder { configuration.runtimeFolder = try PrivateFolder.absolute(runtimeFolder) }
        return configuration
    }

    /// The specification says that a relative path counts as none.
    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The variables above, as this process has them.
    public static var processEnvironment: [String: String] {
        var found: [String: String] = [:]
        for name in ["HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return found
    }
}
