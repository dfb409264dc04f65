internal import Glibc
internal import Sealing
internal import SystemKit

// What an account's gate takes into account of other instances of its store on this machine: restored copies, and what
// they were made from. Their state folders lie beside its own. Each is authenticated by its own device secret, so this
// needs no database but the gate's own.
//
// A folder of which nothing passes its check is passed over. To count it as the worst would lock the owner out because
// of a stray folder, and would stop nobody: at the gate to which such a folder belongs no attempt can be made, and
// whoever can damage a folder can as well remove it.

/// The attempts at another instance that is counted together with this one.
struct AttemptsElsewhere {
    let folder: StateFolder
    let file: GateStateFile
    let device: SharedSecret
    let reading: GateStateFile.Reading
}

extension StateFolder {
    /// The account's folders in the other instances on this machine, in one order for every process.
    ///
    /// - Throws: ``SystemError`` if the store's folder can't be read.
    var others: [StateFolder] {
        get throws {
            // An account of an unnamed instance may have the name of an instance, but then contains no accounts.
            let instances = try PrivateFolder.entries(of: storeFolder).compactMap(InstanceID.init(hexadecimal:))
            return ([.unnamed] + instances.sorted { $0.hexadecimal < $1.hexadecimal }).compactMap { instance in
                guard instance != scope.instance else { return nil }
                var other = scope
                other.instance = instance
                let folder = StateFolder(of: other, in: storeFolder, turns)
                return folder.hasAnyDeviceSecret ? folder : nil
            }
        }
    }

    /// Whether there is a device secret, in use or incoming. A folder that is being made has none yet.
    private var hasAnyDeviceSecret: Bool {
        ["", Self.incoming].contains { PrivateFile.identity(of: deviceKeyPath + $0) != nil }
    }

    /// Takes the holds of this folder and of the other instances' folders, so that attempts at all of them are
    /// serialized.
    ///
    /// Everyone takes them in the same order, and waits for none of them while holding one of a new folder. An instance
    /// that is made meanwhile isn't held. It is made from one of these, under the same holds, and attempts at it take
    /// them too.
    ///
    /// - Throws: the same errors as ``hold(unless:)``.
    func holdWithOthers(unless isCancelled: () -> Bool = { Cancellation.isRequested }) throws -> HeldFolders {
        let folders = (try others + [self]).sorted { $0.path < $1.path }
        var held = HeldFolders()
        for folder in folders {
            if folder.path == path {
                held.add(try hold(unless: isCancelled))
            } else {
                try whatIsReadable {
                    if let hold = try folder.holdIfThere(unless: isCancelled) { held.add(hold) }
                }
            }
        }
        return held
    }

    /// The attempts at the other instances with a count id.
    ///
    /// - Parameter isHolding: whether the caller holds the folders. A state may otherwise be read while it is being
    ///   written, so one that isn't whole is read again under its hold.
    /// - Throws: errors that say nothing about an instance, such as a disk that can't be read: to pass over it then
    ///   would give further attempts.
    func attemptsElsewhere(countedAs countID: [UInt8], isHolding: Bool) throws -> [AttemptsElsewhere] {
        guard !countID.isEmpty else { return [] }
        return try others.compactMap { other in
            let found = try other.attempts(countedAs: countID)
            guard let found, !isHolding, !found.reading.isWhole else { return found }
            return try whatIsReadable { try other.holding { try other.attempts(countedAs: countID) } }
        }
    }

    /// The attempts here, if they have a count id; any if it is `nil`. During a change of secrets there may
    /// be two device secrets and two states, and it isn't known here which are valid.
    fileprivate func attempts(countedAs countID: [UInt8]?) throws -> AttemptsElsewhere? {
        for device in try devices {
            for suffix in ["", Self.incoming] {
                let file = gateState(suffix: suffix)
                let reading = try whatIsReadable { try file.read(key: device.secret) }
                guard let reading, countID == nil || reading.state.countID == countID else { continue }
                return AttemptsElsewhere(folder: self, file: file, device: device, reading: reading)
            }
        }
        return nil
    }

    private var devices: [SharedSecret] {
        get throws {
            try ["", Self.incoming].compactMap { suffix in
                try whatIsReadable {
                    guard let device = try read(deviceKeyPath + suffix) else { return nil }
                    return SharedSecret(device)
                }
            }
        }
    }
}

// MARK: The path of an instance

