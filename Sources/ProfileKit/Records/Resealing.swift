internal import SQLiteKit

/// Putting all records of an account under another key, inside the caller's transaction.
///
/// What doesn't open is kept aside, so that a damaged record never stands between an owner and the rest. What can be
/// worked out from the rest is: the profile from the newest commit that opens, the summary from the hikes, the inventory
/// from what is there.
enum Resealing {
    /// - Parameter lastSeen: the generation last seen, which a manifest that doesn't open is to come after.
    /// - Returns: the parts that don't open, or of which it is known that they aren't what was written last; empty when
    ///   all of it was whole.
    static func reseal(
        in connection: borrowing Connection, from old: borrowing RecordSealer, to new: borrowing RecordSealer,
        lastSeen: Int = 0
    ) throws -> [DamagedPart] {
        // Of a store that was restored where no device secret is, the manifest names the instance that it was made from.
        let manifest = try whatOpens { try Manifest.loadOfAnyInstance(from: connection, sealer: old).manifest }
        var damaged = try manifest?.damagedHeads(in: connection, sealer: old) ?? [.manifest]
        old.tally.begin(with: manifest?.inventory ?? Inventory())
        new.tally.begin(with: Inventory())
        try AsideTable.reseal(in: connection, from: old, to: new)
        for table in RecordTable.allCases {
            for number in try table.numbers(in: connection, sealer: old) {
                let isWhole: ()? = try whatOpens {
                    switch table {
                    case .hike: try HikeTable.reseal(number, in: connection, from: old, to: new)
                    case .emergency: try EmergencyTable.reseal(number, in: connection, from: old, to: new)
                    default: try reseal(number, of: table, in: connection, from: old, to: new)
                    }
                }
                guard isWhole == nil else { continue }
                try AsideTable.keep(number, of: table, in: connection, from: old, to: new)
                let part = table.part(numbered: number)
                if !damaged.contains(part) { damaged.append(part) }
            }
        }
        if let manifest {
            // Every row was taken out under the old key: if these were those that were written, nothing is left. Of
            // a row that doesn't open it isn't known what it was, but that it was there.
            let left = old.tally.inventory
            if left.count != 0 || (damaged.isEmpty && left != Inventory()) {
                damaged += try missing(in: connection, sealer: new, besides: damaged)
            }
            if !damaged.isEmpty { try workOut(in: connection, sealer: new) }
            _ = try Manifest.update(manifest, in: connection, sealer: new)
        } else {
            try workOut(in: connection, sealer: new)
            let generation = try Manifest.openGeneration(of: new.accountID, in: connection)
            _ = try Manifest.update(Manifest(lostAt: generation, lastSeen: lastSeen), in: connection, sealer: new)
        }
        return damaged
    }

    private static func reseal(
        _ number: Int, of table: RecordTable, in connection: borrowing Connection, from old: borrowing RecordSealer,
        to new: borrowing RecordSealer
    ) throws {
        let box = try connection.first(
            "SELECT record FROM \(table.rawValue) WHERE account = ? AND \(table.number) = ?", .text(old.accountID),
            .integer(number)
        ) { try $0.blob(0) }
        let payload = try old.open(box ?? [], at: RecordPlace(table: table.rawValue, revision: number))
        try table.remove(numbered: number, from: connection, sealer: old)
        try table.put(payload, numbered: number, in: connection, sealer: new)
    }

    /// What is gone, or back again, of rows that all open: as far as the others tell, and else the list itself.
    private static func missing(
        in connection: borrowing Connection, sealer: borrowing RecordSealer, besides known: [DamagedPart]
    ) throws -> [DamagedPart] {
        var parts: [DamagedPart] = []
        let revisions = try RecordTable.history.numbers(in: connection, sealer: sealer)
        for (earlier, later) in zip(revisions, revisions.dropFirst()) where later - earlier > 1 {
            parts.append(.revision(later - 1))
        }
        if let first = revisions.first,
            let entry = try whatOpens({ try ProfileTable.historyEntry(of: first, in: connection, sealer: sealer) }),
            entry?.before != nil
        {
            parts.append(.revision(first - 1))
        }
        let hikes = try HikeTable.ids(in: connection, sealer: sealer).count
        let digest = try whatOpens { try HikeTable.digest(from: connection, sealer: sealer) }
        let keptAside = known.count { if case .hike = $0 { true } else { false } }
        if let digest, digest.totals.hikes != hikes + keptAside { parts.append(.hikes) }
        parts = parts.filter { !known.contains($0) }
        return parts.isEmpty && known.isEmpty ? [.manifest] : parts
    }

    /// Makes anew what follows from what opens. What can't be made stays missing, which every reading says.
    private static func workOut(in connection: borrowing Connection, sealer: borrowing RecordSealer) throws {
        if try RecordTable.profile.numbers(in: connection, sealer: sealer).isEmpty,
            let last = try RecordTable.history.numbers(in: connection, sealer: sealer).last,
            let entry = try whatOpens({ try ProfileTable.historyEntry(of: last, in: connection, sealer: sealer) }),
            let profile = entry?.after
        {
            try RecordTable.profile.put(
                ProfileRecord(profile).encoded, numbered: last, in: connection, sealer: sealer)
        }
        guard let committed = try whatOpens({ try ProfileTable.load(from: connection, sealer: sealer) }) else { return }
        _ = try whatOpens {
            try HikeTable.refreshDigest(goalDate: committed.profile.goalDate, in: connection, sealer: sealer)
        }
    }
}

extension RecordTable {
    /// What a row that doesn't open is called.
    fileprivate func part(numbered number: Int) -> DamagedPart {
        switch self {
        case .profile: .profile
        case .history: .revision(number)
        case .draft: .draft
        case .summary: .summary
        case .hike: .hike(number)
        case .emergency: .emergencyCard
        }
    }
}
