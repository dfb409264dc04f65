internal import SQLiteKit
internal import Sealing
internal import SystemKit

extension Gate {
    /// The store of a live session; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - extending: whether this counts as use, which moves the idle deadline.
    ///   - refusingOlder: whether to refuse a store that is older than the last one seen, and one of which that can't be
    ///     told. Only a check of the store's health wants neither refused.
    /// - Throws: ``ProfileError`` with `noStore`, `damaged`, `newerStore` or `io`.
    public func resume(extending: Bool = true, refusingOlder: Bool = true) throws -> ProfileStore? {
        try translatingErrors(at: path) {
            let file = try file.take()
            guard let mark = try GateMark.current(of: account, in: file.connection) else {
                throw Self.noAccount(account)
            }
            guard let found = try FoundSession.find(of: self, in: file, mark: mark) else { return nil }
            let folder = StateFolder(of: account, in: file, configuration)
            guard let check = try GateRecord.deviceCheck(of: account, in: file.connection),
                let device = try folder.deviceSecretIfAny(for: check)
            else { throw StateFolder.missingSecret("is missing") }
            let session = extending ? extended(found.session) : found.session
            let store = try ProfileStore(
                file: file, gate: self, mark: mark, dataKey: found.dataKey,
                memory: GateMemory(folder: folder, device: device), session: session)
            try store.upgradeRecords()
            if refusingOlder { try store.refuseOlder() }
            return store
        }
    }

    /// Ends all of the account's sessions, and every store of it that is open, in all processes at once.
    ///
    /// A store that was opened with secrets, which no session stands behind, is ended as well. It is enough that the store
    /// can be written: where a session's key can't be reached, that key opens nothing any more.
    ///
    /// - Returns: whether there was a session.
    /// - Throws: ``ProfileError`` as ``resume(extending:refusingOlder:)``.
    @discardableResult
    public func lock() throws -> Bool {
        try translatingErrors(at: path) {
            let file = try file.take()
            guard try GateRecord.epoch(of: account, in: file.connection) != nil else {
                throw Self.noAccount(account)
            }
            let places = SessionPlaces(configuration: configuration)
            // The keys go first: without them the rows open nothing, should what follows fail.
            for row in try StoredSession.all(of: account, in: file.connection) { places.remove(row.name) }
            let ended = try file.connection.transaction(.writing) { connection in
                // Rows are bound to the number that is renewed: one that is put back opens nothing.
                try GateMark.renewLock(of: account, in: connection)
                return try StoredSession.deleteAll(of: account, from: connection)
            }
            for row in ended { places.remove(row.name) }
            FileWatch.announceWrite(to: file.path)
            return !ended.isEmpty
        }
    }

    /// Moves the idle deadline, unless it was moved less than a tenth of the idle limit ago.
    func extended(_ session: Session) -> Session {
        let now = configuration.clock.bootInstant
        let deadline = now.advanced(by: session.idleLimit)
        guard let gained = session.idleDeadline.duration(to: deadline), gained > session.idleLimit / 10,
            let left = now.duration(to: session.deadline)
        else { return session }
        let places = SessionPlaces(configuration: configuration)
        guard let kept = try? places.find(session.name),
            kept.payload.idleDeadline.duration(to: deadline) ?? .zero > .zero,
            let next = try? kept.payload.with(idleDeadline: deadline).encoded()
        else { return session }
        // Where it can't be moved, the session is used as it is and ends at its old deadline.
        guard (try? places.write(next, named: session.name, lasting: left, to: kept.place)) != nil else {
            return session
        }
        return Session(
            place: kept.place, deadline: session.deadline, idleDeadline: deadline, id: session.id,
            idleLimit: session.idleLimit)
    }
}
