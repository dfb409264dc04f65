internal import Sealing
internal import SystemKit

/// The storages where this process stores and looks for session keys.
///
/// A key from either storage opens nothing by itself: it decrypts the data key in the database, and isn't encrypted
/// itself.
struct SessionKeyStore {
    /// The schema's domain.
    let domain: String
    let configuration: GateConfiguration

    /// The name under which a session's key is stored.
    private func name(_ id: [UInt8]) -> String { "\(domain):\(id.hexadecimal)" }

    /// Stores a payload in the first storage that accepts it.
    ///
    /// - Returns: that storage.
    /// - Throws: ``StoreError`` with `io` and the reason for each refusal if no storage accepts it.
    func keep(_ payload: borrowing Secret, named id: [UInt8], lasting: Duration) throws -> SessionStorage {
        var refusals: [any Error] = []
        for storage in candidates {
            do {
                try write(payload, named: id, lasting: lasting, to: storage)
                return storage
            } catch {
                refusals.append(error)
            }
        }
        throw StoreError(.noSessionStorage(refusals.map(StoreError.Reason.init(refusal:))))
    }

    /// Replaces the payload of a session whose key is in `storage`.
    func write(
        _ payload: borrowing Secret, named id: [UInt8], lasting: Duration, to storage: SessionStorage
    ) throws {
        switch storage {
        case .keyring:
            try unsafe payload.withUnsafeBytes {
                try unsafe configuration.keyring.set(name(id), to: $0, timeout: lasting)
            }
        case .file:
            try payload.withBytes { try PrivateFile.replace(filePath(id), with: $0) }
        case .none:
            throw StoreError(.sessionsDisabled)
        }
    }

    /// Looks for a session's payload.
    ///
    /// - Throws: ``SealingError/outOfMemory``; any other error means that nothing was found in that storage.
    func find(_ id: [UInt8]) throws(SealingError) -> StoredSession? {
        for storage in candidates {
            do {
                guard let secret = try read(id, from: storage) else { continue }
                return StoredSession(payload: try SessionPayload(decoding: secret), storage: storage)
            } catch SealingError.outOfMemory {
                throw .outOfMemory
            } catch {
                continue
            }
        }
        return nil
    }

    /// Whether a session's payload can be read.
    ///
    /// - Throws: ``SealingError/outOfMemory``.
    func holds(_ id: [UInt8]) throws(SealingError) -> Bool {
        switch try find(id) {
        case .some: true
        case .none: false
        }
    }

    /// Removes a session's payload from wherever it is.
    ///
    /// - Returns: whether it was found, and is gone.
    @discardableResult
    func remove(_ session: SessionRow) -> Bool { remove(session.id) }

    @discardableResult
    func remove(_ id: [UInt8]) -> Bool {
        let found = [SessionStorage.keyring, .file].filter { isThere(id, $0) }
        // Even if one storage refuses, the row in the database is removed, and without it a key opens nothing.
        try? configuration.keyring.remove(name(id))
        if let path = try? filePath(id) { try? PrivateFile.remove(path) }
        return !found.isEmpty && !found.contains { isThere(id, $0) }
    }

    /// Whether this process can read a payload in a storage.
    private func isThere(_ id: [UInt8], _ storage: SessionStorage) -> Bool {
        do {
            switch try read(id, from: storage) {
            case .some: return true
            case .none: return false
            }
        } catch {
            return false
        }
    }

    // MARK: Traces

    /// Leaves a trace of an account's newest session beside its key, so that a lock finds the key even if the store
    /// can't be read.
    ///
    /// - Parameter location: the store's name.
    func leave(_ trace: SessionTrace, at location: String, lasting: Duration, in storage: SessionStorage) {
        let name = traceName(trace.scope.account, location)
        // A fallback for locking; a session works without it.
        switch storage {
        case .keyring:
            try? unsafe trace.bytes.withUnsafeBytes { bytes in
                try unsafe configuration.keyring.set(name, to: bytes, timeout: lasting)
            }
        case .file:
            if let path = try? filePath(named: name) { try? PrivateFile.replace(path, with: trace.bytes.span) }
        case .none: break
        }
    }

