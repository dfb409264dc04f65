extension GatedStore {
    /// Writes a verified copy of the whole store into a file, all its accounts and drafts included, while others may write
    /// on.
    ///
    /// It holds no sessions, and gets its name when every seal of this account was opened in it and it is on the disk.
    /// It opens where this machine's device secret is, and anywhere with the recovery code of this day.
    ///
    /// Of the other accounts it is verified what can be without their keys: see ``StoreCheck/note``.
    ///
    /// - Parameter acceptingDamage: whether to make the copy although records don't open.
    /// - Returns: the checks of the copy's records, among them those that failed if that is accepted.
    /// - Throws: ``StoreError`` with `exists` when something stands at the path, `damaged` when a record doesn't
    ///   open, `io`. Nothing is left at the path then.
    @discardableResult
    public func backup(to path: String, acceptingDamage: Bool = false) throws -> [StoreCheck] {
        try opened.backup(to: path, acceptingDamage: acceptingDamage)
    }

    /// As the blocking form, off the calling task.
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
            } catch let error as EngineError where error.isOfWriting {
                // Nothing of the store itself is written: the place to make room is the copy's.
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
