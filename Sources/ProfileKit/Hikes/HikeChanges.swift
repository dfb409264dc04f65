public import ProfileModel
internal import SealedStore

/// What adding or removing one hike did.
public struct HikeChange: Hashable, Sendable {
    public let id: Int
    /// The badges that are earned now and were not before.
    public let badgesEarned: [Badge]
    /// The badges that were earned before and are not any more.
    public let badgesLost: [Badge]
}

extension ProfileStore {
    /// Removes a hike, whatever its state. The summary changes in the same transaction, badges
    /// included.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none of this id.
    @discardableResult
    public func removeHike(_ id: Int) throws -> HikeChange {
        try write { transaction in
            try Self.changing(id, in: &transaction) { transaction in
                guard try SealedCollection<StoredHike>().remove(id, in: &transaction) else { throw Self.noHike(id) }
            }
        }
    }

    /// Adds a hike that nobody recorded, under the next free id. It is a new one even if another is equal to it: people
    /// walk one way twice.
    ///
    /// - Parameter header: its id means nothing.
    /// - Throws: ``ProfileError`` with `invalidValue` for all values that break their rules.
    @discardableResult
    public func addHike(_ header: HikeHeader) throws -> HikeChange {
        guard header.problems.isEmpty else { throw ProfileError(invalid: header.problems) }
        return try write { transaction in
            let ledger = HikeLedger()
            var header = header
            header.id = try ledger.nextID(in: &transaction)
            let imported = ImportedHike(sourceID: header.id, hike: Hike(header: header))
            return try Self.changing(header.id, in: &transaction) { transaction in
                var result = HikeImportResult()
                try ledger.add(imported, replacing: false, to: &result, in: &transaction)
            }
        }
    }

    /// Does something to one hike, and brings the summary up to date.
    private static func changing(
        _ id: Int, in transaction: inout RecordTransaction, _ body: (inout RecordTransaction) throws -> Void
    ) throws -> HikeChange {
        let ledger = HikeLedger()
        let before = try ledger.digest(in: &transaction)?.earnedBadges.map(\.badge) ?? []
        try body(&transaction)
        try ledger.refresh(in: &transaction)
        let after = try ledger.digest(in: &transaction)?.earnedBadges.map(\.badge) ?? []
        return HikeChange(
            id: id, badgesEarned: after.filter { !before.contains($0) },
            badgesLost: before.filter { !after.contains($0) })
    }
}
