internal import Sealing
internal import SystemKit

extension SealedGate {
    /// Opens the store from a live session; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - extending: whether this counts as a use of the session, which moves its idle deadline.
    ///   - refusingOlder: whether to refuse a store that is older than the last one seen, one for which the last
    ///     generation seen can't be read, and another copy than the one last used at this path. Only a check of the
    ///     store's health needs to open those.
    /// - Throws: ``StoreError`` with `noStore`, `noDeviceSecret`, `damaged`, `newerStore` or `io`.
    public func resume(extending: Bool = true, refusingOlder: Bool = true) throws -> Store? {
        try core.translating {
            let engine = try core.take()
            let entry = try engine.transaction(.reading, of: account) { try SessionEntry(core, in: $0) }
            guard let entry else { throw StoreError(.noAccount(account)) }
            let scope = core.scope(in: engine)
            let version = GateVersion(entry.heads)
            let folder = core.folder(in: engine)
            // Read before the session's key: a lock removes that first.
            let lockStamp = folder.lockStamp
            guard let found = try SessionLookup.find(of: core, among: entry.sessions, scope, version: version) else {
                return nil
            }
            guard let device = try folder.deviceSecretIfAny(for: entry.deviceCheck) else {
                // A change of secrets ends sessions, and replaces the device secret.
                guard try engine.gateVersion(of: account) == version else { return nil }
                throw try folder.noDeviceSecretError
            }
            // A copy of the store may come with a live session of its own.
            if refusingOlder { try folder.refuseOtherInstance(at: engine.name, key: device.secret) }
            let session = extending ? core.extended(found.session, at: folder) : found.session
            let opened = try OpenAccount(
                engine, core: core, version: version, dataKey: found.dataKey,
                memory: MachineMemory(folder: folder, device: device), lockStamp: lockStamp, session: session,
                found: entry.moment.map { ($0, entry.heads) })
            try opened.upgradeRecords()
            if refusingOlder { try opened.refuseOlder() }
            return Store(opened)
        }
    }

    /// Ends all sessions of the account and closes all its open stores, in all processes.
    ///
    /// This includes stores opened with secrets, without a session. If the store can be written, a session's key that
    /// can't be reached no longer opens anything either.
    ///
    /// - Returns: whether there was a session.
    /// - Throws: ``StoreError`` as ``resume(extending:refusingOlder:)``; if the store can't be written, its reason is
    ///   `lockNotWritten`, which says what was ended nevertheless.
    @discardableResult
    public func lock() throws -> Bool { try core.lock() }
}

/// What opening a store from a session reads of its account, as of one moment. The store's first transaction goes on
/// from there.
private struct SessionEntry: Sendable {
    let heads: AccountHeads
    let sessions: [SessionRow]
    let deviceCheck: [UInt8]
    let moment: RecordMoment?

    /// - Returns: `nil` if there is no such account.
    init?(_ gate: GateContext, in backend: any RecordBackend) throws {
        guard let heads = try backend.heads(of: gate.account, kinds: gate.schema.singletons),
            let check = try backend.deviceCheck(of: gate.account)
        else { return nil }
        (self.heads, deviceCheck, moment) = (heads, check, backend.moment)
        sessions = try backend.sessions(of: gate.account)
    }
}

extension SealedGate {
    /// Ends all sessions of an account as ``lock()`` does, even if the store can't be opened.
    ///
    /// A gate can be made only of a store that can be read. This ends the newest session of an account of one that
    /// can't: a server out of reach, a damaged file.
    ///
    /// - Throws: ``StoreError`` as ``lock()`` does.
    @discardableResult
    public static func lock(
        at location: StoreLocation, account: AccountID = .main, configuration: Configuration = Configuration()
    ) throws -> Bool {
        try GateContext(location, account: account, configuration: configuration, schema: Store.schema).lock()
    }
}

extension SealedGate {
    /// Waits until the account has a live session that this process can use. A lock screen can then open by itself when
    /// the user unlocks elsewhere.
    ///
    ///     try await gate.nextSession()
    ///     let store = try gate.resume()
    ///
    /// Returns immediately if there is one already. It does no work while nothing happens: the engine reports changes.
    /// If the engine can't, for example because the kernel's watches are used up, the store is polled twice a second.
    ///
    /// - Returns: the session. It may have ended by the time it is used.
    /// - Throws: ``StoreError`` as ``status`` does; `CancellationError` if the task is cancelled.
    @discardableResult
    public func nextSession() async throws -> GateSession {
        try await waiting(watchingAttempts: false) { try await offloading { try liveSession() } }
    }

    /// Waits until the account has a live session, as ``nextSession()`` does, or its number of failed attempts is
    /// another one than the caller knows. A lock screen can then also show a wait that attempts elsewhere have caused.
    ///
    /// An attempt counts as failed while it is made, so this looks only when none is.
    ///
    /// - Parameter known: the number of failures that the caller knows; `nil` if it couldn't be read.
    /// - Throws: as ``nextSession()`` does.
    public func nextStatus(otherThan known: Int?) async throws -> GateStatus {
        try await waiting(watchingAttempts: true) {
            while true {
                if let status = try await offloading({ try statusBetweenAttempts() }) {
                    return status.session != nil || status.failures != known ? status : nil
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Waits until a body finds something. It is called now, and whenever something may have changed.
    private func waiting<Found: Sendable>(
        watchingAttempts: Bool, until find: () async throws -> Found?
    ) async throws -> Found {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        let wake: @Sendable () -> Void = { continuation.yield() }
        // Set up before the first check, so that a change between the two isn't missed.
        let watches = try await offloading {
            try core.use { engine in
                (
                    store: try? engine.watch(account, wake),
                    // Without the folder no attempt can be made.
                    attempts: watchingAttempts ? try? core.folder(in: engine).watchAttempts(wake) : nil
                )
            }
        }
        defer { withExtendedLifetime(watches) {} }
        while true {
            if let found = try await find() { return found }
            guard watches.store != nil else {
                try await Task.sleep(for: .milliseconds(500))
                continue
            }
            guard await wakes.next() != nil else { throw CancellationError() }
        }
    }

    /// The session from which ``resume(extending:refusingOlder:)`` would open the store.
    private func liveSession() throws -> GateSession? {
        try core.use { engine in
            guard let version = try engine.gateVersion(of: account) else { throw StoreError(.noAccount(account)) }
            return try SessionLookup.find(of: core, in: engine, version: version)?.session
        }
    }

    /// The gate's status; `nil` while an attempt is made.
    func statusBetweenAttempts() throws -> GateStatus? {
        let folder = try core.use { core.folder(in: $0) }
        guard let isFree = try? folder.isFree else { return try status }
        guard isFree else { return nil }
        let found = try status
        // One may have begun meanwhile.
        return try folder.isFree ? found : nil
    }
}

extension StateFolder {
    /// Whether nobody holds the folder, which exists.
    var isFree: Bool {
        get throws {
            var canBeHeld = false
            try holdingIfFree { canBeHeld = true }
            return canBeHeld
        }
    }
}
