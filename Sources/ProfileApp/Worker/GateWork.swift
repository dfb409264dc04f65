internal import Glibc
internal import ProfileKit
internal import ProfileRendering
internal import Sealing

/// The requests at the gate.
extension Worker.State {
    mutating func carryOut(_ request: GateRequest, replying reply: @escaping @Sendable (Reply) -> Void) throws {
        switch request {
        case .findAccounts(let workspace): reply(try find(workspace))
        case .enter(let account):
            let door = try enter(account)
            reply(door)
            let status: AccountStatus? = if case .door(let status) = door { status } else { nil }
            try? follow(account, after: status?.attempts.failures, telling: reply)
        case .open(let secret, let status): reply(open(with: secret, status))
        case .forget: try forget()
        case .readEmergencyCard(let account): reply(emergencyCard(of: account))
        case .awaitSession(let account): try follow(account, telling: reply)
        case .join(let account):
            if let opening = try join(account) {
                reply(.opened(opening))
            } else if shown == nil {
                // It has ended again.
                try follow(account, telling: reply)
            }
        }
    }

    private mutating func find(_ workspace: String) throws -> Reply {
        guard let path = source.workspace(workspace) else { return .noWorkspace }
        do {
            let gates = try Gate.all(at: source.locate(path), configuration: source.configuration)
            (source.path, self.workspace) = (path, workspace)
            return .accounts(try status(of: gates))
        } catch let error as StoreError where error.code == .noStore {
            return .noWorkspace
        }
    }

    private mutating func enter(_ account: AccountID) throws -> Reply {
        do {
            return .door(try status(of: choose(account)))
        } catch let error as StoreError where error.code == .noStore {
            return .refused(isStoreGone ? Self.storeGone : UserMessage(error), nil)
        }
    }

    /// Whether the store's file has disappeared.
    private var isStoreGone: Bool {
        guard let file = try? source.locate(source.path).filePath else { return false }
        return unsafe access(file, F_OK) != 0
    }

    private static var storeGone: UserMessage {
        UserMessage(
            .noStore, "The store was moved or removed.", hint: "Put its file back, or leave and name it with --store.")
    }

    /// Starts at the first door of an account, and forgets the draft of another one.
    @discardableResult
    mutating func choose(_ account: AccountID) throws -> Gate {
        source.setSessionLimits(&source.configuration)
        let gate = try Gate(at: source.locate(source.path), account: account, configuration: source.configuration)
        if self.gate?.path != gate.path || self.gate?.account != gate.account { draft = nil }
        (self.gate, door) = (gate, gate.enter())
        return gate
    }

    func status(of gates: [Gate]) throws -> [AccountStatus] {
        try gates.map { try status(of: $0, amongSeveral: gates.count > 1) }
    }

    func status(of gate: Gate) throws -> AccountStatus {
        let all = try Gate.all(at: source.locate(source.path), atMost: 2, configuration: source.configuration)
        return try status(of: gate, amongSeveral: all.count > 1)
    }

    private func status(of gate: Gate, stage: Int = 0, amongSeveral: Bool) throws -> AccountStatus {
        var status = try AccountStatus(gate, stage: stage)
        (status.isOneOfSeveral, status.workspace) = (amongSeveral, workspace)
        return status
    }

    /// Examines the store before the terminal is taken over, so that errors are printed plainly.
    mutating func start(isStoreNamed: Bool) throws -> Start {
        let gates: [Gate]
        do {
            // Others than the named one are only counted.
            let limit = source.account == nil ? nil : 1
            gates = try Gate.all(at: source.locate(source.path), atMost: limit, configuration: source.configuration)
        } catch let error as StoreError where error.code == .noStore && !error.isMissingDatabase {
            let names = isStoreNamed ? [] : source.workspaces()
            if names.count > 1 { return Start(accounts: [], opening: nil, workspaces: names) }
            if let only = names.first, let path = source.workspace(only) {
                source.path = path
                return try start(isStoreNamed: true)
            }
            guard source.makesStores else { throw error }
            return firstRun
        }
        // The store was created, but its first account was not.
        if gates.isEmpty, source.makesStores { return firstRun }
        let accounts: [AccountStatus]
        if let account = source.account {
            let gate = try Gate(at: source.locate(source.path), account: account, configuration: source.configuration)
            accounts = [try status(of: gate)]
        } else {
            accounts = try status(of: gates)
        }
        guard let first = accounts.first else { throw StoreError(.noAccount(source.account ?? .main), at: source.path) }
        let store = accounts.count == 1 ? try choose(first.id).resume() : nil
        var start = Start(accounts: accounts, opening: try store.map { try keep($0, first, hasJoined: true) })
        let names = isStoreNamed ? [] : source.workspaces()
        if names.count > 1 {
            start.workspaces = names
            start.workspace = names.first { source.workspace($0) == source.path }
        }
        return start
    }

    private var firstRun: Start {
        let username = Profile.fresh(at: source.configuration.clock.wallTime).username
        let store = NewStore(path: source.path, account: source.account ?? .main, username: username)
        return Start(accounts: [], opening: nil, newStore: store)
    }

    // MARK: Opening

