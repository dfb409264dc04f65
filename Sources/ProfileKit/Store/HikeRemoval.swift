internal import SQLiteKit

/// What adding or removing one hike did.
public struct HikeChange: Hashable, Sendable {
    public let id: Int
    /// The badges that are earned now and were not before.
    public let badgesEarned: [Badge]
    /// The badges that were earned before and are not any more.
    public let badgesLost: [Badge]
}

extension ProfileStore {
    /// Removes a hike. The digest that summaries show changes in the same transaction, badges included.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none of this id.
    @discardableResult
    public func removeHike(_ id: Int) throws -> HikeChange {
        try write { connection, sealer in
            guard try HikeTable.contains(id: id, in: connection, sealer: sealer) else { throw Self.noHike(id) }
            return try Self.change(id, in: connection, sealer: sealer) { connection, sealer in
                try HikeTable.delete(id: id, from: connection, sealer: sealer)
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
        return try write { connection, sealer in
            var header = header
            header.id = try HikeTable.nextID(in: connection, sealer: sealer)
            let imported = ImportedHike(sourceID: header.id, hike: Hike(header: header))
            return try Self.change(header.id, in: connection, sealer: sealer) { connection, sealer in
                var result = HikeImportResult()
                try Self.add(imported, replacing: false, to: &result, in: connection, sealer: sealer)
            }
        }
    }

    /// Does something to one hike inside the caller's transaction, and brings the digest up to date.
    private static func change(
        _ id: Int, in connection: borrowing Connection, sealer: borrowing RecordSealer,
        _ body: (borrowing Connection, borrowing RecordSealer) throws -> Void
    ) throws -> HikeChange {
        let before = try HikeTable.digest(from: connection, sealer: sealer).earnedBadges.map(\.badge)
        try body(connection, sealer)
        let goalDate = try ProfileTable.load(from: connection, sealer: sealer).profile.goalDate
        try HikeTable.refreshDigest(goalDate: goalDate, in: connection, sealer: sealer)
        let after = try HikeTable.digest(from: connection, sealer: sealer).earnedBadges.map(\.badge)
        return HikeChange(
            id: id, badgesEarned: after.filter { !before.contains($0) },
            badgesLost: before.filter { !after.contains($0) })
    }
}
