public import ProfileKit

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
            let readable = try readableContent
            guard readable.damaged.isEmpty, let profile = readable.value.profile else {
                throw StoreError(.damagedParts(readable.damaged), at: gate.path)
            }
            return StoreContent(profile: profile, hikes: readable.value.hikes, sources: readable.value.sources)
        }
    }

    /// All published content, as far as it opens; the profile is `nil` if it doesn't.
    public var readableContent: Salvaged<(profile: Profile?, hikes: [Hike], sources: [Int: HikeSource])> {
        get throws {
            var (profile, hikes, sources) = (Profile?.none, [Hike](), [Int: HikeSource]())
            let readable = try readContent(exact: true) {
                profile = $0
                return true
            } hike: { hike, source in
                hikes.append(hike)
                sources[hike.id] = source
            }
            return Salvaged(value: (profile, hikes, sources), damaged: readable.damaged)
        }
    }

    /// Restores content as given by ``content``.
    @discardableResult
    public func restore(_ content: StoreContent, replacing: Bool = false) throws -> ProfileCommit {
        try restore(replacing: replacing) { add in
            for hike in content.hikes { try add(.hike(hike, content.sources[hike.id])) }
            return content.profile
        }
    }
}
