internal import ProfileKit
internal import ProfileRendering

/// The requests on the open store's session, its account, and the day.
extension Worker.State {
    /// Returns the reply; `nil` if there is none.
    mutating func answer(to request: SessionRequest) throws -> Reply? {
        switch request {
        case .read:
            // Also notices a lock that nobody has reported yet, and passes over damage.
            _ = try openStore.readableSummary
            return .session(try session(of: openStore))
        case .extend: try shown?.store.extendSession()
        case .lock: try lock()
        case .release: closeStore()
        case .listAccounts:
            return .accounts(
                try status(of: Gate.all(at: source.locate(source.path), configuration: source.configuration)))
        case .readCard: return .emergency(try openStore.gate.emergencyCard?.description)
        case .setCard(let text, let read): return try setCard(text, replacing: read, in: openStore)
        case .readDay: return day()
        }
        return nil
    }

    func session(of store: ProfileStore) throws -> SessionStatus? {
        try store.gate.status.session.map {
            let now = source.configuration.clock.bootInstant
            func left(until end: BootInstant) -> Duration { max(now.duration(to: end) ?? .zero, .zero) }
            return SessionStatus(
                left: left(until: $0.deadline), idleLimit: $0.idleLimit, idleLeft: left(until: $0.idleDeadline))
        }
    }

    /// The session that would continue if the app ended now; `nil` without one.
    var remaining: RemainingSession? {
        guard let shown, let session = try? self.session(of: shown.store) else { return nil }
        return RemainingSession(
            left: session.left, idleLimit: session.idleLimit, isOlder: shown.hasJoined, path: source.path,
            account: shown.store.gate.account)
    }

    private mutating func lock() throws {
        defer { source.didLock() }
        closeStore()
        door = nil
        try gate?.lock()
    }

    private func setCard(_ text: String?, replacing read: String?, in store: ProfileStore) throws -> Reply {
        let isSet = try store.setEmergencyCard(
            try text.map { try EmergencyCard($0) }, replacing: try read.map { try EmergencyCard($0) })
        return isSet ? .cardSet : .cardChanged(try store.gate.emergencyCard?.description)
    }

    private func day() -> Reply {
        let now = source.configuration.clock.wallTime
        return .day(Day(localTo: now), left: Day.left(at: now))
    }
}

extension Day {
    /// The time from a moment until its day ends.
    static func left(at time: WallTime) -> Duration {
        let (now, today) = (time.secondsSince1970, Day(localTo: time))
        // No day is longer: a change of the time zone moves midnight by a few hours at most.
        var (before, after) = (now, now + 30 * 3600)
        while after - before > 1 {
            let middle = (before + after) / 2
            if Day(localTo: middle) == today { before = middle } else { after = middle }
        }
        return .seconds(after - now)
    }
}
