internal import Sealing
internal import SystemKit

extension SealedGate {
    /// Opens the store from a live session; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - extending: whether this counts as a use of the session, which moves its idle deadline.
    ///   - refusingOlder: whether to refuse a store that is older than the last one seen, and one for which the last
    ///     generation seen can't be read. Only a check of the store's health needs to open those.
    /// - Throws: ``StoreError`` with `noStore`, `noDeviceSecret`, `damaged`, `newerStore` or `io`.
    public func resume(extending: Bool = true, refusingOlder: Bool = true) throws -> Store? {
        try core.translating {
            let engine = try core.take()
            let entry = try engine.transaction(.reading, of: account) { try SessionEntry(core, in: $0) }
            guard let entry else { throw StoreError(.noAccount(account)) }
            let scope = core.scope(in: engine)
            let mark = GateMark(entry.heads)
            guard let found = try FoundSession.find(of: core, among: entry.sessions, scope, mark: mark) else {
                return nil
            }
            let folder = core.folder(in: engine)
            guard let device = try folder.deviceSecretIfAny(for: entry.deviceCheck) else {
                throw StoreError(.noDeviceSecret(.missing))
            }
            let session = extending ? core.extended(found.session) : found.session
            let opened = try OpenStore(
                engine, core: core, mark: mark, dataKey: found.dataKey,
                memory: GateMemory(folder: folder, device: device), session: session,
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
    init?(_ gate: GateCore, in backend: any RecordBackend) throws {
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
    @discardableResult
    public static func lock(
        at location: StoreLocation, account: AccountID = .main, configuration: Configuration = Configuration()
    ) throws -> Bool {
        try GateCore(location, account: account, configuration: configuration, schema: Store.schema).lock()
    }
}

extension GateCore {
    func lock() throws -> Bool {
        try translating {
            var ended: EndedSessions?
            do {
                let engine = try take()
                guard try engine.mark(of: account) != nil else { throw StoreError(.noAccount(account)) }
                ended = try EndedSessions(with: engine, self)
                return try endSessions(in: engine)
            } catch {
                guard let failure = StoreError.translated(error, at: name) as? StoreError,
                    ![.noStore, .misuse].contains(failure.code)
                else { throw error }
                ended = ended ?? (try? EndedSessions(with: location.opener.openForReading(schema), self))
                ended = ended ?? EndedSessions(tracedBy: self)
                let isUnavailable = [.io, .unreachable, .busy].contains(failure.code)
                guard let extent = ended?.finish() ?? (isUnavailable ? .unknown : nil) else { throw error }
                throw StoreError(.lockNotWritten(account, extent, failure.reason), cause: error)
            }
        }
    }

    /// Ends all sessions in the store itself.
    ///
    /// - Returns: whether there was one.
    private func endSessions(in engine: any RecordEngine) throws -> Bool {
        let outcome = try engine.transaction(.writing, of: account) { backend in
            // Rows are bound to this number, so a row that is put back later opens nothing.
            let number = Int.random(in: .min ... .max)
            try backend.putLock(number, of: account)
            let ended = try backend.sessions(of: account)
            try backend.removeSessions(nil, of: account)
            return (number: number, ended: ended)
        } settling: { written, backend in
            try backend.heads(of: account, kinds: [])?.lock == written.number
        }
        for row in outcome.result.ended { places.remove(row) }
        places.removeTrace(of: account, at: name)
        return !outcome.result.ended.isEmpty
    }

    /// Moves the idle deadline, unless it was moved less than a tenth of the idle limit ago.
    func extended(_ session: Session) -> Session {
        let deadline = now.advanced(by: session.idleLimit)
        guard let gained = session.idleDeadline.duration(to: deadline), gained > session.idleLimit / 10,
            let left = now.duration(to: session.deadline)
        else { return session }
        guard let kept = try? places.find(session.id),
            kept.payload.idleDeadline.duration(to: deadline) ?? .zero > .zero,
            let next = try? kept.payload.with(idleDeadline: deadline).encoded()
        else { return session }
        // If it can't be moved, the session is used as it is and ends at its old deadline.
        guard (try? places.write(next, named: session.id, lasting: left, to: kept.place)) != nil else {
            return session
        }
        return Session(
            place: kept.place, deadline: session.deadline, idleDeadline: deadline, id: session.id,
            idleLimit: session.idleLimit)
    }
}

/// The sessions of an account, ended as far as that needs no write to the store: their keys are removed. This comes
/// before the store is written, which may fail.
private struct EndedSessions {
    private let hadSession: Bool
    /// Whether every live session's key is gone.
    private let isEnded: Bool
    /// Tells every program on this machine that has the store open to close it.
    private let tell: () -> Bool

    init(with engine: any RecordEngine, _ gate: GateCore) throws {
        let rows = try engine.look { try $0.sessions(of: gate.account) }
        let live = rows.filter { (gate.now.duration(to: $0.deadline) ?? .zero) > .zero }
        let removed = rows.filter { gate.places.remove($0) }
        hadSession = !live.isEmpty
        isEnded = live.allSatisfy { row in removed.contains { $0.id == row.id } }
        tell = {
            let isTold = gate.folder(in: engine).changeLockMark()
            engine.wakeWatches(of: gate.account)
            return isTold
        }
    }

    /// The account's newest session, found by its trace because the store can't be read; `nil` if there is no trace.
    init?(tracedBy gate: GateCore) {
        guard let trace = gate.places.trace(of: gate.account, at: gate.name) else { return nil }
        hadSession = true
        isEnded = gate.places.remove(trace.id)
        tell = { StateFolder(of: trace.scope, gate.configuration).changeLockMark() }
    }

    /// Closes what is open on this machine, for a lock that couldn't be written, and returns what was ended.
    func finish() -> StoreError.LockExtent { !tell() || !isEnded ? .unknown : hadSession ? .sessions : .noSession }
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
    public func nextSession() async throws -> Session {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        var wakes = stream.makeAsyncIterator()
        // Set up before the first check, so that a session that begins between the two isn't missed.
        let watch = try await offloading { _ in
            try core.use { engine in try? engine.watch(account) { continuation.yield() } }
        }
        defer { withExtendedLifetime(watch) {} }
        while true {
            if let session = try await offloading({ _ in try liveSession() }) { return session }
            guard watch != nil else {
                try await Task.sleep(for: .milliseconds(500))
                continue
            }
            guard await wakes.next() != nil else { throw CancellationError() }
        }
    }

    /// The session from which ``resume(extending:refusingOlder:)`` would open the store.
    private func liveSession() throws -> Session? {
        try core.use { engine in
            guard let mark = try engine.mark(of: account) else { throw StoreError(.noAccount(account)) }
            return try FoundSession.find(of: core, in: engine, mark: mark)?.session
        }
    }
}
