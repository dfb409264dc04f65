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
                var content = StoreContent(profile: profile, hikes: [])
                try Self.forEachHike(in: &transaction) { content.add($0, $1) }
                return content
            }
        }
    }

    /// Lends each hike by id, with what is known of its source.
    static func forEachHike(
        in transaction: inout RecordTransaction, _ body: (Hike, HikeSource?) throws -> Void
    ) throws {
        try SealedCollection<StoredHike>().forEachElement(in: &transaction) { _, element in
            try body(
                element.hike,
                element.contentDigest.map { digest in
                    HikeSource(contentDigest: digest, recording: element.recording, figureRules: element.figureRules)
                })
            return true
        }
    }

    /// Lends everything that readers see, as far as it opens, as of one moment and a hike at a time, so that memory doesn't
    /// grow with the number of hikes.
    ///
    /// The store does nothing else meanwhile, and the bodies may not use it.
    ///
    /// - Parameters:
    ///   - profile: is given the profile before all hikes, `nil` when it doesn't open. Whether the hikes are wanted then.
    ///   - hike: is given each hike by id, with what is known of its source.
    /// - Returns: whether the hikes were wanted, and the parts that don't open.
    public func readContent(
        _ profile: (Profile?) throws -> Bool, hike: (Hike, HikeSource?) throws -> Void
    ) throws -> Readable<Bool> {
        try salvage { transaction in
            guard try profile(try records.committed(in: &transaction)?.model) else { return false }
            try Self.forEachHike(in: &transaction, hike)
            return true
        }
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
        try restore(replacing: replacing) { add in
            for hike in content.hikes { try add(hike, content.sources[hike.id]) }
            return content.profile
        }
    }

    /// Brings content back a hike at a time, so that memory doesn't grow with the number of hikes; otherwise as
    /// ``restore(_:replacing:)``. Other processes that write wait as long as it takes.
    ///
    /// - Parameter content: is lent what adds a hike with what is known of its source, and returns the profile. When it
    ///   throws, nothing is changed.
    @discardableResult
    public func restore(
        replacing: Bool = false, from content: (_ add: (Hike, HikeSource?) throws -> Void) throws -> Profile
    ) throws -> ProfileCommit {
        try write { transaction in
            let (hikes, ledger) = (SealedCollection<StoredHike>(), HikeLedger())
            guard try replacing || hikes.count(in: &transaction) == 0 else {
                throw StoreError(.recordsExist(kind: StoredHike.kind.name))
            }
            let removed = try Set(SealedCollection<RemovedHike>().numbers(in: &transaction))
            try hikes.removeAll(in: &transaction)
            let profile = try content { hike, source in
                guard replacing || !removed.contains(hike.id) else {
                    throw StoreError(.recordExists(kind: RemovedHike.kind.name, number: hike.id))
                }
                try ledger.bringBack(hike, from: source, in: &transaction)
            }
            let commit = try records.restore(profile, at: now, in: &transaction)
            try ledger.refresh(in: &transaction)
            return commit
        }
    }
}

extension StoreContent {
    fileprivate mutating func add(_ hike: Hike, _ source: HikeSource?) {
        hikes.append(hike)
        sources[hike.id] = source
    }
}
