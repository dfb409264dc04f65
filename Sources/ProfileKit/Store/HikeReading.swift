extension ProfileStore {
    /// Every hike without its observations, by id.
    public var hikes: [HikeHeader] {
        get throws { try read { try HikeTable.headers(in: $0, sealer: $1) } }
    }

    /// One hike with its observations.
    ///
    /// - Throws: ``ProfileError`` with `notFound` when there is none of this id.
    public func hike(_ id: Int) throws -> Hike {
        guard let hike = try read({ try HikeTable.hike(id: id, in: $0, sealer: $1) }) else { throw Self.noHike(id) }
        return hike
    }

    static func noHike(_ id: Int) -> ProfileError {
        ProfileError(.notFound, "there is no hike \(id)", hint: "See them with: profile hike list")
    }

    /// Everything that a summary shows, as of one moment. Its cost doesn't grow with the number of hikes.
    public var summary: Summary {
        get throws {
            try read { connection, sealer in
                Summary(
                    committed: try ProfileTable.load(from: connection, sealer: sealer),
                    draft: try DraftTable.load(from: connection, sealer: sealer),
                    hikes: try HikeTable.digest(from: connection, sealer: sealer))
            }
        }
    }
}

/// One account as readers see it at one moment.
public struct Summary: Hashable, Sendable {
    public let committed: CommittedProfile
    /// The saved draft, if there is one. It is no part of what readers see.
    public let draft: Draft?
    public let hikes: HikeDigest
}
