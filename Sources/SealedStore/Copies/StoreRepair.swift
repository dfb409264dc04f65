internal import SystemKit

/// What a repair of a damaged store did, or would do.
public struct StoreRepair: Hashable, Sendable {
    /// What didn't open and was dropped, or had to go with it.
    public let lost: [DamagedPart]
    /// What opens, but isn't what was written last: someone put it back.
    public let stale: [DamagedPart]
    /// What was damaged of the lists that tell what was written last. All that opens of what they list was kept.
    public let uncompared: [DamagedPart]
    /// The revisions of the documents that stand now, by the names of their kinds; empty when there was nothing to repair.
    public let revisions: [String: Int]
    /// The documents of which nothing was left, by the names of their kinds: they are new ones.
    public let fresh: Set<String>
    /// The file with the store as it was before; `nil` when nothing was changed.
    public let copy: String?
    /// Whether there was anything to repair.
    public let isNeeded: Bool
}

extension GatedStore {
    /// What `repair(keepingStale:)` would do. Changes nothing.
    public func repairPreview() throws -> StoreRepair {
        try opened.repair(keepingStale: true, isPreview: true)
    }

    /// Makes the account's damaged records whole, in one transaction that first copies the store, as it finds it, to a file
    /// beside it.
    ///
    /// What doesn't open is dropped. A lost document comes back from the newest commit or from what the draft began with,
    /// or else is a new one. Derived data, lists and manifest are made anew, so that `check()` finds the account whole. The
    /// gate and other accounts are left alone. Nothing is written where nothing is damaged.
    ///
    /// - Parameter keepingStale: whether what isn't what was written last stays; it is dropped otherwise.
    /// - Throws: ``StoreError`` with `damaged` when the engine itself can't read all of the store. Nothing is changed then,
    ///   but the copy stays where it was made already.
    public func repair(keepingStale: Bool = false) throws -> StoreRepair {
        try opened.repair(keepingStale: keepingStale, isPreview: false)
    }

    /// Makes the account's damaged records whole, as the blocking form does.
    public func repair(keepingStale: Bool = false) async throws -> StoreRepair {
        try await offloading { _ in try self.repair(keepingStale: keepingStale) }
    }
}

extension OpenStore {
    /// Repairs in one transaction, which is undone where nothing is to be changed.
    fileprivate func repair(keepingStale: Bool, isPreview: Bool) throws -> StoreRepair {
        try withEngine { engine, _ in try engine.requireSound() }
        let (readable, now, schema) = (readable, core.configuration.clock.secondsSince1970, core.schema)
        // What is remembered may be unreadable, which is no reason to leave the store damaged.
        let seen = (try? memory.lastSeen) ?? nil
        var outcome = RepairOutcome()
        do {
            try committing { backend, _, sealer in
                outcome.isNeeded = try schema.checkRecords(in: backend, sealer, instance: readable.instance)
                    .contains { !$0.isOK || $0.note != nil }
                guard outcome.isNeeded else { throw NothingToCommit() }
                // Nobody else writes from here on, so the copy holds all that the repair drops.
                if !isPreview { outcome.copy = try copyAside() }
                let repaired = try schema.repair(
                    in: backend, sealer, instance: readable.instance, readable: readable, lastSeen: seen ?? 0,
                    keepsUnproven: keepingStale, at: now)
                outcome.findings = repaired.findings
                (outcome.revisions, outcome.fresh) = (repaired.revisions, repaired.fresh)
                guard !isPreview else { throw NothingToCommit() }
                return ((), repaired.mark)
            }
        } catch is NothingToCommit {
            // What was found stands in the outcome.
        }
        return outcome.result(of: schema)
    }

    /// Copies the store as it is, under the next name that is free: `STORE.damaged`.
    ///
    /// - Returns: the copy's path.
    /// - Throws: ``StoreError`` with `exists`, `io`. Nothing is left then.
    private func copyAside() throws -> String {
        let path = "\(core.location.opener.file ?? "\(memory.folder.path)/store").damaged"
        for number in 1...100 {
            let name = number == 1 ? path : "\(path).\(number)"
            guard PrivateFile.identity(of: name) == nil else { continue }
            let copy = try StoreCopy(for: name, core.schema)
            try self.copy(to: copy)
            try copy.verify()
            try copy.publish()
            return name
        }
        throw StoreError(.fileExists(path: "\(path).100"))
    }
}

/// Ends a transaction whose changes are not to stand.
private struct NothingToCommit: Error {}

private struct RepairOutcome {
    var isNeeded = false
    var copy: String?
    var findings = Repair.Findings()
    var revisions: [String: Int] = [:]
    var fresh: Set<String> = []

    func result(of schema: StoreSchema) -> StoreRepair {
        // What is derived is worked out anew, so it is never lost.
        let derived = schema.derived.map { DamagedPart.record(kind: $0.kind.name, number: nil) }
        return StoreRepair(
            lost: findings.lost.filter { $0 != derived }, stale: findings.unproven, uncompared: findings.uncompared,
            revisions: revisions, fresh: fresh, copy: copy, isNeeded: isNeeded)
    }
}
