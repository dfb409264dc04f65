internal import Sealing
internal import SystemKit

/// Where a session's key is kept.
public enum SessionPlace: String, CaseIterable, Sendable {
    /// The user's kernel keyring: in memory only.
    case keyring
    /// A file in the runtime folder, which is removed at the user's last log-out.
    case file
    /// Nowhere: sessions are disabled.
    case none
}

/// The places where this process stores and looks for session keys.
///
/// A key from either place opens nothing by itself: it decrypts the data key in the database, and isn't encrypted
/// itself.
struct SessionPlaces {
    /// The schema's domain.
    let domain: String
    let configuration: GateConfiguration

    /// The name under which a session's key is stored.
    private func name(_ id: [UInt8]) -> String { "\(domain):\(id.hexadecimal)" }

    /// Stores a payload in the first place that accepts it.
    ///
    /// - Returns: that place.
    /// - Throws: ``StoreError`` with `io` and the reason for each refusal if no place accepts it.
    func keep(_ payload: borrowing Secret, named id: [UInt8], lasting: Duration) throws -> SessionPlace {
        var refusals: [any Error] = []
        for place in candidates {
            do {
                try write(payload, named: id, lasting: lasting, to: place)
                return place
            } catch {
                refusals.append(error)
            }
        }
        throw StoreError(.noSessionPlace(refusals.map(StoreError.Reason.init(refusal:))))
    }

    /// Replaces the payload of a session whose key is in `place`.
    func write(
        _ payload: borrowing Secret, named id: [UInt8], lasting: Duration, to place: SessionPlace
    ) throws {
        switch place {
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
    /// - Throws: ``SealingError/outOfMemory``; any other error means that nothing was found in that place.
    func find(_ id: [UInt8]) throws(SealingError) -> KeptPayload? {
        for place in candidates {
            do {
                guard let secret = try read(id, from: place) else { continue }
                return KeptPayload(payload: try SessionPayload(decoding: secret), place: place)
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
        let places = [SessionPlace.keyring, .file].filter { isThere(id, $0) }
        // Even if one place refuses, the row in the database is removed, and without it a key opens nothing.
        try? configuration.keyring.remove(name(id))
        if let path = try? filePath(id) { try? PrivateFile.remove(path) }
        return !places.isEmpty && !places.contains { isThere(id, $0) }
    }

    /// Whether this process can read a payload in a place.
    private func isThere(_ id: [UInt8], _ place: SessionPlace) -> Bool {
        do {
            switch try read(id, from: place) {
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
    func leave(_ trace: SessionTrace, at location: String, lasting: Duration, in place: SessionPlace) {
        let name = traceName(trace.scope.account, location)
        // It is only for a lock in need, so a session goes without one where it is refused.
        switch place {
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

    private var candidates: [SessionPlace] {
        configuration.sessionPlace.map { [$0] } ?? [.keyring, .file]
    }

    private func read(_ id: [UInt8], from place: SessionPlace) throws -> Secret? {
        let capacity = SessionPayload.length + 1
        switch place {
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
    let scope: AccountScope

    static let length = 48

    init(id: [UInt8], scope: AccountScope) {
        (self.id, self.scope) = (id, scope)
    }

    /// - Returns: `nil` for bytes that are no trace.
    init?(_ bytes: [UInt8], domain: String, account: AccountID) {
        guard bytes.count == Self.length else { return nil }
        id = Array(bytes[..<16])
        scope = AccountScope(
            domain: domain, store: StoreID(bytes: Array(bytes[16..<32])),
            instance: InstanceID(bytes: bytes[32...].contains { $0 != 0 } ? Array(bytes[32...]) : []),
            account: account)
    }

    var bytes: [UInt8] {
        // The instance of a store of format 1 is unnamed.
        id + scope.store.bytes + (scope.instance.bytes + [UInt8](repeating: 0, count: 16)).prefix(16)
    }
}

/// A session's payload and the place where it was found.
struct KeptPayload: ~Copyable {
    let payload: SessionPayload
    let place: SessionPlace
}

/// The part of a session that is kept outside of the database: the boot, the idle deadline, and the session key.
///
/// The idle deadline is kept here because it moves with each use, and reading never writes to the database.
struct SessionPayload: ~Copyable {
    /// The boot, and the time on its clock at which the session ends if it isn't used.
    let idleDeadline: BootInstant
    let key: Secret

    static let length = 16 + 8 + SealedBox.keyLength

    init(idleDeadline: BootInstant, key: consuming Secret) {
        self.idleDeadline = idleDeadline
        self.key = key
    }

    /// - Throws: ``MalformedRecord`` if the bytes aren't a payload.
    init(decoding secret: borrowing Secret) throws {
        guard secret.count == Self.length else { throw MalformedRecord() }
        var boot: [UInt8] = []
        var nanoseconds: UInt64 = 0
        secret.withBytes { bytes in
            boot = (0..<16).map { bytes[$0] }
            nanoseconds = (0..<8).reduce(0) { $0 | UInt64(bytes[16 + $1]) << (8 * $1) }
        }
        let deadline = BootInstant(boot: boot, sinceBoot: .nanoseconds(Int(truncatingIfNeeded: nanoseconds)))
        self.init(idleDeadline: deadline, key: secret.slice(24..<secret.count))
    }

    func with(idleDeadline: BootInstant) throws(SealingError) -> SessionPayload {
        SessionPayload(idleDeadline: idleDeadline, key: try key.duplicate())
    }

    func encoded() throws(SealingError) -> Secret {
        // An injected clock may use boot ids of any length.
        var open = Array((idleDeadline.boot + [UInt8](repeating: 0, count: 16)).prefix(16))
        open.append(littleEndian: idleDeadline.sinceBoot.nanoseconds)
        return try unsafe Secret(capacity: Self.length) { (target) throws(SealingError) in
            unsafe target.copyBytes(from: open)
            key.withBytes { bytes in
                for index in bytes.indices { unsafe target[open.count + index] = bytes[index] }
            }
            return Self.length
        }
    }
}
