internal import Synchronization

// What is done with a store before its gate returns it.
extension OpenAccount {
    /// Upgrades records of format 1, for which the keys are needed.
    func upgradeRecords() throws {
        // A manifest that opens is of the present format.
        let hasManifest = current?.cachedHeads.withLock { $0?.opened.hasManifest }
        guard hasManifest != true else { return }
        try withEngine { engine, sealer in try engine.upgradeRecords(sealer, core.schema) }
    }

    /// Remembers the store's generation as seen, unless a newer one was. Documents that were added to the schema since
    /// the account was created are begun, and directories that were made by earlier rules are rebuilt.
    ///
    /// - Throws: ``StoreError`` with `damaged` if the store is older than the last one seen.
    func refuseOlder() throws {
        // The order matters: a commit in between only makes the store newer than the remembered generation.
        let seen = try core.translating { try memory.seen }
        let schema = core.schema
        let found = try transaction(.reading) { backend, heads, sealer in
            try whatOpens {
                let records = try records(heads, in: backend, sealer, .reading)
                return (
                    seen: records.seen(schema), isComplete: schema.documentsToBegin(in: records).isEmpty,
                    isMigrated: records.schemaVersion >= schema.version,
                    isCurrent: !schema.elementTypes.contains { $0.hasOldDirectory(in: records) }
                )
            }
        }.result
        // If the manifest is damaged, the generation is unknown. Every read then reports the damage, and nothing is
        // written.
        guard let found else { return }
        guard found.seen.generation >= seen?.generation ?? found.seen.generation else {
            throw StoreError(.older(.opening), at: name)
        }
        // The process that committed it may have been killed before it could record it.
        if found.seen != seen { memory.note(found.seen) }
        // Whatever prevents these, such as damage or a full disk, is no reason to refuse the store: the next opening
        // tries again, and until then directories are read by the old rules.
        if !found.isComplete {
            let now = core.configuration.clock.wallTime
            _ = try? write { records in
                for document in schema.documentsToBegin(in: records) { try document.begin(at: now, in: &records) }
                _ = try whatOpens { try schema.derived?.refresh(&records) }
            }
        }
        if !found.isMigrated {
            do {
                try write { records in
                    try schema.migrate(&records)
                    _ = try whatOpens { try schema.derived?.refresh(&records) }
                }
            } catch let error as StoreError where !error.isMistakeOfStep {}
        }
        guard !found.isCurrent else { return }
        _ = try? write { records in
            for element in schema.elementTypes where element.hasOldDirectory(in: records) {
                try element.rebuildDirectory(in: &records)
            }
            _ = try whatOpens { try schema.derived?.refresh(&records) }
        }
    }
}

extension StoreError {
    /// Whether a migration's step asked for what can't be, which its program must notice.
    fileprivate var isMistakeOfStep: Bool { [.invalidValue, .exists, .notFound, .misuse].contains(code) }
}

extension CollectionElement {
    /// Whether the collection's directory was made by earlier rules. Later ones are left to the later program that made
    /// it, or two versions would rebuild it in turn.
    fileprivate static func hasOldDirectory(in records: borrowing RecordTransaction) -> Bool {
        guard let root = records.manifest.directories[kind.name] else { return false }
        return root.rulesVersion < rulesVersion || root.rulesVersion == rulesVersion && root.figures != figureCount
    }

    fileprivate static func rebuildDirectory(in records: inout RecordTransaction) throws {
        try SealedCollection<Self>().rebuild(in: &records)
    }
}

extension RecordTransaction {
    /// The memory of the store in this state.
    func seen(_ schema: StoreSchema) -> LastSeen {
        LastSeen(generation: generation, readable: schema.readableKind.map { number(of: $0) ?? 0 })
    }
}
