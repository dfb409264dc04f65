internal import ProfileKit
internal import ProfileRendering

// The JSON answers about a profile and its commits.

struct SummaryAnswer: Encodable {
    var schema = JSONAnswer.schema
    let account: String
    // Parts that don't open are null, and the command exits with 18.
    @OrNull var revision: Int?
    @OrNull var profile: ProfileAnswer?
    @OrNull var draft: Bool?
    @OrNull var goal: GoalAnswer?
    @OrNull var badges: [EarnedBadge]?
    @OrNull var recentHikes: [RecentHike]?
    @OrNull var totals: TotalsAnswer?

    struct GoalAnswer: Encodable {
        let kind: String
        let target: Double
        let reached: Double
        let since: Day
        @OrNull var paceNeeded: Double?

        init(_ progress: GoalProgress) {
            (kind, target) = (progress.goal.kind.rawValue, progress.goal.target)
            (reached, since) = (progress.reached.roundedToThousandths, progress.since)
            paceNeeded = progress.paceNeeded?.roundedToThousandths
        }
    }

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

    /// - Parameters:
    ///   - profile: the committed profile, or the draft's.
    ///   - goal: how far its goal is reached.
    init(_ summary: Salvaged<SummaryParts>, account: AccountID, profile: Profile?, goal: GoalProgress?) {
        self.account = account.description
        revision = summary.value.committed?.revision
        self.profile = profile.map { ProfileAnswer($0) }
        draft = summary.damaged.contains(.draft) ? nil : summary.value.draft != nil
        self.goal = goal.map { GoalAnswer($0) }
        guard let hikes = summary.value.hikes else { return }
        badges = hikes.earnedBadges.map { EarnedBadge(name: $0.badge.name, earnedOn: $0.earnedOn) }
        recentHikes = hikes.recent.map { hike in
            RecentHike(id: hike.id, name: hike.name, distance: hike.distance.roundedToThousandths, date: hike.date)
        }
        totals = TotalsAnswer(hikes.totals)
    }
}

struct TotalsAnswer: Encodable {
    let hikes: Int
    let distance: Double
    @OrNull var ascent: Double?
    @OrNull var movingTime: Double?

    init(_ totals: HikeTotals) {
        (hikes, distance) = (totals.hikes, totals.distance.roundedToThousandths)
        (ascent, movingTime) = (totals.ascent?.roundedToThousandths, totals.movingTime?.roundedToThousandths)
    }
}

/// A profile as an object with a member for each field but the goal, which has an object of its own beside it.
struct ProfileAnswer: Encodable {
    private let profile: Profile

    init(_ profile: Profile) {
        self.profile = profile
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ field: ModelField<Profile>) { stringValue = field.name }
        init?(stringValue: String) { return nil }
        init?(intValue: Int) { return nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for field in Profile.fields where field.name != Profile.FieldName.goal {
            try container.encode(field.value(of: profile).json, forKey: Name(field))
        }
    }
}

/// One field that differs.
struct ChangeAnswer: Encodable {
    let field: String
    let from: FieldJSON
    let to: FieldJSON

    init(_ change: FieldChange) {
        (field, from, to) = (change.field, change.from.json, change.to.json)
    }
}

struct CommitAnswer: Encodable {
    var schema = JSONAnswer.schema
    let revision: Int
    let changes: [ChangeAnswer]

    init(revision: Int, changes: [FieldChange]) {
        (self.revision, self.changes) = (revision, changes.map(ChangeAnswer.init))
    }
}

extension CommandCall {
    /// Commits, and answers with the commit and with the badges that it earned or lost.
    ///
    /// - Parameter movesGoal: whether the goal date may change, on which one badge depends. If not, there is no need to
    ///   look at them.
    func commit(to store: ProfileStore, movesGoal: Bool, _ commit: () throws -> ProfileCommit) throws {
        func earned() throws -> [Badge] {
            guard movesGoal else { return [] }
            return try store.readableSummary.value.hikes?.earnedBadges.map(\.badge) ?? []
        }
        let before = try earned()
        try answer(try commit())
        // The commit is made, whether or not its badges can be read.
        guard let now = try? earned() else { return }
        reporter.notice(
            badgesEarned: now.filter { !before.contains($0) }, lost: before.filter { !now.contains($0) })
    }

    /// Answers with a commit that was just made.
    private func answer(_ commit: ProfileCommit) throws {
        try reporter.answer(
            CommitAnswer(revision: commit.revision, changes: commit.changes), text: commit.changes.map(\.text))
        reporter.notice(commit.changes.isEmpty ? "Nothing changed." : "Committed as revision \(commit.revision).")
    }
}

extension ProfileDraft {
    /// Whether the goal date, on which a badge depends, is changed.
    var changesGoal: Bool { changes.contains { $0.field == Profile.FieldName.goalDate } }
}

struct HistoryAnswer: Encodable {
    var schema = JSONAnswer.schema
    let history: [Entry]

    struct Entry: Encodable {
        let revision: Int
        @OrNull var at: String?
        let changes: [ChangeAnswer]
    }

    init(_ history: [ProfileHistoryEntry]) {
        self.history = history.map { entry in
            let at = Timestamp(secondsSince1970: Double(entry.at.secondsSince1970))?.description
            return Entry(revision: entry.revision, at: at, changes: entry.changes.map(ChangeAnswer.init))
        }
    }
}

/// A field that was changed on both sides.
struct ConflictAnswer: Encodable {
    let field: String
    let base: FieldJSON
    let mine: FieldJSON
    let theirs: FieldJSON

    init(_ conflict: FieldConflict) {
        field = conflict.field
        (base, mine, theirs) = (conflict.base.json, conflict.mine.json, conflict.theirs.json)
    }
}

struct DiffAnswer: Encodable {
    var schema = JSONAnswer.schema
    /// The revision that the draft is based on.
    let since: Int
    let changes: [ChangeAnswer]
    /// Omitted when there are none.
    let conflicts: [ConflictAnswer]?

    init(since: Int, changes: [FieldChange], conflicts: [FieldConflict]) {
        self.since = since
        self.changes = changes.map(ChangeAnswer.init)
        self.conflicts = conflicts.isEmpty ? nil : conflicts.map(ConflictAnswer.init)
    }
}
