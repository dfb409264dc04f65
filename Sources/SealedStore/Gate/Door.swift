internal import Sealing

extension SealedGate {
    /// One stage of a gate, waiting for its secret. Opening it yields the next door, or the store.
    ///
    /// A door can be tried again after a wrong secret, so a wrong second code doesn't ask for the password again.
    public struct Door: Sendable {
        package let gate: SealedGate
        /// The index of the stage, starting at 0.
        public let index: Int
        /// The key of the previous stage; `nil` for the first, which is protected by the device secret.
        private let previous: SharedSecret?
        private let refusesOlder: Bool

        /// What is behind a door.
        public enum Opening: Sendable {
            case next(Door)
            case open(Store)

            /// The store behind the last door.
            ///
            /// - Throws: ``StoreError`` with `locked` if there is another door.
            public func store() throws -> Store {
                switch self {
                case .open(let store): return store
                case .next: throw StoreError(.anotherDoor)
                }
            }
        }

        init(first gate: SealedGate, refusingOlder: Bool) {
            self.init(gate: gate, index: 0, previous: nil, refusesOlder: refusingOlder)
        }

        private init(gate: SealedGate, index: Int, previous: SharedSecret?, refusesOlder: Bool) {
            self.gate = gate
            self.index = index
            self.previous = previous
            self.refusesOlder = refusesOlder
        }

        /// Tries a secret, as the blocking form does.
        ///
        /// A cancelled task never receives an open store. If it is cancelled while waiting for other attempts, nothing
        /// is tried or counted. An attempt that has begun is completed and counts as usual: a wrong secret stays
        /// counted, a correct one resets the count, and the store that it opened is closed.
        ///
        /// - Throws: what the blocking form does.
        public func open(with secret: consuming Secret) async throws -> Opening {
            let shared = SharedSecret(secret)
            return try await offloadingAttempt {
                let opening = try attempt(shared.secret)
                guard Cancellation.isRequested else { return opening }
                if case .open(let store) = opening { store.close() }
                throw CancellationError()
            }
        }

        /// Tries a secret.
        ///
        /// - Throws: the same errors as ``SealedGate``'s `unlock(with:)`.
        public func open(with secret: consuming Secret) throws -> Opening {
            try attempt(secret)
        }

        private func attempt(_ secret: borrowing Secret) throws -> Opening {
            let core = gate.core
            return try core.translating {
                let account = try VerifiedAccount(core, acceptingOther: !refusesOlder)
                let before = try account.state
                let key = try account.pass(stage: index, with: secret, behind: previous)
                guard index == account.record.stages.count - 1 else {
                    return .next(Door(gate: gate, index: index + 1, previous: key, refusesOlder: refusesOlder))
                }
                // If this fails, only one thing is lost: a copy put in this store's place isn't noticed.
                if refusesOlder { try? account.folder.rememberPath(account.engine.name, key: account.device) }
                let failures = PastFailures(count: before.limiter.failures, lastAt: before.lastFailureAt)
                let record = account.record
                let version = try account.engine.transaction(.reading, of: core.account) { backend in
                    guard let version = try GateVersion.current(of: core.account, in: backend) else {
                        throw StoreError(.noAccount(core.account))
                    }
                    try record.requireCurrent(in: backend)
                    return version
                }
                let memory = MachineMemory(
                    folder: account.folder, device: SharedSecret(try account.device.duplicate()))
                // The folder is released here, because opening the store holds it to record the generation seen.
                let opened = try OpenAccount(
                    account.takeEngine(), core: core, version: version, dataKey: key, memory: memory,
                    lockStamp: memory.folder.lockStamp, session: nil,
                    failuresBefore: failures.count > 0 ? failures : nil)
                try opened.upgradeRecords()
                if refusesOlder { try opened.refuseOlder() }
                return .open(Store(opened))
            }
        }
    }
}
