public import ProfileModel
public import SealedStore

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
            try read { transaction in
                let profile = try Self.require(profileRecords.committed(in: &transaction)).model
                var hikes: [Hike] = []
                try SealedCollection<StoredHike>().forEachElement(in: &transaction) { _, element in
                    hikes.append(element.hike)
                    return true
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
    public func restore(_ content: StoreContent, replacing: Bool = false) throws -> ProfileCommit {
        try write { transaction in
            let (hikes, ledger) = (SealedCollection<StoredHike>(), HikeLedger())
            guard try replacing || hikes.count(in: &transaction) == 0 else {
                throw ProfileError(
                    .exists, "the account has hikes already",
                    hint: "Nothing was changed. Replace them all with --replace.")
            }
            let commit = try profileRecords.restore(content.profile, at: now, in: &transaction)
            try hikes.removeAll(in: &transaction)
            var result = HikeImportResult()
            for hike in content.hikes {
                let imported = ImportedHike(sourceID: hike.id, hike: hike)
                try ledger.add(imported, replacing: false, wasStored: true, to: &result, in: &transaction)
            }
            try ledger.refresh(in: &transaction)
            return commit
        }
    }
}
