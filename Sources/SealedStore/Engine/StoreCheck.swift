internal import Sealing
internal import SystemKit

/// One check of a store, with its result.
public struct StoreCheck: Hashable, Sendable {
    /// Identifies the check; the same in every version.
    public let name: String
    /// What is wrong; `nil` if the check passed. It contains no values of the data.
    public let problem: CheckFinding?
    /// What the check couldn't cover, or found and accepts; `nil` if there is nothing to note.
    public let note: Note?

    /// Whether the check passed.
    public var isOK: Bool { problem == nil }

    /// The limits of a check, and findings that aren't problems.
    public enum Note: Hashable, Sendable {
        /// Only the form of the account's rows was checked; opening its records requires its own secrets.
        case byFormAlone
        /// Records that don't open have been set aside.
        case recordsAside(Int)
    }

    /// The name of the check that is the only one to fail for an intact store that is older than the last one seen.
    /// Such a store can be accepted.
    public static let generation = "generation"
    /// The name of the check of the gate and of the files that count its attempts.
    public static let gate = "gate"

    /// Makes a check: an error that the body throws is the problem.
    ///
    /// - Throws: errors that prevent the check, such as a disk that can't be read, which say nothing about the store.
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
        } catch let error as StoreError where error.concernsStore {
            problem = .refused(error.reason)
        } catch let error as UnsafeFile {
            problem = .refused(.unsafeFile(error))
        } catch let error as SystemError where error.isMissing {
            problem = .engine(error.description)
        }
    }
}

/// What a check found wrong, as data.
public indirect enum CheckFinding: Error, Hashable, Sendable {
    // The engine.
    /// The file's header doesn't identify it as such a store.
    case header
    /// The file has another format version.
    case format(Int)
    /// The file has other tables.
    case tables
    /// The file's structure is damaged, in the engine's words.
    case structure([String])
    /// A problem in the engine's or the system's words.
    case engine(String)

    // The gate.
    case gateTamperedWith
    case refused(StoreError.Reason)

    // The records.
    case outOfMemory
    case recordDoesNotOpen
    case recordMalformed
    /// These parts aren't the ones written last.
    case parts([DamagedPart])
    case noRevisions
    /// The last revision differs from the committed value.
    case lastRevisionDiffers
    /// A derived record isn't what the others yield.
    case derivedDiffers(kind: String)
    /// The readable text isn't the one that was set.
    case readableTextDiffers
    case recordCount(written: Int, found: Int)
    /// A record isn't the one that was written.
    case recordsDiffer
    /// The store is older than the last one seen here.
    case older

    // An account without its keys.
    case form(FormFinding)

    /// Form that is invalid, whatever the keys are.
    public enum FormFinding: Hashable, Sendable {
        case accountID, noGate, gateEpoch, gateMAC, gateSeal, noManifest, manifest
        case noRecord(kind: String)
        case record(kind: String, number: Int)
        case fingerprint(kind: String, number: Int)
    }
}

