extension GatedStore {
    /// Writes a verified copy of the whole store to a file, with all accounts and drafts, while others may keep
    /// writing.
    ///
    /// The copy contains no sessions. It gets its name only after every record of this account has been opened in it
    /// and it is on disk. It can be opened wherever this machine's device secret is, and anywhere with the recovery
    /// code that was valid when it was made.
    ///
    /// The other accounts are verified as far as possible without their keys: see ``StoreCheck/note``.
    ///
    /// - Parameter acceptingDamage: whether to make the copy even if records don't open.
    /// - Returns: the checks of the copy's records, including failed ones if damage is accepted.
    /// - Throws: ``StoreError`` with `exists` if there is a file at the path, `damaged` if a record doesn't open, `io`.
    ///   Nothing is left at the path in these cases.
    @discardableResult
    public func backup(to path: String, acceptingDamage: Bool = false) throws -> [StoreCheck] {
        try opened.backup(to: path, acceptingDamage: acceptingDamage)
    }

    /// Writes a verified copy of the whole store to a file, as the blocking form does.
    @discardableResult
    public func backup(to path: String, acceptingDamage: Bool = false) async throws -> [StoreCheck] {
        try await offloading { _ in try self.backup(to: path, acceptingDamage: acceptingDamage) }
    }
}

extension OpenStore {
    fileprivate func backup(to path: String, acceptingDamage: Bool) throws -> [StoreCheck] {
        try withEngine { engine, sealer in
            let copy = try StoreCopy(for: path, core.schema)
            do {
                try copy.fill(from: engine)
                try copy.verify()
            } catch let error as EngineError where error.isWriteFailure {
                // Only the copy is being written, so the error is about the copy's location.
                throw StoreError.translated(error, at: path)
            }
            let opened = try copy.open(named: engine.name, core.schema)
            let checks = try opened.transaction(.reading, of: account) { backend in
                try core.schema.checkRecords(in: backend, sealer, instance: engine.instance)
                    + core.schema.checkOtherAccounts(than: account, in: backend)
            }
            if !acceptingDamage, let failed = checks.first(where: { !$0.isOK }), let problem = failed.problem {
                throw StoreError(.damaged(.check(name: failed.name, problem)))
            }
            try copy.publish()
            return checks
        }
    }
}

/// Copies a store from one engine to another, row by row and still sealed. The store id is in every box and stays the
/// same, so nothing has to be opened.
package struct StoreTransfer {
    /// Every kind whose rows an account can have, except singletons.
    private let kinds: [RecordKind]
    private let singletons: [RecordKind]

    package init(of schema: StoreSchema) {
        singletons = schema.singletons
        kinds =
            schema.kinds.filter { $0.form != .singleton }
            + schema.kinds.filter { $0.form == .collection }.map(\.pages) + [AsideRecords.kind]
    }

    /// Copies all accounts, without their sessions, which belong to one machine.
    ///
    /// - Parameters:
    ///   - source: a transaction that reads one moment.
    ///   - target: a writing transaction, in a store that has no accounts yet.
    package func copyAll(from source: any RecordBackend, to target: any RecordBackend) throws {
        for id in try source.accounts() {
            guard let account = try? AccountID(id) else { throw StoreError(.damaged(.accountID)) }
            try copy(account, from: source, to: target)
        }
    }

    private func copy(_ account: AccountID, from source: any RecordBackend, to target: any RecordBackend) throws {
        guard let heads = try source.heads(of: account, kinds: singletons), let gate = try source.gate(of: account)
        else {
            throw StoreError(.damaged(.gate(account)))
        }
        try target.putGate(gate, of: account)
        try target.putLock(heads.lock, of: account)
        try target.putReadableMark(heads.readableMark, of: account)
        for kind in singletons {
            if let row = heads.singletons[kind.name] { try target.put(row, kind, of: account) }
        }
        for kind in kinds {
            try source.rows(kind, in: RecordRange(), of: account) { row in
                try target.put(row, kind, of: account)
                return true
            }
        }
        if let manifest = heads.manifest { try target.putManifest(manifest, of: account) }
    }
}

extension StoreSchema {
    /// Copies another engine's store, as of one moment, into an empty file that has no name yet.
    package func copy(_ engine: any RecordEngine, toEmptyFile path: String) throws {
        let file = try SQLiteEngine(making: path, id: engine.id, instance: engine.instance, self)
        do {
            try engine.transaction(.reading, of: .main) { source in
                try file.transaction(.writing, of: .main) { target in
                    try StoreTransfer(of: self).copyAll(from: source, to: target)
                }
            }
        } catch let error as EngineError where error.code == .outcomeUnknown {
            // Only the copy's own commit can be in doubt, and a copy that failed is discarded.
            throw EngineError(.io, error.detail, cause: error.cause)
        }
    }
}
