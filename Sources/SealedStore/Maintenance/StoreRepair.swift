/// The result of repairing a damaged store, or of a preview.
public struct StoreRepair: Hashable, Sendable {
    /// The parts that didn't open and were dropped, or had to be dropped with them.
    public let lost: [DamagedPart]
    /// The outdated parts, which someone put back.
    public let outdated: [DamagedPart]
    /// The parts that a recovery had set aside, and that open. What doesn't open of them is among those lost.
    public let setAside: [DamagedPart]
    /// The damaged lists that would identify the current parts. Everything that opens of what they list was kept.
    public let unverifiable: [DamagedPart]
    /// The documents' revisions after the repair, by the names of their kinds; empty if there was nothing to repair.
    public let revisions: [String: Int]
    /// The documents of which nothing was left, by the names of their kinds. They were created as for a new account.
    public let recreated: Set<String>
    /// The file with a copy of the store as it was before; `nil` if nothing was changed.
    public let copy: String?
    /// Whether there was anything to repair.
    public let isNeeded: Bool
}

extension GatedStore {
    /// Returns what `repair(keepingOutdated:)` would do, without changing anything.
    ///
    /// - Throws: ``StoreError`` as `repair(keepingOutdated:)` does.
    public func repairPreview() throws -> StoreRepair {
        try opened.repair(keepingOutdated: true, isPreview: true)
    }

    /// Repairs the account's damaged records, in one transaction that first copies the store as it is to a file beside
    /// it.
    ///
    /// Records that don't open are dropped. Those that open are kept, even if this version of the program can't read
    /// them. A lost document is restored from the newest commit that can be read, or from the value that the draft
    /// began with, or otherwise created as for a new account. Derived data, lists and the manifest are rebuilt, so that
    /// `check()` finds the account intact. The gate and other accounts aren't changed. If nothing is damaged, nothing
    /// is written.
    ///
    /// - Parameter keepingOutdated: whether to keep outdated records, and to bring back the records that a recovery has
    ///   set aside and that open; otherwise they are dropped.
    /// - Throws: ``StoreError`` with `damaged` if the engine can't read all of the store. Nothing is changed then, but
    ///   a copy that was already made is kept. With `newerStore` if there are records of kinds that the schema lacks,
    ///   which a repair would drop. If the manifest doesn't open, those kinds aren't known, and only the copy of a
    ///   file keeps their records.
    public func repair(keepingOutdated: Bool = false) throws -> StoreRepair {
        try opened.repair(keepingOutdated: keepingOutdated, isPreview: false)
    }
}

extension OpenAccount {
    /// Repairs in one transaction, which is rolled back for a preview or if there is nothing to repair.
    fileprivate func repair(keepingOutdated: Bool, isPreview: Bool) throws -> StoreRepair {
        try withEngine { engine, _ in try engine.requireSound() }
        let (readable, now, schema) = (readable, core.configuration.clock.wallTime, core.schema)
        // The last generation seen may be unreadable, which is no reason to leave the store damaged.
        let seen = (try? memory.lastSeen) ?? nil
        var outcome = RepairOutcome()
        do {
            try committing { backend, _, sealer in
                outcome.isNeeded = try schema.checkRecords(in: backend, sealer, readable: readable)
                    .contains(where: \.needsRepair)
                guard outcome.isNeeded else { throw NothingToCommit() }
                try schema.salvaging(in: backend, sealer, instance: readable.instance)
                    .refuseOtherKinds(than: schema.kinds)
                // From here on no other process can write, so the copy contains everything that the repair drops.
                if !isPreview { outcome.copy = try copyAside() }
                let repaired = try schema.repair(
                    in: backend, sealer, instance: readable.instance, readable: readable, lastSeen: seen ?? 0,
                    keepsUnproven: keepingOutdated, at: now)
                outcome.findings = repaired.findings
                (outcome.revisions, outcome.recreated) = (repaired.revisions, repaired.recreated)
                guard !isPreview else { throw NothingToCommit() }
                return ((), repaired.commit, nil)
            }
        } catch is NothingToCommit {
            // The findings are in the outcome.
        }
        return outcome.result(of: schema)
    }

}

extension StoreCheck {
    /// Whether a repair has something to do about this.
    fileprivate var needsRepair: Bool {
        switch note {
        case .recordsAside, .incompleteRecords: true
        case .byFormAlone, .recordsOfOtherKinds, .unreadableRecords, .exposedFolders, .foreignSessions, .missingCopies,
            nil:
            !isOK
        }
    }
}

private struct RepairOutcome {
    var isNeeded = false
    var copy: String?
    var findings = Repair.Findings()
    var revisions: [String: Int] = [:]
    var recreated: Set<String> = []

    func result(of schema: StoreSchema) -> StoreRepair {
        // A derived record is recomputed, so it is never lost.
        let derived = schema.derived.map { DamagedPart.record(kind: $0.kind.name, number: nil) }
        return StoreRepair(
            lost: findings.lost.filter { $0 != derived }, outdated: findings.unproven, setAside: findings.setAside,
            unverifiable: findings.unverifiable,
            revisions: revisions, recreated: recreated, copy: copy, isNeeded: isNeeded)
    }
}