extension GatedStore {
    /// Verifies the store: its engine's own checks, this account's gate, and that every sealed record of the account
    /// opens.
    ///
    /// Each check is made regardless of the results of the others.
    ///
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io` if the checks can't be made at all.
    public func check() throws -> [StoreCheck] { try opened.check() }

    /// Verifies the store, as the blocking form does.
    public func check() async throws -> [StoreCheck] {
        try await offloading { _ in try self.check() }
    }
}

extension OpenStore {
    fileprivate func check() throws -> [StoreCheck] {
        // Read before the records, to which others may commit in between. An error here is reported by the gate's
        // check.
        let seen = try seen()
        return try withEngine { engine, sealer in
            var checks = try engine.checks()
            checks.append(try StoreCheck("gate") { try core.checkGate(in: engine) })
            // The records are read in one transaction, so that a commit in between doesn't look like damage.
            return try engine.transaction(.checking, of: account) { backend in
                checks.append(
                    try StoreCheck(StoreCheck.generation) {
                        let records = try core.schema.salvaging(in: backend, sealer, instance: engine.instance)
                        // If the manifest doesn't open, the generation isn't known; the manifest's own check reports
                        // that.
                        guard let seen, records.damaged.isEmpty else { return }
                        guard records.generation >= seen else { throw CheckFinding.older }
                    })
                checks += try core.schema.checkRecords(in: backend, sealer, instance: engine.instance)
                return checks + (try core.schema.checkOtherAccounts(than: account, in: backend))
            }
        }
    }

    /// The last generation seen; `nil` if it isn't known, or its record is damaged.
    private func seen() throws -> Int? {
        do {
            return try core.translating { try memory.lastSeen }
        } catch let error as StoreError where error.concernsStore {
            return nil
        }
    }
}

extension GateCore {
    fileprivate func checkGate(in engine: any RecordEngine) throws {
        let (scope, folder) = (scope(in: engine), folder(in: engine))
        // This lock is also held to change the gate.
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
    /// Makes all checks of an account's records, in the caller's transaction.
    func checkRecords(
        in backend: any RecordBackend, _ sealer: RecordSealer, instance: InstanceID
    ) throws -> [StoreCheck] {
        try checks.map { check in
            let aside = check.checksManifest ? try AsideRecords.count(of: sealer.account, in: backend) : 0
            return try StoreCheck(check.name, note: aside == 0 ? nil : .recordsAside(aside)) {
                var records = try salvaging(in: backend, sealer, instance: instance)
                try check.run(&records)
                // Damage to parts that other checks cover is reported by those.
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

// Checks of accounts whose keys aren't available: only the form of their rows can be checked.
extension StoreSchema {
    /// Returns one check per account.
    func checkOtherAccounts(than own: AccountID, in backend: any RecordBackend) throws -> [StoreCheck] {
        try backend.accounts().filter { $0 != own.description }.map { id in
            try StoreCheck("account \(id)", note: .byFormAlone) { try checkForm(ofAccount: id, in: backend) }
        }
    }

    private func checkForm(ofAccount id: String, in backend: any RecordBackend) throws {
        guard let account = try? AccountID(id) else { throw CheckFinding.form(.accountID) }
        try checkForm(ofGate: account, in: backend)
        guard let manifest = try backend.heads(of: account, kinds: singletons)?.manifest else {
            throw CheckFinding.form(.noManifest)
        }
        guard manifest.generation >= 0, SealedBox.hasForm(manifest.box) else { throw CheckFinding.form(.manifest) }
        for kind in kinds {
            var count = 0
            try backend.rows(kind, in: RecordRange(), of: account) { row in
                try checkForm(of: row, kind)
                count += 1
                return true
            }
            guard count > 0 || !required.contains(kind) else { throw CheckFinding.form(.noRecord(kind: kind.name)) }
        }
    }

    private func checkForm(of row: RecordRow, _ kind: RecordKind) throws {
        let boxes = row.boxes.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }
        guard row.number >= 0, boxes.allSatisfy({ SealedBox.hasForm($0.element) }) else {
            throw CheckFinding.form(.record(kind: kind.name, number: row.number))
        }
        guard row.fingerprint.map({ $0.count == KeyedHash.length }) ?? true else {
            throw CheckFinding.form(.fingerprint(kind: kind.name, number: row.number))
        }
    }

    private func checkForm(ofGate account: AccountID, in backend: any RecordBackend) throws {
        guard let record = try GateRecord.load(account, in: backend) else { throw CheckFinding.form(.noGate) }
        guard record.epoch > 0 else { throw CheckFinding.form(.gateEpoch) }
        guard record.deviceCheck.count == KeyedHash.length, record.mac.count == KeyedHash.length else {
            throw CheckFinding.form(.gateMAC)
        }
        guard SealedBox.hasFormOfKey(record.recovery), record.canBeOpened else { throw CheckFinding.form(.gateSeal) }
    }
}