    /// Tells of a session that begins elsewhere, and until then of attempts.
    ///
    /// - Parameter known: the number of failed attempts that is shown; by default the current one.
    private mutating func follow(
        _ account: AccountID, after known: Int? = nil, telling tell: @escaping @Sendable (Reply) -> Void
    ) throws {
        waiting?.cancel()
        // At the gate no store may be open: one that is was locked elsewhere.
        closeStore()
        let open = { [source] in
            try Gate(at: source.locate(source.path), account: account, configuration: source.configuration)
        }
        let gate = Result(catching: open)
        let first = known ?? (try? gate.get().status)?.failures
        waiting = Task {
            // The task has a gate of its own, which it closes when it ends.
            var (opened, failures): (Gate?, Int?) = (nil, first)
            while !Task.isCancelled {
                guard let gate = opened ?? (try? open()),
                    let status = try? await gate.nextStatus(otherThan: failures)
                else {
                    // The store was moved, or its server can't be reached. Nobody reports when it is back. A pause that
                    // is cancelled ends the loop.
                    opened = nil
                    try? await Task.sleep(for: .seconds(1))
                    continue
                }
                guard !Task.isCancelled else { return }
                guard status.session == nil else { return tell(.sessionBegan(account)) }
                (opened, failures) = (gate, status.failures)
                tell(.attempts(AccountStatus.Attempts(status), on: account))
            }
        }
        _ = try gate.get()
    }

    /// Opens the store through the live session; `nil` if a store is open already, or the session has ended.
    private mutating func join(_ account: AccountID) throws -> OpenedStore? {
        do {
            guard shown == nil, let store = try choose(account).resume() else { return nil }
            door = nil
            return try keep(store, try status(of: store.gate), hasJoined: true)
        } catch let error as StoreError where error.code == .locked {
            return nil
        }
    }

    mutating func open(with secret: SharedSecret, _ status: AccountStatus) -> Reply {
        do {
            if gate?.account != status.id || status.stage == 0 { try choose(status.id) }
            guard let door, door.index == status.stage else { return .refused(Self.doorClosed, nil) }
            switch try door.open(with: try secret.secret.duplicate()) {
            case .next(let next):
                self.door = next
                return .door(refreshed(status, stage: next.index))
            case .open(let store):
                self.door = nil
                let hasJoined = (try? gate?.status)?.session != nil
                if source.configuration.sessionStorage != SessionStorage.none {
                    // Without a place for a session's key, the store is open only in the app.
                    _ = try? store.beginSession()
                }
                return .opened(try keep(store, status, hasJoined: hasJoined))
            }
        } catch let error as StoreError where error.code == .noStore && isStoreGone {
            return .refused(Self.storeGone, status)
        } catch {
            return .refused(UserMessage(error), refreshed(status, stage: status.stage))
        }
    }

    /// The error when the door has been closed meanwhile.
    private static var doorClosed: UserMessage {
        UserMessage(.locked, "The password is needed again.", hint: "Press Esc to go back to it.")
    }

    /// The status with the current failures and wait.
    private func refreshed(_ status: AccountStatus, stage: Int) -> AccountStatus {
        if let gate, let now = try? self.status(of: gate, stage: stage, amongSeveral: status.isOneOfSeveral) {
            return now
        }
        var same = status
        same.stage = stage
        return same
    }

    /// Closes a store that was opened after the user gave up. A session that others use continues.
    private mutating func forget() throws {
        door = nil
        waiting?.cancel()
        guard let gate, let shown else { return }
        closeStore()
        if !shown.hasJoined { try gate.lock() }
    }

    /// A problem with the card is shown in its place, so that nobody thinks there is no card.
    private func emergencyCard(of account: AccountID) -> Reply {
        do {
            let gate = try Gate(at: source.locate(source.path), account: account, configuration: source.configuration)
            return .emergency(try gate.emergencyCard?.description)
        } catch let error as StoreError where error.code == .noStore && isStoreGone {
            return .unreadableCard(Self.storeGone)
        } catch {
            return .unreadableCard(UserMessage(error))
        }
    }

    /// Keeps a store open, and reports its changes.
    private mutating func keep(_ store: ProfileStore, _ status: AccountStatus, hasJoined: Bool) throws -> OpenedStore {
        let content = try Content(of: store)
        closeStore()
        waiting?.cancel()
        openingCount += 1
        keepOpen(store, hasJoined: hasJoined, showing: content)
        var status = status
        status.stage = 0
        return OpenedStore(
            number: openingCount, account: status, path: store.gate.path, content: content,
            failuresBefore: store.failuresBefore?.count ?? 0, hasSession: store.session != nil,
            session: try? session(of: store), dayLeft: Day.left(at: source.configuration.clock.wallTime))
    }

    /// - Parameter content: the content as last reported; `nil` if it can no longer be read, which is reported.
    mutating func keepOpen(_ store: ProfileStore, hasJoined: Bool, showing content: Content?) {
        guard let content else {
            return report(.news(.closed(UserMessage(StoreError(.locked))), opening: openingCount))
        }
        shown = StoreView(store, hasJoined: hasJoined, showing: content) { [report, openingCount] in
            report(.news($0, opening: openingCount))
        }
    }
}
