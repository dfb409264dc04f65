public import ProfileModel
public import SealedStore
internal import Sealing

/// The published content of an account: its committed profile and its hikes, from one consistent read.
public struct StoreContent: Hashable, Sendable {
    /// The committed profile.
    public var profile: Profile
    /// With their observations, by id.
    public var hikes: [Hike]
    /// The stored facts about the hikes' sources, by id.
    public var sources: [Int: HikeSource]

    public init(profile: Profile, hikes: [Hike], sources: [Int: HikeSource] = [:]) {
        (self.profile, self.hikes, self.sources) = (profile, hikes, sources)
    }
}

extension ProfileStore {
    /// All published content.
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

    /// Calls a closure with each hike by id, and what is stored about its source.
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

    /// Reads all published content, as far as it opens, from one consistent read and a hike at a time, so that memory
    /// use doesn't grow with the number of hikes.
    ///
    /// The store can't be used meanwhile, not even by the closures.
    ///
    /// - Parameters:
    ///   - profile: called with the profile before any hikes, or with `nil` if it doesn't open. Returns whether to read
    ///     the hikes.
    ///   - hike: called with each hike by id, and what is stored about its source.
    /// - Returns: whether the hikes were read, and the parts that don't open.
    public func readContent(
        _ profile: (Profile?) throws -> Bool, hike: (Hike, HikeSource?) throws -> Void
    ) throws -> Readable<Bool> {
        try salvage { transaction in
            guard try profile(try records.committed(in: &transaction)?.model) else { return false }
            try Self.forEachHike(in: &transaction, hike)
            return true
        }
    }

    /// Restores content as given by ``content``, in one transaction and at most one revision. A draft is left alone.
    ///
    /// Values are checked by their rules, but values that an earlier version stored are accepted: any goal date, since
    /// it was valid when it was set and valid ranges move with time; any difficulty of a hike, and any distance that
    /// isn't negative. In texts of hikes, invisible characters become spaces.
    ///
    /// - Parameter replacing: whether existing hikes are replaced by these, and removed ones with the same ids too.
    /// - Throws: ``StoreError`` with `exists` when there are hikes, or removed ones with the same ids, and `replacing`
    ///   is false; `invalidValue` for values that break their rules. Nothing is changed then.
    @discardableResult
    public func restore(_ content: StoreContent, replacing: Bool = false) throws -> ProfileCommit {
        try restore(replacing: replacing) { add in
            for hike in content.hikes { try add(hike, content.sources[hike.id]) }
            return content.profile
        }
    }

    /// Restores content a hike at a time, so that memory use doesn't grow with the number of hikes; otherwise like
    /// ``restore(_:replacing:)``. Other writing processes wait until it ends.
    ///
    /// - Parameter content: called with a function that adds a hike and what is known about its source; returns the
    ///   profile. If it throws, nothing is changed.
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
                try ledger.addExported(hike, from: source, in: &transaction)
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
