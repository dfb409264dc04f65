internal import Sealing
internal import SystemKit

/// The folder beside the database that holds an account's device secret, gate state and memory of the store:
/// `$XDG_STATE_HOME/<domain>/<store id>/<instance>/<account>`, without the instance where that has no name. It is apart
/// from the database, so that a copy of the data doesn't take it along.
package struct StateFolder: Sendable {
    package let path: String
    private let scope: AccountScope
    /// The folders above that are removed with the last account in them.
    private let parents: [String]

    init(of scope: AccountScope, _ configuration: GateConfiguration) {
        let parent = "\(configuration.stateFolder)/\(scope.domain)/\(scope.store.hexadecimal)"
        parents = scope.instance.isUnnamed ? [parent] : ["\(parent)/\(scope.instance.hexadecimal)", parent]
        path = "\(parents[0])/\(scope.account)"
        self.scope = scope
    }

    var gateState: GateStateFile { gateState(suffix: "") }
    var seenState: SeenStateFile { seenState(suffix: "") }

    private func gateState(suffix: String) -> GateStateFile {
        GateStateFile(path: gateStatePath + suffix, domain: scope.domain, context: context)
    }

    private func seenState(suffix: String) -> SeenStateFile {
        SeenStateFile(path: seenStatePath + suffix, domain: scope.domain, context: context)
    }

    private var context: [UInt8] { scope.store.bytes + scope.accountBytes }

    private var deviceKeyPath: String { "\(path)/device.key" }
    private var gateStatePath: String { "\(path)/gate.state" }
    private var seenStatePath: String { "\(path)/seen.state" }

    /// What an account has beside its device secret.
    private var statePaths: [String] { [gateStatePath, seenStatePath] }

    /// What stands beside the files in use while the account changes over to another device secret.
    private static let incoming = ".new"

    // MARK: The device secret

    /// Reads the device secret that a gate was made with. Call it under the lock.
    ///
    /// - Throws: ``StoreError`` with `noDeviceSecret` when there is none, or it belongs to another gate.
    func deviceSecret(for check: [UInt8]) throws -> Secret {
        for suffix in ["", Self.incoming] {
            if let device = try read(deviceKeyPath + suffix), matches(device, check) { return device }
        }
        throw try missingSecret
    }

    /// Reads the device secret without changing anything; `nil` when there is none that fits.
    ///
    /// - Throws: ``SealingError/outOfMemory``, which says nothing of the secret.
    package func deviceSecretIfAny(for check: [UInt8]) throws -> SharedSecret? {
        for suffix in ["", Self.incoming] {
            do {
                if let device = try read(deviceKeyPath + suffix), matches(device, check) {
                    return SharedSecret(device)
                }
            } catch SealingError.outOfMemory {
                throw SealingError.outOfMemory
            } catch {
                continue
            }
        }
        return nil
    }

    /// Whether there is a device secret in use, whichever account's.
    var hasDeviceSecret: Bool {
        get throws { try PrivateFile.checkIfPresent(deviceKeyPath) }
    }

    /// Whether a device secret is the one in use.
    func isInUse(_ device: borrowing Secret) throws -> Bool {
        guard let current = try read(deviceKeyPath) else { return false }
        return current.equals(device)
    }

    // MARK: What is remembered

    /// Reads the gate state without waiting for the lock.
    ///
    /// A slot that is being written may be read half-way. So what isn't whole is read again under the lock.
    private func steadyGateState(key: borrowing Secret) throws -> GateStateFile.Reading {
        if let reading = try? gateState.read(key: key), reading.isWhole { return reading }
        let folder = try lock()
        defer { withExtendedLifetime(folder) {} }
        return try gateState.read(key: key)
    }

    /// Reads the gate state without changing anything; `nil` when it can't be authenticated.
    func gateStateIfAny(for check: [UInt8], at now: BootInstant) -> GateState? {
        for suffix in ["", Self.incoming] {
            guard let device = try? read(deviceKeyPath + suffix), matches(device, check) else { continue }
            // In a change-over that was cut short, the state may have its final name already.
            let reading =
                (suffix.isEmpty ? nil : try? gateState(suffix: suffix).read(key: device))
                ?? (try? steadyGateState(key: device))
            return reading?.state(at: now)
        }
        return nil
    }

    /// The generation last seen by a device secret of this account, in use or not yet; `nil` when it is not known.
    func lastSeen(key: borrowing Secret) throws -> Int? {
        // Whoever writes it just now may be met half-way, once.
        for _ in 1...2 {
            for suffix in ["", Self.incoming] {
                if let seen = try seenState(suffix: suffix).read(key: key) { return seen }
            }
        }
        return try? gateState.read(key: key).generation
    }

    /// The generation last seen here, whichever gate the device secret belongs to: the store's gate may be an older
    /// one. `nil` when it is not known.
    func lastSeenByAnyDevice() throws -> Int? {
        guard let device = try read(deviceKeyPath) else { return nil }
        return try lastSeen(key: device)
    }

    /// Brings what version 0.1.0 left up to date: it kept the generation in the gate state, which is about to be written
    /// over. Call it under the lock.
    func adoptGeneration(_ generation: Int, key: borrowing Secret) throws {
        guard try seenState.read(key: key) == nil else { return }
        try seenState.write(generation, key: key)
    }

    /// Why no attempt could be made, without changing anything; `nil` when one could.
    func problem(for check: [UInt8]) -> (any Error)? {
        do {
            guard let device = try deviceSecretIfAny(for: check) else {
                return try missingSecret
            }
            _ = try steadyGateState(key: device.secret)
            return nil
        } catch {
            return error
        }
    }

    private func matches(_ device: borrowing Secret, _ check: [UInt8]) -> Bool {
        KeyedHash.areEqual(GateRecord.deviceCheck(in: scope, device: device), check)
    }

    private func read(_ path: String) throws -> Secret? {
        do {
            let file = try PrivateFile.open(path)
            let secret = try unsafe Secret(
                capacity: SealedBox.keyLength + 1, reading: { try unsafe file.read(into: $0, at: 0) })
            guard secret.count == SealedBox.keyLength else { return nil }
            return secret
        } catch let error as SystemError where error.isMissing {
            return nil
        }
    }

    // MARK: Changing

    /// Gives the device secret in use the name of an incoming one, so that it is nobody's should the account be gone before
    /// its files are. While the account is there, the next opening finds that it fits.
    func prepareRemoval() throws {
        try PrivateFile.move(deviceKeyPath, to: deviceKeyPath + Self.incoming)
    }

    /// Makes the folder's files with a fresh device secret, in a folder that is new.
    func populate(with device: borrowing Secret) throws {
        try write(device, suffix: "")
    }

    /// Puts a device secret beside the one in use, on the disk when this returns.
    ///
    /// Then the account's row changes over to it in a transaction, and then ``finishChangeover()`` follows. Whatever
    /// happens in between, one of the two fits the row.
    ///
    /// - Throws: ``UnsafeFile`` when something else than a file of ours stands where one of the files is to be, so that
    ///   the change-over can't fail after its commit. Nothing was written then.
    func prepareChangeover(to device: borrowing Secret) throws {
        for path in [deviceKeyPath] + statePaths {
            for suffix in ["", Self.incoming, Self.incoming + ".tmp"] {
                try PrivateFile.checkIfPresent(path + suffix)
            }
        }
        // What an earlier one left is another device secret's.
        try PrivateFile.remove(seenStatePath + Self.incoming)
        try write(device, suffix: Self.incoming)
    }

    /// Remembers the generation that the commit is about to make, for the device secret that comes with it.
    func noteIncoming(_ generation: Int, key: borrowing Secret) throws {
        try seenState(suffix: Self.incoming).write(generation, key: key, synced: true)
    }

    /// Brings a change-over to its end that was cut short: forward when its commit counts, else back. Call it under
    /// the lock, with the store's own file and never with a copy of it.
    func endChangeover(in engine: any RecordEngine) throws {
        guard let incoming = try read(deviceKeyPath + Self.incoming) else { return }
        // One of the two device secrets is about to go, so the row that decides must be on the disk, and stay.
        guard let check = try engine.settled(scope.account, { try $0.gate(of: scope.account)?.deviceCheck }) else {
            return
        }
        if matches(incoming, check) {
            try finishChangeover()
        } else if let device = try read(deviceKeyPath), matches(device, check) {
            try dropIncoming()
        }
        // Where neither fits, it is for the caller to judge.
    }

    /// Puts the incoming files in the place of the ones in use. The device secret is the last, since its presence under
    /// the incoming name is what makes the next opening finish this.
    func finishChangeover() throws {
        for path in statePaths where try PrivateFile.checkIfPresent(path + Self.incoming) {
            try PrivateFile.move(path + Self.incoming, to: path)
        }
        try PrivateFile.move(deviceKeyPath + Self.incoming, to: deviceKeyPath)
    }

    /// Removes all of the account's files, and the folders that are empty then.
    func remove() throws {
        for path in [deviceKeyPath] + statePaths {
            for suffix in ["", Self.incoming, ".tmp", Self.incoming + ".tmp"] { try PrivateFile.remove(path + suffix) }
        }
        try PrivateFolder.removeIfEmpty(path)
        for parent in parents { try PrivateFolder.removeIfEmpty(parent) }
    }

    private func write(_ device: borrowing Secret, suffix: String) throws {
        try gateState(suffix: suffix).create(key: device)
        try device.withBytes { bytes in
            try PrivateFile.write(bytes.indices.map { bytes[$0] }, to: deviceKeyPath + suffix)
        }
    }

    private func dropIncoming() throws {
        for path in [deviceKeyPath] + statePaths { try PrivateFile.remove(path + Self.incoming) }
    }

    // MARK: The lock

    /// Runs a body under the lock, in a folder that is made when there is none.
    func locked<Result>(_ body: (StateFolder) throws -> Result) throws -> Result {
        try PrivateFolder.make(path)
        return try withExtendedLifetime(try lock()) { try body(self) }
    }

    /// Takes the lock under which attempts on this account take turns.
    ///
    /// - Parameter isCancelled: is asked while others have their turns.
    /// - Throws: ``StoreError`` with `noDeviceSecret` when the folder isn't there, `busy` when one holder keeps the lock
    ///   for longer than a key takes; `CancellationError`.
    func lock(unless isCancelled: () -> Bool = { false }) throws -> Descriptor {
        do {
            let folder = try PrivateFolder.open(path)
            guard try folder.lockExclusively(within: GateCore.patience, orUntil: isCancelled) else {
                if isCancelled() { throw CancellationError() }
                throw StoreError(.gateHeld(scope.account))
            }
            return folder
        } catch let error as SystemError where error.isMissing {
            throw StoreError(.noDeviceSecret(.missing))
        }
    }

    /// Runs a body under the lock, unless someone else holds it: then nothing happens.
    func withLockIfFree(_ body: () throws -> Void) throws {
        let folder = try PrivateFolder.open(path)
        guard try folder.tryToLockExclusively() else { return }
        try withExtendedLifetime(folder, body)
    }

    private var missingSecret: StoreError {
        get throws { StoreError(.noDeviceSecret(try read(deviceKeyPath) == nil ? .missing : .ofAnotherStore)) }
    }
}
