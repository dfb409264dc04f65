internal import Sealing
public import SystemKit

extension GatedStore {
    /// Verifies the store: its engine's own checks, this account's gate, and that every sealed record of the account
    /// opens.
    ///
    /// Each check is made regardless of the results of the others.
    ///
    /// - Parameter includingOthers: whether the rows of other accounts are checked too, by what shows without their
    ///   keys. In a file they always are.
    /// - Throws: ``StoreError`` with `locked`, `busy` or `io` if the checks can't be made at all.
    public func check(includingOthers: Bool = false) throws -> [StoreCheck] {
        try opened.check(includingOthers: includingOthers)
    }
}

extension OpenAccount {
    fileprivate func check(includingOthers: Bool) throws -> [StoreCheck] {
        // Read before the records, to which others may commit in between. An error here is reported by the gate's
        // check.
        let seen = try seen()
        return try withEngine { engine, sealer in
            var checks = try engine.checks()
            checks.append(try StoreCheck("gate", note: core.noteOfFolders) { try core.checkGate(in: engine) })
            let missing = try memory.folder.missingCopies
            if !missing.isEmpty { checks.append(try StoreCheck("copies", note: .missingCopies(missing)) {}) }
            let session = session
            // The records are read in one transaction, so that a commit in between doesn't look like damage.
            return try engine.transaction(.checking, of: account) { backend in
                // The gate's check may have waited for a change of secrets.
                try openHeads(in: backend, during: session)
                if let sessions = try core.checkSessions(in: backend, engine) { checks.append(sessions) }
                checks.append(
                    try StoreCheck(StoreCheck.generation) {
                        try memory.requireLastUsed(at: engine.name)
                        let records = try core.schema.salvaging(in: backend, sealer, instance: engine.instance)
                        // If the manifest doesn't open, the generation isn't known; the manifest's own check reports
                        // that.
                        guard let seen, records.damaged.isEmpty else { return }
                        guard records.generation >= seen else { throw CheckFinding.older }
                    })
                checks += try core.schema.checkRecords(in: backend, sealer, readable: readable)
                // On a server, the store's other accounts belong to other people.
                guard includingOthers || core.location.filePath != nil else { return checks }
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

extension GateConfiguration {
    /// The folders of a store's file and of the device secrets in which other users may remove or replace files.
    ///
    /// The store opens all the same: what is put in its place is noticed, unless it is the store itself as it was at
    /// another time. A check of the store names these folders too.
    public func exposedFolders(of location: StoreLocation) -> [UnsafeFile] {
        let file = location.opener.file.map { PrivateFolder.parent(of: $0) }
        return [file, stateFolder].compactMap { $0.flatMap(PrivateFolder.exposure) }
    }
}

extension MachineMemory {
    fileprivate func requireLastUsed(at name: String) throws {
        do {
            try folder.refuseOtherInstance(at: name, key: device.secret)
        } catch let error as StoreError where error.code == .damaged {
            throw CheckFinding.otherInstance
        }
    }
}

extension GateContext {
    fileprivate var noteOfFolders: StoreCheck.Note? {
        let folders = configuration.exposedFolders(of: location)
        return folders.isEmpty ? nil : .exposedFolders(folders)
    }

    /// Checks that the sessions that claim to be live can be opened; `nil` if they can, or there are none. What someone
    /// else may hold can't be judged.
    fileprivate func checkSessions(in backend: any RecordBackend, _ engine: any RecordEngine) throws -> StoreCheck? {
        guard let version = try GateVersion.current(of: account, in: backend) else { return nil }
        let foreign = try backend.sessions(of: account).filter { row in
            try now.duration(to: row.deadline) ?? .zero > .zero
                && SessionLookup(row, of: self, scope(in: engine), version: version) == nil
        }
        return try foreign.isEmpty ? nil : StoreCheck("sessions", note: .foreignSessions(foreign.count)) {}
    }

    fileprivate func checkGate(in engine: any RecordEngine) throws {
        let (scope, folder) = (scope(in: engine), folder(in: engine))
        // It is also held to change the gate.
        try folder.holding {
            try folder.endChangeover(in: engine)
            // Read whatever the database's header says, which has a check of its own.
            let found = try engine.transaction(.checking, of: account) { try GateRecord.load(account, in: $0) }
            guard let record = found else { throw StoreError(.noAccount(account)) }
            let device = try folder.deviceSecret(for: record.deviceCheck)
            guard record.isAuthentic(in: scope, device: device) else { throw CheckFinding.gateTamperedWith }
            _ = try folder.gateState.read(key: device)
        }
    }
}

extension StoreSchema {
    /// Makes all checks of an account's records, in the caller's transaction.
    ///
    /// - Parameter readable: authenticates the readable text, of this instance of the store.
    func checkRecords(
        in backend: any RecordBackend, _ sealer: RecordSealer, readable: ReadableAuthentication
    ) throws -> [StoreCheck] {
        let missing = try documentsNotBegun(in: try salvaging(in: backend, sealer, instance: readable.instance))
        let unneeded = Set(missing.flatMap { $0.kinds.all.map(\.name) })
        return try checks.filter { !unneeded.contains($0.name) }.map { check in
            let note = check.checksManifest ? try noteOfRecords(in: backend, sealer, readable: readable) : nil
            var (unreadable, incomplete) = (0, 0)
            // First what a repair puts right, which is all that it is asked for then.
            var noteOfElements: StoreCheck.Note? {
                if incomplete > 0 { return .incompleteRecords(incomplete) }
                return unreadable > 0 ? .unreadableRecords(unreadable) : nil
            }
            return try StoreCheck(check.name, note: note ?? noteOfElements) {
                var records = try salvaging(in: backend, sealer, instance: readable.instance)
                try check.run(&records)
                // Damage to parts that other checks cover is reported by those.
                let covered = records.damaged.filter(check.covers)
                let damaged = covered.filter { !records.unreadable.contains($0) }
                unreadable = covered.count - damaged.count
                incomplete = records.incompleteElements
                guard damaged.isEmpty else { throw CheckFinding.parts(damaged) }
                if let kind = readableKind, check.name == kind.name, records.has(kind) {
                    // Without the keys, the text can only be read if its MAC is right.
                    _ = try backend.heads(of: sealer.account, kinds: [kind]).map { try readable.text(in: $0) }
                }
            }
        }
    }
}

extension StoreSchema {
    /// What no check of the records covers.
    fileprivate func noteOfRecords(
        in backend: any RecordBackend, _ sealer: RecordSealer, readable: ReadableAuthentication
    ) throws -> StoreCheck.Note? {
        // First, because a repair, which records set aside ask for, needs a program that has those kinds.
        let others = try salvaging(in: backend, sealer, instance: readable.instance).otherKinds(than: kinds)
        guard others.isEmpty else { return .recordsOfOtherKinds(others.map(\.name)) }
        let aside = try AsideRecords.count(of: sealer.account, in: backend)
        return aside == 0 ? nil : .recordsAside(aside)
    }
}

// Checks of accounts whose keys aren't available: only the form of their rows can be checked.
extension StoreSchema {
    /// Returns one check per account.
    func checkOtherAccounts(than own: AccountID, in backend: any RecordBackend) throws -> [StoreCheck] {
        try backend.accounts().filter { $0 != own.description }.map { id in
            try StoreCheck("account \(id)", note: .byFormAlone, otherAccount: id) {
                try checkForm(ofAccount: id, in: backend)
            }
        }
    }

    private func checkForm(ofAccount id: String, in backend: any RecordBackend) throws {
        guard let account = try? AccountID(id) else { throw CheckFinding.form(.accountID) }
        try checkForm(ofGate: account, in: backend)
        guard let manifest = try backend.heads(of: account, kinds: singletons)?.manifest else {
            throw CheckFinding.form(.noManifest)
        }
        guard manifest.generation >= 0, SealedBox.hasForm(manifest.box) else { throw CheckFinding.form(.manifest) }
        let unneeded = try kindsNotBegun(of: account, in: backend)
        for kind in kinds where !unneeded.contains(kind.name) {
            var count = 0
            try backend.rows(kind, in: RecordRange(), of: account) { row in
                try checkForm(of: row, kind)
                count += 1
                return true
            }
            guard count > 0 || !required.contains(kind) else { throw CheckFinding.form(.noRecord(kind: kind.name)) }
        }
    }

    /// The names of the kinds of documents of which an account has no records: documents that were added to the schema
    /// since it was last opened. Only the account's own check knows whether it had any.
    private func kindsNotBegun(of account: AccountID, in backend: any RecordBackend) throws -> Set<String> {
        let missing = try documentsWithoutRows(of: account, in: backend)
        guard !missing.isEmpty else { return [] }
        // What is derived from them is written with them.
        return Set(missing.flatMap { $0.kinds.all.map(\.name) } + (derived.map { [$0.kind.name] } ?? []))
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
        guard let row = try backend.gate(of: account) else { throw CheckFinding.form(.noGate) }
        let record: GateRecord
        do {
            record = try GateRecord(row, of: account)
        } catch let error as StoreError {
            throw CheckFinding.form(error.reason == .damaged(.gateStages) ? .gateStages : .gateParameters)
        }
        guard record.epoch > 0 else { throw CheckFinding.form(.gateEpoch) }
        guard record.deviceCheck.count == KeyedHash.length, record.mac.count == KeyedHash.length else {
            throw CheckFinding.form(.gateMAC)
        }
        guard SealedBox.hasFormOfKey(record.recovery), record.canBeOpened else { throw CheckFinding.form(.gateSeal) }
    }
}
