// How a schema's records are completed when they are resealed or repaired.
extension StoreSchema {
    /// Moves all records of an account to another key, in the caller's transaction.
    ///
    /// Records that don't open are set aside. What can be reconstructed is: a document from the newest commit that
    /// opens, derived records from the others.
    ///
    /// - Parameters:
    ///   - readable: computes the MACs of the readable text.
    ///   - lastSeen: the last generation seen, which the new one must exceed.
    ///   - now: the time of what is completed.
    /// - Returns: the new generation, and the damaged or outdated parts.
    func reseal(
        in backend: any RecordBackend, from old: RecordSealer, to new: RecordSealer, instance: InstanceID,
        readable: ReadableAuthentication, lastSeen: Int, at now: WallTime
    ) throws -> (generation: Int, damaged: [DamagedPart]) {
        // Records restored without a device secret still name the instance from which the copy was made.
        let records = try salvaging(in: backend, old, instance: nil)
        let missing = try documentsNotBegun(in: records)
        let begun = Set(missing.map { $0.kinds.document.name })
        var dropped: [DamagedPart] = []
        let (commit, damaged) = try Resealing(kinds: kinds, collections: elementTypes).reseal(
            records, to: new, instance: instance.bytes, lastSeen: lastSeen, readable: readable.readable,
            completing: { records, damaged in
                for document in missing { try document.begin(at: now, in: &records) }
                // Nothing of the others is lost.
                for document in documents
                where !begun.contains(document.kinds.document.name)
                    && damaged.contains(where: { $0.concerns(document.kinds.all) })
                {
                    try document.reconstruct(at: now, in: &records) { dropped.append($0) }
                }
                try derived?.refresh(&records)
                try records.renew(readable)
            })
        return (commit.generation, damaged + dropped.filter { !damaged.contains($0) })
    }

    /// Repairs an account's records, in the caller's transaction.
    func repair(
        in backend: any RecordBackend, _ sealer: RecordSealer, instance: InstanceID, readable: ReadableAuthentication,
        lastSeen: Int, keepsUnproven: Bool, at now: WallTime
    ) throws -> (
        commit: RecordTransaction.CommitID, findings: Repair.Findings, revisions: [String: Int], recreated: Set<String>
    ) {
        let repair = Repair(
            kinds: kinds, collections: elementTypes,
            reconstructed: documents.map { $0.kinds.document } + (derived.map { [$0.kind] } ?? []))
        var revisions: [String: Int] = [:]
        var recreated: Set<String> = []
        let (commit, findings) = try repair.run(
            on: try salvaging(in: backend, sealer, instance: instance), instance: instance.bytes, lastSeen: lastSeen,
            keepsUnproven: keepsUnproven, readable: readable.readable
        ) { records, findings in
            for document in documents {
                let (name, isFresh) = (
                    document.kinds.document.name,
                    try document.reconstruct(orFreshAt: now, in: &records) { findings.lose($0) }
                )
                revisions[name] = records.number(of: document.kinds.document)
                if isFresh { recreated.insert(name) }
            }
            for logged in loggedCollections {
                try logged.removeStrayAttachments(in: &records) { findings.lose($0) }
            }
            try derived?.refresh(&records)
            try records.renew(readable)
        }
        return (commit, findings, revisions, recreated)
    }

    /// An account's records, of which whatever still opens can be read.
    func salvaging(
        in backend: any RecordBackend, _ sealer: RecordSealer, instance: InstanceID?
    ) throws -> RecordTransaction {
        var records = try RecordTransaction(
            in: backend, sealer: sealer, kinds: kinds, instance: instance?.bytes, access: .salvaging)
        // Not known without the manifest. Values that were migrated long ago are likelier than others.
        if records.isUnverified { records.manifest.schemaVersion = version }
        return records
    }
}

extension DocumentModel {
    fileprivate static func reconstruct(
        at now: WallTime, in records: inout RecordTransaction, losing: (DamagedPart) -> Void
    ) throws {
        try DocumentRecords<Self>().reconstruct(fallback: nil, at: now, in: &records, losing: losing)
    }

    fileprivate static func reconstruct(
        orFreshAt now: WallTime, in records: inout RecordTransaction, losing: (DamagedPart) -> Void
    ) throws -> Bool {
        try DocumentRecords<Self>().reconstruct(fallback: fresh(at: now), at: now, in: &records, losing: losing)
    }
}
