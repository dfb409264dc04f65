internal import ProfileKit

/// The JSON answers about a profile and its commits.

struct SummaryAnswer: Encodable {
    var schema = JSONAnswer.schema
    let account: String
    // What doesn't open is null, and the command exits with 18.
    @OrNull var revision: Int?
    @OrNull var profile: ProfileAnswer?
    @OrNull var draft: Bool?
    @OrNull var badges: [EarnedBadge]?
    @OrNull var recentHikes: [RecentHike]?
    @OrNull var totals: Totals?

    struct EarnedBadge: Encodable {
        let name: String
        @OrNull var earnedOn: Day?
    }

    struct RecentHike: Encodable {
        let id: Int
        let name: String
        let distance: Double
        @OrNull var date: Day?
    }

    struct Totals: Encodable {
        let hikes: Int
        let distance: Double
        @OrNull var ascent: Double?
        @OrNull var movingTime: Double?
    }

    /// - Parameter profile: the committed one, or the draft's.
    init(_ summary: Readable<SummaryParts>, account: AccountID, profile: Profile?) {
        self.account = account.description
        revision = summary.value.committed?.revision
        self.profile = profile.map { ProfileAnswer($0) }
        draft = summary.damaged.contains(.draft) ? nil : summary.value.draft != nil
        guard let hikes = summary.value.hikes else { return }
        badges = hikes.earnedBadges.map { EarnedBadge(name: $0.badge.name, earnedOn: $0.earnedOn) }
        recentHikes = hikes.recent.map { hike in
            RecentHike(id: hike.id, name: hike.name, distance: hike.distance, date: hike.date)
        }
        totals = Totals(
            hikes: hikes.totals.hikes, distance: hikes.totals.distance, ascent: hikes.totals.ascent,
            movingTime: hikes.totals.movingTime)
    }
}

/// A profile as an object with a member for each field.
struct ProfileAnswer: Encodable {
    private let profile: Profile

    init(_ profile: Profile) {
        self.profile = profile
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ field: Profile.Field) { stringValue = field.rawValue }
        init?(stringValue: String) { return nil }
        init?(intValue: Int) { return nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for field in Profile.Field.allCases { try container.encode(profile.value(of: field), forKey: Name(field)) }
    }
}

struct CommitAnswer: Encodable {
    var schema = JSONAnswer.schema
    let revision: Int
    let changes: [ProfileChange]
}

struct HistoryAnswer: Encodable {
    var schema = JSONAnswer.schema
    let history: [Entry]

    struct Entry: Encodable {
        let revision: Int
        @OrNull var at: String?
        let changes: [ProfileChange]
    }

    init(_ history: [HistoryEntry]) {
        self.history = history.map { entry in
            let at = Timestamp(secondsSince1970: Double(entry.at))?.description
            return Entry(revision: entry.revision, at: at, changes: entry.changes)
        }
    }
}

struct DiffAnswer: Encodable {
    var schema = JSONAnswer.schema
    /// The revision that the draft began from.
    let since: Int
    let changes: [ProfileChange]
    /// Left out where there are none.
    let conflicts: [FieldConflict]?
}
