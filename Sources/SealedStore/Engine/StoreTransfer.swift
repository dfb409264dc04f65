/// Copies a store from one engine to another, row by row and still sealed. The store id is in every box and stays the
/// same, so nothing has to be opened.
package struct StoreTransfer {
    /// Every kind whose rows an account can have, except singletons.
    private let kinds: [RecordKind]
    private let singletons: [RecordKind]

    package init(of schema: EngineSchema) {
        singletons = schema.singletons
        kinds = schema.kinds.withPages.filter { $0.form != .singleton }
    }

    /// Copies all accounts, or one, without their sessions, which belong to one machine.
    ///
    /// - Parameters:
    ///   - only: the account to copy; `nil` for all.
    ///   - source: a transaction that reads one moment.
    ///   - target: a writing transaction, in a store that has no accounts yet.
    ///   - losingOthers: whether to leave out records of kinds that the schema lacks. Only the caller's own account may
    ///     be copied so: a backup compares its records with its manifest afterwards, so that the loss is noticed.
    /// - Throws: ``StoreError`` with `newerStore` if there are such records and they mustn't be left out.
    package func copyAll(
        _ only: AccountID? = nil, from source: any RecordBackend, to target: any RecordBackend,
        losingOthers: Bool = false
    ) throws {
        for id in try only.map({ [$0.description] }) ?? source.accounts() {
            guard let account = try? AccountID(id) else { throw StoreError(.damaged(.accountID)) }
            let others = losingOthers ? 0 : try source.countStrays(besides: singletons + kinds, of: account)
            guard others == 0 else { throw StoreError(.recordsOfOtherKinds([])) }
            try copy(account, from: source, to: target)
        }
    }

    private func copy(_ account: AccountID, from source: any RecordBackend, to target: any RecordBackend) throws {
        guard let heads = try source.heads(of: account, kinds: singletons), let gate = try source.gate(of: account)
        else {
            throw StoreError(.damaged(.gate(account)))
        }
        if let damage = gate.damage { throw StoreError(.damaged(damage)) }
        try target.putGate(gate, of: account)
        try target.putLock(heads.lock, of: account)
        try target.putCardNumber(heads.cardNumber, of: account)
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

extension EngineSchema {
    /// Copies another engine's store, as of one moment, into an empty file that has no name yet.
    ///
    /// - Parameter account: the account to copy; `nil` for all.
    /// - Throws: ``StoreError`` with `newerStore` if all are copied and one has records of kinds that the schema lacks.
    package func copy(_ engine: any RecordEngine, only account: AccountID? = nil, toEmptyFile path: String) throws {
        let file = try SQLiteEngine(making: path, id: engine.id, instance: engine.instance, self)
        do {
            try engine.transaction(.reading, of: account ?? .main) { source in
                try file.transaction(.writing, of: account ?? .main) { target in
                    try StoreTransfer(of: self).copyAll(
                        account, from: source, to: target, losingOthers: account != nil)
                }
            }
        } catch let error as EngineError where error.code == .outcomeUnknown {
            // Only the copy's own commit can be in doubt, and a copy that failed is discarded.
            throw EngineError(.io, error.detail, cause: error.cause)
        }
    }
}
