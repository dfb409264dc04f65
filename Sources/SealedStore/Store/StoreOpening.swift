internal import Synchronization

// What is done with a store before its gate returns it.
extension OpenStore {
    /// Upgrades records of format 1, for which the keys are needed.
    func upgradeRecords() throws {
        // A manifest that opens is of the present format.
        let hasManifest = current?.known.withLock { $0?.opened.hasManifest }
        guard hasManifest != true else { return }
        try withEngine { engine, sealer in try engine.upgradeRecords(sealer, core.schema) }
    }

    /// Remembers the store's generation as seen, unless a newer one was. Documents that were added to the schema since the
    /// account was created are begun.
    ///
    /// - Throws: ``StoreError`` with `damaged` if the store is older than the last one seen.
    func refuseOlder() throws {
        // The order matters: a commit in between only makes the store newer than the remembered generation.
        let seen = try core.translating { try memory.lastSeen }
        let schema = core.schema
        let found = try transaction(.reading) { backend, heads, sealer in
            try whatOpens {
                let records = try records(heads, in: backend, sealer, .reading)
                return (generation: records.generation, isComplete: schema.documentsToBegin(in: records).isEmpty)
            }
        }
        // If the manifest is damaged, the generation is unknown. Every read then reports the damage, and nothing is
        // written.
        guard let found else { return }
        let generation = found.generation
        guard generation >= seen ?? generation else { throw StoreError(.older(.opening), at: name) }
        // The process that committed it may have been killed before it could record it.
        if generation != seen { memory.note(generation) }
        guard !found.isComplete else { return }
        let now = core.configuration.clock.wallTime
        try write { records in
            for document in schema.documentsToBegin(in: records) { try document.begin(at: now, in: &records) }
            try schema.derived?.refresh(&records)
        }
    }
}
