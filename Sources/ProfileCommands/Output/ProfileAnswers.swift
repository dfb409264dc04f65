internal import ProfileKit

/// The JSON answers about a profile and its commits.

struct SummaryAnswer: Encodable {
    var schema = JSONAnswer.schema
    let account: String
    let revision: Int
    let profile: ProfileAnswer
    let draft: Bool
    let badges: [EarnedBadge]
    let recentHikes: [RecentHike]
    let totals: Totals

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
    init(_ summary: Summary, account: AccountID, profile: Profile) {
        self.account = account.description
        revision = summary.committed.revision
        self.profile = ProfileAnswer(profile)
        draft = summary.draft != nil
        badges = summary.hikes.earnedBadges.map { EarnedBadge(name: $0.badge.name, earnedOn: $0.earnedOn) }
        recentHikes = summary.hikes.recent.map { hike in
            RecentHike(id: hike.id, name: hike.name, distance: hike.distance, date: hike.date)
        }
        let totals = summary.hikes.totals
        self.totals = Totals(
            hikes: totals.hikes, distance: totals.distance, ascent: totals.ascent, movingTime: totals.movingTime)
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
