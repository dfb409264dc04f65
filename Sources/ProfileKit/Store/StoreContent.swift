public import ProfileModel
public import SealedStore
internal import Sealing

/// What an account has published: its committed profile and its hikes, as of one moment.
public struct StoreContent: Hashable, Sendable {
    public var profile: Profile
    /// With their observations, by id.
    public var hikes: [Hike]
    /// What is known of the hikes' sources, by id.
    public var sources: [Int: HikeSource]

    public init(profile: Profile, hikes: [Hike], sources: [Int: HikeSource] = [:]) {
        (self.profile, self.hikes, self.sources) = (profile, hikes, sources)
    }
}

/// What a store keeps of a hike's source.
public struct HikeSource: Hashable, Sendable {
    /// Identifies what the source said (BLAKE2b, 32 bytes), so that it is known when it comes again.
    public var contentDigest: [UInt8]
    /// What the figures were worked out from; `nil` where nothing was recorded.
    public var recording: PackedRecording?
    /// The version of the rules by which the figures were worked out from it; `nil` where they were not.
    public var figureRules: Int?

    /// How many bytes a digest has.
    public static let digestLength = KeyedHash.length

    public init(contentDigest: [UInt8], recording: PackedRecording? = nil, figureRules: Int? = nil) {
        (self.contentDigest, self.recording, self.figureRules) = (contentDigest, recording, figureRules)
    }
}

extension ProfileStore {
    /// Everything that readers see, in full.
    public var content: StoreContent {
        get throws {
            try read { transaction in
                let profile = try Self.require(records.committed(in: &transaction)).model
                let (hikes, sources) = try Self.wholeHikes(in: &transaction)
                return StoreContent(profile: profile, hikes: hikes, sources: sources)
            }
        }
    }

    /// All hikes by id, with what is known of their sources.
    static func wholeHikes(
        in transaction: inout RecordTransaction
    ) throws -> (hikes: [Hike], sources: [Int: HikeSource]) {
        var hikes: [Hike] = []
        var sources: [Int: HikeSource] = [:]
        try SealedCollection<StoredHike>().forEachElement(in: &transaction) { id, element in
            hikes.append(element.hike)
            sources[id] = element.contentDigest.map { digest in
                HikeSource(contentDigest: digest, recording: element.recording, figureRules: element.figureRules)
            }
            return true
        }
        return (hikes, sources)
    }

    /// Brings back what ``content`` gave, in one transaction and at most one revision. A draft is left alone.
    ///
    /// Values are checked by their rules, but what an earlier version stored comes back: the goal date may be any day,
    /// since it was in its range when it was set, and ranges move with time; a hike may have any difficulty, and any
    /// distance that is not negative; and in texts of hikes what can't be seen becomes a space.
    ///
    /// - Parameter replacing: whether the hikes that are there make way for these, and removed ones of the same ids too.
    /// - Throws: ``StoreError`` with `exists` when there are hikes and they may not be replaced, `invalidValue` for
    ///   values out of their rules. Nothing is changed then.
    @discardableResult
    public func restore(_ content: StoreContent, replacing: Bool = false) throws -> ProfileCommit {
        try write { transaction in
            let (hikes, ledger) = (SealedCollection<StoredHike>(), HikeLedger())
            guard try replacing || hikes.count(in: &transaction) == 0 else {
                throw StoreError(.recordsExist(kind: StoredHike.kind.name))
            }
            let removed = try Set(SealedCollection<RemovedHike>().numbers(in: &transaction))
            if !replacing, let id = content.hikes.lazy.map(\.id).first(where: removed.contains) {
                throw StoreError(.recordExists(kind: RemovedHike.kind.name, number: id))
            }
            let commit = try records.restore(content.profile, at: now, in: &transaction)
            try hikes.removeAll(in: &transaction)
            for hike in content.hikes { try ledger.bringBack(hike, from: content.sources[hike.id], in: &transaction) }
            try ledger.refresh(in: &transaction)
            return commit
        }
    }
}
