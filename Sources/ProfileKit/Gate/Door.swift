internal import Sealing

/// One stage of a gate, waiting for its secret. Opening it gives the next door, or the store.
///
/// A door can be tried again after a wrong secret, so a wrong second code doesn't ask for the password again.
public struct Door: Sendable {
    let gate: Gate
    /// Which stage it is, from 0.
    public let index: Int
    /// The key of the stage before; `nil` for the first, which lies behind the device secret.
    private let previous: SharedSecret?

    /// What is behind a door.
    public enum Opening: Sendable {
        case next(Door)
        case open(ProfileStore)

        /// The store behind the last door.
        ///
        /// - Throws: ``ProfileError`` with `locked` when there is another door.
        public func store() throws -> ProfileStore {
            switch self {
            case .open(let store): return store
            case .next:
                throw ProfileError(
                    .locked, "the gate has a second stage", hint: "Enter it by its doors: the password, then the code.")
            }
        }
    }

    init(first gate: Gate) {
        self.init(gate: gate, index: 0, previous: nil)
    }

    private init(gate: Gate, index: Int, previous: SharedSecret?) {
        self.gate = gate
        self.index = index
        self.previous = previous
    }

    /// Tries a secret, off the calling task.
    ///
    /// A task that is cancelled never gets an open store. Before its turn has come nothing is tried or counted then. An
    /// attempt that has begun is finished and counts as any other: a wrong secret stays counted, the right one clears the
    /// count, and what it opened is closed.
    ///
    /// - Throws: as ``Gate/unlock(with:)``.
    public func open(with secret: consuming Secret) async throws -> Opening {
        let shared = SharedSecret(secret)
        return try await offloading { cancellation in
            let opening = try attempt(shared.secret, unless: { cancellation.isRequested })
            if cancellation.isRequested, case .open(let store) = opening { store.close() }
            try cancellation.check()
            return opening
        }
    }

    /// The same, on the calling thread.
    public func openBlocking(with secret: consuming Secret) throws -> Opening {
        try attempt(secret)
    }

    private func attempt(
        _ secret: borrowing Secret, unless isCancelled: () -> Bool = { false }
    ) throws -> Opening {
        try translatingErrors(at: gate.path) {
            let account = try VerifiedAccount(gate, unless: isCancelled)
            let before = try account.state
            let key = try account.attempt(stage: index, with: secret, behind: previous)
            guard index == account.record.stages.count - 1 else {
                // A passed stage takes back its own charge only; what failed before stays counted.
                try account.write(before)
                return .next(Door(gate: gate, index: index + 1, previous: key))
            }
            var after = before
            after.limiter.clear()
            try account.write(after)
            let failures = PastFailures(count: before.limiter.failures, lastAt: before.lastFailureAt)
            guard let mark = try GateMark.current(of: gate.account, in: account.file.connection) else {
                throw Gate.noAccount(gate.account)
            }
            let memory = GateMemory(folder: account.folder, device: SharedSecret(try account.device.duplicate()))
            let store = try ProfileStore(
                file: account.takeFile(), gate: gate, mark: mark, dataKey: key, memory: memory, session: nil,
                failuresBefore: failures.count > 0 ? failures : nil)
            try store.upgradeRecords()
            try store.refuseOlder()
            return .open(store)
        }
    }
}

/// Failures that preceded an unlock.
public struct PastFailures: Hashable, Sendable {
    public let count: Int
    /// When the last of them was, in seconds since 1970 on the wall clock of that time.
    public let lastAt: Int
}