extension StateFolder {
    /// Refuses a store at whose path another instance was last used.
    ///
    /// - Parameters:
    ///   - name: the store's path, or its URL.
    ///   - key: this instance's device secret.
    /// - Throws: ``StoreError`` with `damaged`.
    func refuseOtherInstance(at name: String, key: borrowing Secret) throws {
        // Only one instance is the last used at a path, so the others needn't be read.
        guard try lastPath(key: key) != name else { return }
        try refuseOtherInstance(at: name, for: .opening)
    }

    /// Refuses such a store even where this machine has no device secret of its instance.
    func refuseOtherInstance(at name: String, for use: StoreError.OlderStore) throws {
        guard try others.contains(where: { try $0.lastPath == name }) else { return }
        throw StoreError(.otherInstance(use))
    }

    /// Remembers that this instance is the one last used at a path. Call this while holding the folder.
    func rememberPath(_ name: String, key: borrowing Secret) throws {
        guard try lastPath(key: key) != name else { return }
        try pathState(suffix: "").write(name, key: key)
    }

    /// Forgets that another instance was last used at a path.
    ///
    /// - Returns: whether one was.
    @discardableResult
    func takePath(_ name: String) throws -> Bool {
        let holders = try others.filter { try $0.lastPath == name }
        for other in holders {
            for suffix in ["", Self.incoming] { try PrivateFile.remove(other.pathState(suffix: suffix).path) }
        }
        return !holders.isEmpty
    }

    /// The path at which this instance was last used; `nil` if it isn't known.
    private var lastPath: String? {
        get throws {
            for device in try devices {
                if let name = try lastPath(key: device.secret) { return name }
            }
            return nil
        }
    }

    private func lastPath(key: borrowing Secret) throws -> String? {
        for suffix in ["", Self.incoming] {
            do {
                if let name = try pathState(suffix: suffix).read(key: key) { return name }
            } catch is UnsafeFile {
                continue
            }
        }
        return nil
    }
}

// MARK: Copies whose files are gone

extension StateFolder {
    var missingCopies: [MissingCopy] {
        get throws { try missing.map(\.copy) }
    }

    private var missing: [(folder: StateFolder, copy: MissingCopy)] {
        get throws {
            try others.compactMap { other in
                // Other stores than files have names that aren't paths.
                guard let path = try other.lastPath, path.hasPrefix("/"), PrivateFile.identity(of: path) == nil else {
                    return nil
                }
                return (other, MissingCopy(path: path, folder: other.path))
            }
        }
    }

    /// Removes the folders of copies whose files are still missing. The attempts counted there are counted at the other
    /// instances with the same count id from now on.
    func forget(_ copies: [MissingCopy], at now: BootInstant) throws {
        try withExtendedLifetime(try holdWithOthers()) {
            var kept = try others + [self]
            for (folder, copy) in try missing where copies.contains(copy) {
                kept.removeAll { $0.path == folder.path }
                if let gone = try folder.attempts(countedAs: nil)?.reading.state(at: now), !gone.countID.isEmpty {
                    for found in try kept.compactMap({ try $0.attempts(countedAs: gone.countID) }) {
                        var state = found.reading.state
                        state.adoptIfWorse(gone)
                        if state != found.reading.state { try found.file.write(state, key: found.device.secret) }
                    }
                }
                try folder.remove()
            }
        }
    }
}

/// State folders that are held as long as this exists.
struct HeldFolders: ~Copyable {
    private final class Hold {
        let folder: Descriptor
        init(_ folder: consuming Descriptor) { self.folder = folder }
    }

    private var holds: [Hold] = []

    fileprivate mutating func add(_ folder: consuming Descriptor) { holds.append(Hold(folder)) }

    // Also keeps them from being released after their last use.
    deinit { withExtendedLifetime(holds) {} }
}

extension InstanceID {
    /// The instance with the given name of a state folder; `nil` if it is no such name.
    fileprivate init?(hexadecimal name: String) {
        let digits = Array(name.utf8)
        guard digits.count == 2 * StoreID.length else { return nil }
        var bytes: [UInt8] = []
        for pair in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[pair]), let low = Self.value(digits[pair + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.init(bytes: bytes)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// Runs a body that reads another instance's files; `nil` for what isn't there, isn't this user's, or fails its check.
@discardableResult
private func whatIsReadable<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
        return try body()
    } catch is UnsafeFile {
        return nil
    } catch let error as StoreError where error.code == .damaged || error.code == .noDeviceSecret {
        return nil
    } catch let error as SystemError where [ENOENT, ENOTDIR, ELOOP, EACCES, EPERM].contains(error.code) {
        return nil
    }
}
