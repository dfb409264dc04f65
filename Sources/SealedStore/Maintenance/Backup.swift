extension GatedStore {
    /// Writes a verified copy of the store to a file, with drafts, while others may keep writing. The copy of a file
    /// has all of its accounts.
    ///
    /// The copy contains no sessions. It gets its name only after every record of this account has been opened in it
    /// and it is on disk. It opens with the recovery code that was valid when it was made, and with no later one; with
    /// the secrets of that time, too, until this machine's device secret is renewed, as each change of secrets does.
    ///
    /// The other accounts are verified without their keys: see ``StoreCheck/note``.
    ///
    /// - Parameters:
    ///   - acceptingDamage: whether to make the copy even if records don't open.
    ///   - includingOthers: whether the copy of a store that isn't a file has all accounts too, rather than this one.
    /// - Returns: the checks of the copy's records, including failed ones if damage is accepted.
    /// - Throws: ``StoreError`` with `exists` if there is a file at the path, `damaged` if a record doesn't open, `io`;
    ///   with `newerStore` if the store isn't a file and the account, or another one to be copied, has records of kinds
    ///   that the schema lacks, which the copy can't have. If damage is accepted, a copy of this account alone is made
    ///   without them. Nothing is left at the path in these cases.
    @discardableResult
    public func backup(
        to path: String, acceptingDamage: Bool = false, includingOthers: Bool = false
    ) throws -> [StoreCheck] {
        let checks = try opened.backup(to: path, acceptingDamage: acceptingDamage, includingOthers: includingOthers)
        opened.memory.folder.noteBackup(at: now)
        return checks
    }

    /// When the last backup of this store was made from this machine; `nil` if none is known of.
    public var lastBackup: WallTime? { opened.memory.folder.lastBackup }
}

extension OpenAccount {
    fileprivate func backup(
        to path: String, acceptingDamage: Bool, includingOthers: Bool
    ) throws -> [StoreCheck] {
        try withEngine { engine, sealer in
            let copy = try StoreCopy(for: path, core.schema.engineSchema)
            do {
                try copy.fill(from: engine, only: includingOthers ? nil : account)
                try copy.verify()
            } catch let error as EngineError where error.isWriteFailure {
                // Only the copy is being written, so the error is about the copy's location.
                throw StoreError.translated(error, at: path)
            }
            let opened = try copy.open(named: engine.name, core.schema.engineSchema)
            let checks = try opened.transaction(.reading, of: account) { backend in
                // Secrets that were changed before the copy was made would look like damage. A copy has no
                // sessions to compare.
                try openHeads(in: backend, during: nil)
                return try core.schema.checkRecords(in: backend, sealer, readable: readable)
                    + core.schema.checkOtherAccounts(than: account, in: backend)
            }
            if !acceptingDamage, let failed = checks.first(where: { !$0.isOK }), let problem = failed.problem {
                // Only the copy of a file has these.
                if core.location.filePath == nil, case .recordCount = problem,
                    case .recordsOfOtherKinds(let kinds) = failed.note
                {
                    throw StoreError(.recordsOfOtherKinds(kinds))
                }
                throw StoreError(.damaged(.check(name: failed.name, problem)))
            }
            try copy.publish()
            return checks
        }
    }
}