    /// The trace of an account's newest session in a store with this name; `nil` if there is none.
    func trace(of account: AccountID, at location: String) -> SessionTrace? {
        let name = traceName(account, location)
        var bytes = [UInt8](repeating: 0, count: SessionTrace.length + 1)
        let count = try? unsafe bytes.withUnsafeMutableBytes { buffer in
            try unsafe configuration.keyring.read(name, into: buffer)
        }
        let kept = (count ?? nil).map { Array(bytes.prefix($0)) }
        let written = (try? filePath(named: name)).flatMap { try? PrivateFile.read($0, limit: SessionTrace.length) }
        return [kept, written].lazy.compactMap(\.self).compactMap {
            SessionTrace($0, domain: domain, account: account)
        }.first
    }

    func removeTrace(of account: AccountID, at location: String) {
        let name = traceName(account, location)
        try? configuration.keyring.remove(name)
        if let path = try? filePath(named: name) { try? PrivateFile.remove(path) }
    }

    private func traceName(_ account: AccountID, _ location: String) -> String {
        var bytes = Array("session-trace.v1".utf8)
        bytes.append(lengthPrefixed: location.utf8)
        bytes.append(lengthPrefixed: account.description.utf8)
        return "\(domain)@\(Array(KeyedHash.digest(of: bytes).prefix(16)).hexadecimal)"
    }

    private var candidates: [SessionStorage] {
        configuration.sessionStorage.map { [$0] } ?? [.keyring, .file]
    }

    private func read(_ id: [UInt8], from storage: SessionStorage) throws -> Secret? {
        let capacity = SessionPayload.length + 1
        switch storage {
        case .keyring:
            var isThere = false
            let secret = try unsafe Secret(
                capacity: capacity,
                reading: { buffer in
                    let count = try unsafe configuration.keyring.read(name(id), into: buffer)
                    isThere = count != nil
                    return count ?? 0
                })
            guard isThere else { return nil }
            return secret
        case .file:
            let file = try PrivateFile.open(filePath(id))
            return try unsafe Secret(capacity: capacity, reading: { try unsafe file.read(into: $0, at: 0) })
        case .none:
            return nil
        }
    }

    /// - Throws: ``StoreError`` if there is no runtime folder that belongs to the user and is closed to others.
    private func filePath(_ id: [UInt8]) throws -> String {
        try filePath(named: "\(domain)-\(id.hexadecimal)")
    }

    private func filePath(named name: String) throws -> String {
        guard let folder = configuration.runtimeFolder, PrivateFolder.isClosedToOthers(folder) else {
            throw StoreError(.noRuntimeFolder)
        }
        return "\(folder)/\(name)"
    }
}

/// What a lock needs to know of a session if it can't read the store: the session's id, and the account's scope, which
/// leads to its state folder. None of it is secret.
struct SessionTrace {
    let id: [UInt8]
    let scope: AccountContext

    static let length = 48

    init(id: [UInt8], scope: AccountContext) {
        (self.id, self.scope) = (id, scope)
    }

    /// - Returns: `nil` for bytes that are no trace.
    init?(_ bytes: [UInt8], domain: String, account: AccountID) {
        guard bytes.count == Self.length else { return nil }
        id = Array(bytes[..<16])
        scope = AccountContext(
            domain: domain, store: StoreID(bytes: Array(bytes[16..<32])),
            instance: InstanceID(bytes: bytes[32...].contains { $0 != 0 } ? Array(bytes[32...]) : []),
            account: account)
    }

    var bytes: [UInt8] {
        // The instance of a store of format 1 is unnamed.
        id + scope.store.bytes + (scope.instance.bytes + [UInt8](repeating: 0, count: 16)).prefix(16)
    }
}

extension GateContext {
    var sessionKeys: SessionKeyStore { SessionKeyStore(domain: schema.domain, configuration: configuration) }
}
