internal import LinuxKit
internal import Sealing

/// The folder beside the database that holds an account's device secret and gate state:
/// `$XDG_STATE_HOME/profile/<store id>/<account>`. It is apart from the database, so that a copy of the data doesn't
/// take it along.
struct StateFolder {
    let path: String
    private let store: StoreID
    private let account: AccountID

    init(root: String, store: StoreID, account: AccountID) {
        path = "\(root)/profile/\(store.hexadecimal)/\(account)"
        self.store = store
        self.account = account
    }

    var gateState: GateStateFile {
        GateStateFile(path: "\(path)/gate.state", context: store.bytes + Array(account.description.utf8))
    }

    private var deviceKeyPath: String { "\(path)/device.key" }

    /// Makes the folder with a fresh device secret and gate state. What a creation that was cut short left is replaced.
    ///
    /// The caller holds the lock, and has made sure that the account doesn't exist.
    func populate(with device: borrowing Secret) throws {
        try device.withBytes { bytes in
            try PrivateFile.write(bytes.indices.map { bytes[$0] }, to: deviceKeyPath)
        }
        try gateState.create(key: device)
    }

    /// Reads the device secret.
    ///
    /// - Throws: ``ProfileError`` with `noDeviceSecret` when there is none.
    func deviceSecret() throws -> Secret {
        do {
            let file = try PrivateFile.open(deviceKeyPath)
            let secret = try unsafe Secret(capacity: SealedBox.keyLength + 1) { try unsafe file.read(into: $0, at: 0) }
            guard secret.count == SealedBox.keyLength else { throw Self.missingSecret("is not whole") }
            return secret
        } catch let error as SystemError where error.isMissing {
            throw Self.missingSecret("is missing")
        }
    }

    /// Takes the lock under which attempts on this account take turns.
    ///
    /// - Throws: ``ProfileError`` with `noDeviceSecret` when the folder isn't there.
    func lock() throws -> Descriptor {
        do {
            let folder = try PrivateFolder.open(path)
            try folder.lockExclusively()
            return folder
        } catch let error as SystemError where error.isMissing {
            throw Self.missingSecret("is missing")
        }
    }

    static func missingSecret(_ what: String) -> ProfileError {
        ProfileError(
            .noDeviceSecret, "this machine's device secret for the account \(what)",
            hint: "If the store was moved or restored here, bring it back with your recovery code: profile recover")
    }
}
