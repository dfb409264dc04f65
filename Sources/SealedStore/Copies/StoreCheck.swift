internal import Sealing
internal import SystemKit

/// One thing that was verified of a store, and how it stands.
public struct StoreCheck: Hashable, Sendable {
    public let name: String
    /// What is wrong; `nil` when all is well. It repeats no value.
    public let problem: CheckFinding?
    /// What the check couldn't look at, or found and doesn't mind; `nil` when there is nothing to say.
    public let note: Note?

    public var isOK: Bool { problem == nil }

    public enum Note: Hashable, Sendable {
        /// The account was looked at only its structure was checked; its records need its own secrets.
        case byFormAlone
        /// Records that don't open are kept aside.
        case recordsAside(Int)
    }

    /// The check that fails alone for a whole store that is older than the last one seen, which may be accepted.
    public static let generation = "generation"
    /// The gate, and the files that count its attempts.
    public static let gate = "gate"

    /// Makes a check: what the body throws is what is wrong.
    ///
    /// - Throws: what keeps the check from being made: a disk that can't be read and too little memory say nothing of the
    ///   store.
    package init(_ name: String, note: Note? = nil, finding body: () throws -> Void) throws {
        (self.name, self.note) = (name, note)
        do {
            try body()
            problem = nil
        } catch SealingError.outOfMemory {
            problem = .outOfMemory
        } catch is SealingError {
            problem = .recordDoesNotOpen
        } catch is MalformedRecord {
            problem = .recordMalformed
        } catch let finding as CheckFinding {
            problem = finding
        } catch let error as EngineError where error.code == .damaged {
            problem = .engine(error.detail)
        } catch let error as StoreError where error.isOfStore {
            problem = .refused(error.reason)
        } catch let error as UnsafeFile {
            problem = .engine(error.description)
        } catch let error as SystemError where error.isMissing {
            problem = .engine(error.description)
        }
    }
}

/// What a check found wrong, as data.
public indirect enum CheckFinding: Error, Hashable, Sendable {
    // The engine.
    /// The file doesn't say that it is such a store.
    case header
    /// It bears another format's number.
    case format(Int)
    /// Its tables are others.
    case tables
    /// Its structure is damaged, in the engine's words.
    case structure([String])
    /// In the engine's or the system's words.
    case engine(String)

    // The gate.
    case gateTamperedWith
    case refused(StoreError.Reason)

    // The records.
    case outOfMemory
    case recordDoesNotOpen
    case recordMalformed
    /// These parts aren't what was written last.
    case parts([DamagedPart])
    case noRevisions
    /// The last revision isn't the committed value.
    case lastRevisionDiffers
    /// A derived record isn't what follows from the others.
    case derivedDiffers(kind: String)
    /// The text that stands readable isn't the one that was set.
    case readableTextDiffers
    case recordCount(written: Int, found: Int)
    /// A record isn't the one that was written.
    case recordsDiffer
    /// The store is older than the last one seen here.
    case older

    // An account without its keys.
    case form(FormFinding)

    /// What can't be, whatever the keys are.
    public enum FormFinding: Hashable, Sendable {
        case accountID, noGate, gateEpoch, gateMAC, gateSeal, noManifest, manifest
        case noRecord(kind: String)
        case record(kind: String, number: Int)
        case fingerprint(kind: String, number: Int)
    }
}

extension GatedStore {
    /// Verifies the store: what its engine can tell, this account's gate, and that every seal of the account opens.
    ///
    /// Each check is made whatever the others found.
    ///
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io` when the checks can't be made at all.
    public func check() throws -> [StoreCheck] { try opened.check() }

    /// As the blocking form, off the calling task.
    public func check() async throws -> [StoreCheck] {
        try await offloading { _ in try self.check() }
    }
}

extension OpenStore {
    fileprivate func check() throws -> [StoreCheck] {
        // Read before the records, which others may make newer in between. That it can't be read is the gate's check.
        let seen = try seen()
        return try withEngine { engine, sealer in
            var checks = try engine.checks()
            checks.append(try StoreCheck("gate") { try core.checkGate(in: engine) })
            // The records are those of one moment, or a commit in between would look like damage.
            return try engine.transaction(.checking, of: account) { backend in
                checks.append(
                    try StoreCheck(StoreCheck.generation) {
                        let records = try core.schema.salvaging(in: backend, sealer, instance: engine.instance)
                        // Of a manifest that doesn't open it can't be told, which is the other check's to report.
                        guard let seen, records.damaged.isEmpty else { return }
                        guard records.generation >= seen else { throw CheckFinding.older }
                    })
                checks += try core.schema.checkRecords(in: backend, sealer, instance: engine.instance)
                return checks + (try core.schema.checkOtherAccounts(than: account, in: backend))
            }
        }
    }

    /// The last generation seen; `nil` where it isn't known, or what is remembered is damaged.
    private func seen() throws -> Int? {
        do {
            return try core.translating { try memory.lastSeen }
        } catch let error as StoreError where error.isOfStore {
            return nil
        }
    }
}

extension GateCore {
    fileprivate func checkGate(in engine: any RecordEngine) throws {
        let (scope, folder) = (scope(in: engine), folder(in: engine))
        // Whoever changes the gate holds it too.
        let lock = try folder.lock()
        try folder.endChangeover(in: engine)
        guard let record = try GateRecord.load(account, from: engine) else { throw StoreError(.noAccount(account)) }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: scope, device: device) else { throw CheckFinding.gateTamperedWith }
        _ = try folder.gateState.read(key: device)
        withExtendedLifetime(lock) {}
    }
}

extension StoreSchema {
    /// The results of all checks of an account's records, made inside the caller's transaction.
    func checkRecords(
        in backend: any RecordBackend, _ sealer: RecordSealer, instance: InstanceID
    ) throws -> [StoreCheck] {
        try checks.map { check in
            let aside = check.isOfManifest ? try AsideRecords.count(of: sealer.account, in: backend) : 0
            return try StoreCheck(check.name, note: aside == 0 ? nil : .recordsAside(aside)) {
                var records = try salvaging(in: backend, sealer, instance: instance)
                try check.run(&records)
                // Of what a check comes upon besides its own part, that part's check speaks.
                let damaged = records.damaged.filter(check.covers)
                guard damaged.isEmpty else { throw CheckFinding.parts(damaged) }
            }
        }
    }

    func salvaging(
        in backend: any RecordBackend, _ sealer: RecordSealer, instance: InstanceID?
    ) throws -> RecordTransaction {
        try RecordTransaction(
            in: backend, sealer: sealer, kinds: kinds, instance: instance?.bytes, access: .salvaging)
    }
}
