internal import Sealing
internal import SystemKit

/// The folder that holds an account's device secret and gate state, what was last seen of the store, where it was last
/// used, and when it was last backed up: `$XDG_STATE_HOME/<domain>/<store id>/<instance>/<account>`, without the instance
/// if that is unnamed. It is apart from the database, so that a copy of the data doesn't include it.
package struct StateFolder: Sendable {
    /// How long to wait for one other holder of the folder.
    static let patience = Duration.seconds(10)
    package let path: String
    let scope: AccountContext
    /// The store's folder, which contains the folders of its instances.
    let storeFolder: String
    /// The parent folders, which are removed with their last account.
    private let parents: [String]
    /// The folder of all stores of this domain.
    private let root: String
    /// The process's turns to derive keys, for which a holder of the folder may be waiting.
    let turns: DerivationTurns

    init(of scope: AccountContext, _ configuration: GateConfiguration) {
        self.init(
            of: scope, in: "\(configuration.stateFolder)/\(scope.domain)/\(scope.store.hexadecimal)",
            configuration.derivationTurns)
    }

    /// - Parameter storeFolder: the folder of the store.
    init(of scope: AccountContext, in storeFolder: String, _ turns: DerivationTurns) {
        parents =
            scope.instance.isUnnamed ? [storeFolder] : ["\(storeFolder)/\(scope.instance.hexadecimal)", storeFolder]
        root = PrivateFolder.parent(of: storeFolder)
        path = "\(parents[0])/\(scope.account)"
        (self.scope, self.storeFolder, self.turns) = (scope, storeFolder, turns)
    }

    var gateState: GateStateFile { gateState(suffix: "") }
    var seenState: SeenStateFile { seenState(suffix: "") }

    func gateState(suffix: String) -> GateStateFile {
        GateStateFile(path: gateStatePath + suffix, domain: scope.domain, context: context)
    }

    private func seenState(suffix: String) -> SeenStateFile {
        SeenStateFile(path: seenStatePath + suffix, domain: scope.domain, context: context)
    }

    func pathState(suffix: String) -> PathStateFile {
        PathStateFile(path: "\(path)/path.state\(suffix)", domain: scope.domain, context: context)
    }

    private var context: [UInt8] { scope.store.bytes + scope.accountBytes }

    var deviceKeyPath: String { "\(path)/device.key" }
    private var gateStatePath: String { "\(path)/gate.state" }
    private var seenStatePath: String { "\(path)/seen.state" }

    private var backupStatePath: String { "\(path)/backup.state" }

    /// An account's files beside its device secret, which are keyed by it.
    private var statePaths: [String] { [gateStatePath, seenStatePath, pathState(suffix: "").path] }

    /// The suffix of the new files while the account changes to another device secret.
    static let incoming = ".new"
    /// The suffixes under which a device secret is looked for without the hold; the first one again at the end, since
    /// another process may rename the new file in between.
    private static let suffixesWithoutHold = ["", incoming, ""]

    // MARK: The device secret

    /// Reads the device secret with which a gate was made. Call this while holding the folder.
    ///
    /// - Throws: ``StoreError`` with `noDeviceSecret` if there is none, or it belongs to another gate.
    func deviceSecret(for check: [UInt8]) throws -> Secret {
        for suffix in ["", Self.incoming] {
            if let device = try read(deviceKeyPath + suffix), matches(device, check) { return device }
        }
        throw try noDeviceSecretError
    }

    /// Reads the device secret without changing anything; `nil` if there is none that matches.
    ///
    /// - Parameter acceptingUnreadable: whether a file that can't be read counts as none.
    /// - Throws: ``SystemError`` and ``SealingError/outOfMemory``, which say nothing about the secret.
    package func deviceSecretIfAny(for check: [UInt8], acceptingUnreadable: Bool = false) throws -> SharedSecret? {
        for suffix in Self.suffixesWithoutHold {
            do {
                if let device = try read(deviceKeyPath + suffix), matches(device, check) {
                    return SharedSecret(device)
                }
            } catch let error as SealingError {
                throw error
            } catch let error as SystemError where !acceptingUnreadable {
                throw error
            } catch {
                continue
            }
        }
        return nil
    }

    /// Whether there is a device secret in use, even if it doesn't match this store's gate.
    var hasDeviceSecret: Bool {
        get throws { try PrivateFile.checkIfPresent(deviceKeyPath) }
    }

    /// Whether a device secret is the one in use.
    func isInUse(_ device: borrowing Secret) throws -> Bool {
        guard let current = try read(deviceKeyPath) else { return false }
        return current.equals(device)
    }

    // MARK: State

    /// Reads the gate state without waiting for the folder.
    ///
    /// A slot may be read while it is being written, so a state that isn't whole is read again under the hold.
    private func steadyGateState(key: borrowing Secret) throws -> GateStateFile.Reading {
        if let reading = try? gateState.read(key: key), reading.isWhole { return reading }
        return try holding { try gateState.read(key: key) }
    }

    /// Reads the gate state without changing anything, with the attempts at other instances that count here; `nil` if
    /// it can't be authenticated.
    func gateStateIfAny(for check: [UInt8], at now: BootInstant) -> GateState? {
        guard var state = ownGateStateIfAny(for: check, at: now) else { return nil }
        // What can't be read at the moment is read by the next attempt, which fails if it can't.
        for other in (try? attemptsElsewhere(countedAs: state.countID, isHolding: false)) ?? [] {
            state.adoptIfWorse(other.reading.state(at: now))
        }
        return state
    }

    private func ownGateStateIfAny(for check: [UInt8], at now: BootInstant) -> GateState? {
        for suffix in Self.suffixesWithoutHold {
            guard let device = try? read(deviceKeyPath + suffix), matches(device, check) else { continue }
            // In an interrupted changeover, the state may already have its final name.
            let reading =
                (suffix.isEmpty ? nil : try? gateState(suffix: suffix).read(key: device))
                ?? (try? steadyGateState(key: device))
            return reading?.state(at: now)
        }
        return nil
    }

    /// The state seen last with a device secret of this account, in use or incoming; `nil` if it isn't known.
    func lastSeen(key: borrowing Secret) throws -> LastSeen? {
        // It may be read once while it is being written.
        for _ in 1...2 {
            for suffix in ["", Self.incoming] {
                if let seen = try seenState(suffix: suffix).read(key: key) { return seen }
            }
        }
        return (try? gateState.read(key: key).generation).map { LastSeen(generation: $0, readable: nil) }
    }

    /// The last generation seen here, even if the device secret doesn't match the store's gate, which may be an older
    /// one. `nil` if it isn't known.
    func lastSeenByAnyDevice() throws -> Int? {
        guard let device = try read(deviceKeyPath) else { return nil }
        return try lastSeen(key: device)?.generation
    }

    /// Migrates the state of version 0.1.0, which kept the generation in the gate state, before that is overwritten.
    /// Call this while holding the folder.
    func adoptGeneration(_ generation: Int, key: borrowing Secret) throws {
        guard try seenState.read(key: key) == nil else { return }
        try seenState.write(LastSeen(generation: generation, readable: nil), key: key)
    }

    /// The reason why no attempt could be made; `nil` if one could. Changes nothing.
    func problem(for check: [UInt8]) -> (any Error)? {
        do {
            guard let device = try deviceSecretIfAny(for: check) else {
                return try noDeviceSecretError
            }
            _ = try steadyGateState(key: device.secret)
            return nil
        } catch {
            return error
        }
    }

    private func matches(_ device: borrowing Secret, _ check: [UInt8]) -> Bool {
        KeyedHash.areEqual(scope.deviceCheck(device), check)
    }

    /// Reads a device secret; `nil` if there is none.
    func read(_ path: String) throws -> Secret? {
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

    // MARK: Backups

    private static let backupVersion: UInt8 = 1

    /// When the last backup was made from here; `nil` if unknown. Only reminders depend on it, so it has no MAC.
    var lastBackup: WallTime? {
        guard let bytes = try? PrivateFile.read(backupStatePath, limit: 64),
            var reader = try? RecordReader(bytes, schema: Self.backupVersion)
        else { return nil }
        return (try? reader.integer()).map { WallTime(secondsSince1970: $0) }
    }

    /// Records a backup. It has been made, so a failure to do so is no error.
    func noteBackup(at time: WallTime) {
        var writer = RecordWriter(schema: Self.backupVersion)
        writer.append(time.secondsSince1970)
        try? PrivateFile.replace(backupStatePath, with: writer.bytes.span)
    }

    // MARK: Locks that the store can't take

    /// Changes with each lock of the account, from this machine, that can't be written to the store; `nil` if that
    /// can't be known.
    ///
    /// It is the time of the device secret's file, which needs no space on a full disk.
    var lockStamp: FileTime? { PrivateFile.timeOfWriting(of: deviceKeyPath) }

    /// - Returns: whether it could be done.
    func changeLockStamp() -> Bool { (try? PrivateFile.advanceTimeOfWriting(of: deviceKeyPath)) != nil }

    // MARK: Changing

    /// Renames the device secret in use to an incoming one, so that it belongs to no account if the account is removed
    /// before its files are. While the account exists, the next opening still finds and matches it.
    func prepareRemoval() throws {
        // What an interrupted change left belongs to another device secret.
        for path in statePaths { try PrivateFile.remove(path + Self.incoming) }
        try PrivateFile.move(deviceKeyPath, to: deviceKeyPath + Self.incoming)
    }

    /// Creates the files in a new folder, with a new device secret.
    ///
    /// - Parameters:
    ///   - countID: of the instance from which this one has its secrets.
    ///   - name: the store's name, at which this instance is now the one last used.
    func populate(with device: borrowing Secret, countID: [UInt8], at name: String) throws {
        try write(device, suffix: "", countID: countID, at: name)
    }

    /// Stores a new device secret beside the one in use; it is on disk when this returns.
    ///
    /// Next, a transaction changes the account's row to the new device secret; then ``finishChangeover()`` is called.
    /// At any point in between, one of the two matches the row.
    ///
    /// - Parameter name: the store's name, at which this instance is then the one last used.
    /// - Throws: ``UnsafeFile`` if something other than a file of the user's is in the place of one of the files.
    ///   Nothing has been written then, and the changeover can't fail for that reason after its commit.
    func prepareChangeover(to device: borrowing Secret, at name: String) throws {
        for path in [deviceKeyPath] + statePaths {
            for suffix in ["", Self.incoming, Self.incoming + ".tmp"] {
                try PrivateFile.checkIfPresent(path + suffix)
            }
        }
        // What an earlier changeover left belongs to another device secret.
        try PrivateFile.remove(seenStatePath + Self.incoming)
        // New secrets, so a new count: attempts at the old ones don't count any more.
        try write(device, suffix: Self.incoming, countID: GateState.newCountID, at: name)
    }

    /// Records the generation that is about to be committed, keyed by the new device secret.
    func noteIncoming(_ generation: Int, key: borrowing Secret) throws {
        try seenState(suffix: Self.incoming).write(
            LastSeen(generation: generation, readable: nil), key: key, synced: true)
    }

    /// Completes an interrupted changeover: forward if it was committed, otherwise back. Call this while holding the
    /// folder, with the store's own file and never with a copy of it.
    func endChangeover(in engine: any RecordEngine) throws {
        guard let incoming = try read(deviceKeyPath + Self.incoming) else { return }
        // One of the two device secrets is about to be removed, so the row that decides must be durable.
        guard let check = try engine.settled(scope.account, { try $0.deviceCheck(of: scope.account) }) else {
            return
        }
        if matches(incoming, check) {
            try finishChangeover()
        } else if let device = try read(deviceKeyPath), matches(device, check) {
            try dropIncoming()
        }
        // If neither matches, the caller decides.
    }

    /// Moves the incoming files into place. The device secret is moved last, because its incoming name is what makes
    /// the next opening complete the changeover.
    func finishChangeover() throws {
        for path in statePaths where try PrivateFile.checkIfPresent(path + Self.incoming) {
            try PrivateFile.move(path + Self.incoming, to: path)
        }
        try PrivateFile.move(deviceKeyPath + Self.incoming, to: deviceKeyPath)
    }

    /// Removes all of the account's files, and any folders that are then empty.
    func remove() throws {
        for path in [deviceKeyPath] + statePaths + [backupStatePath] {
            for suffix in ["", Self.incoming, ".tmp", Self.incoming + ".tmp"] { try PrivateFile.remove(path + suffix) }
        }
        try PrivateFolder.removeIfEmpty(path)
        for parent in parents { try PrivateFolder.removeIfEmpty(parent) }
    }

    private func write(_ device: borrowing Secret, suffix: String, countID: [UInt8], at name: String) throws {
        try gateState(suffix: suffix).create(key: device, countID: countID)
        try pathState(suffix: suffix).write(name, key: device)
        try device.withBytes { try PrivateFile.write($0, to: deviceKeyPath + suffix) }
    }

    /// Removes the device secret last, whose name is what makes the next opening remove the rest.
    func dropIncoming() throws {
        for path in statePaths + [deviceKeyPath] { try PrivateFile.remove(path + Self.incoming) }
    }

    // MARK: The hold

    /// Runs a body while holding the folder, which is created if necessary.
    ///
    /// - Parameter isCancelled: called repeatedly while waiting for the folder.
    func holdingCreatingFolder<Result>(
        unless isCancelled: () -> Bool = { Cancellation.isRequested }, _ body: (StateFolder) throws -> Result
    ) throws -> Result {
        while true {
            try PrivateFolder.make(path)
            // Another process may remove the folder before it is held.
            guard let hold = try holdIfThere(unless: isCancelled) else { continue }
            return try withExtendedLifetime(hold) { try body(self) }
        }
    }

    /// Runs a body while holding a folder that exists.
    func holding<Result>(_ body: () throws -> Result) throws -> Result {
        try withExtendedLifetime(try hold(), body)
    }

    /// Takes the folder's hold, which serializes attempts on this account. It is a lock of the operating system on the
    /// folder, not the lock that ends sessions, and lasts as long as the returned value.
    ///
    /// - Parameter isCancelled: called repeatedly while waiting for the folder.
    /// - Throws: ``StoreError`` with `noDeviceSecret` if the folder doesn't exist, `busy` if one holder keeps it for
    ///   longer than ``StateFolder/patience``; `CancellationError`.
    func hold(unless isCancelled: () -> Bool = { Cancellation.isRequested }) throws -> Descriptor {
        guard let hold = try holdIfThere(unless: isCancelled) else { throw StoreError(.noDeviceSecret(.missing)) }
        return hold
    }

    /// - Returns: `nil` if the folder doesn't exist, or its last holder has removed it.
    func holdIfThere(unless isCancelled: () -> Bool) throws -> Descriptor? {
        do {
            // Whoever may write to one of these can put another folder in the account's place.
            for parent in parents + [root] { _ = try PrivateFolder.open(parent) }
            while true {
                let folder = try PrivateFolder.open(path)
                guard try folder.lockExclusively(within: StateFolder.patience, orUntil: isCancelled) else {
                    if isCancelled() { throw CancellationError() }
                    // The holder may be waiting for its turn in this process.
                    if turns.areTaken { continue }
                    throw StoreError(.gateInUse(scope.account))
                }
                // The hold of a folder that was removed, and maybe created again, excludes nobody.
                if try folder.identity == PrivateFile.identity(of: path) { return folder }
            }
        } catch let error as SystemError where error.isMissing {
            return nil
        }
    }

    /// Runs a body while holding the folder; does nothing if it is held elsewhere.
    func holdingIfFree(_ body: () throws -> Void) throws {
        let folder = try PrivateFolder.open(path)
        guard try folder.tryToLockExclusively() else { return }
        try withExtendedLifetime(folder, body)
    }

    /// Calls a body, on any thread, whenever ``lockStamp`` may have changed, until the returned value is released.
    func watchLocks(_ wake: @escaping @Sendable () -> Void) throws -> FileWatch {
        try FileWatch(folder: path, files: ["device.key"], onWrite: wake)
    }

    /// Calls a body, on any thread, whenever an attempt may have been counted, until the returned value is released.
    func watchAttempts(_ wake: @escaping @Sendable () -> Void) throws -> FileWatch {
        try FileWatch(folder: path, files: ["gate.state"], onWrite: wake)
    }

    /// Why there is no device secret that matches the gate.
    var noDeviceSecretError: StoreError {
        get throws { StoreError(.noDeviceSecret(try read(deviceKeyPath) == nil ? .missing : .ofAnotherStore)) }
    }
}
