internal import SQLiteKit

/// What an account has published: its committed profile and its hikes, as of one moment.
public struct StoreContent: Hashable, Sendable {
    public var profile: Profile
    /// With their observations, by id.
    public var hikes: [Hike]

    public init(profile: Profile, hikes: [Hike]) {
        (self.profile, self.hikes) = (profile, hikes)
    }
}

extension ProfileStore {
    /// Everything that readers see, in full.
    public var content: StoreContent {
        get throws {
            try read { connection, sealer in
                let profile = try ProfileTable.load(from: connection, sealer: sealer).profile
                var hikes: [Hike] = []
                for id in try HikeTable.ids(in: connection, sealer: sealer) {
                    guard let hike = try HikeTable.hike(id: id, in: connection, sealer: sealer) else { continue }
                    hikes.append(hike)
                }
                return StoreContent(profile: profile, hikes: hikes)
            }
        }
    }

    /// Brings back what ``content`` gave, in one transaction and at most one revision. A draft is left alone.
    ///
    /// Values are checked by their rules, but what an earlier version stored comes back: the goal date may be any day,
    /// since it was in its range when it was set, and ranges move with time; a hike may have any difficulty, and any
    /// distance that is not negative; and in texts of hikes what can't be seen becomes a space.
    ///
    /// - Parameter replacing: whether the hikes that are there make way for these.
    /// - Throws: ``ProfileError`` with `exists` when there are hikes and they may not be replaced, `invalidValue` for
    ///   values out of their rules. Nothing is changed then.
    @discardableResult
    public func restore(_ content: StoreContent, replacing: Bool = false) throws -> Commit {
        try write { connection, sealer in
            guard try replacing || HikeTable.ids(in: connection, sealer: sealer).isEmpty else {
                throw ProfileError(
                    .exists, "the account has hikes already",
                    hint: "Nothing was changed. Replace them all with --replace.")
            }
            let previous = try ProfileTable.load(from: connection, sealer: sealer)
            let commit = try publish(
                content.profile, after: previous, restoring: true, in: connection, sealer: sealer)
            try HikeTable.delete(from: connection, sealer: sealer)
            var result = HikeImportResult()
            for hike in content.hikes {
                let imported = ImportedHike(sourceID: hike.id, hike: hike)
                try Self.add(
                    imported, replacing: false, wasStored: true, to: &result, in: connection, sealer: sealer)
            }
            try HikeTable.refreshDigest(goalDate: content.profile.goalDate, in: connection, sealer: sealer)
            return commit
        }
    }
}
