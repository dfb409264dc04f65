public import ProfileKit

extension FieldChange {
    /// "season winter → spring".
    public var text: String {
        "\(Profile.option(of: field)) \(from.text) → \(to.text)"
    }

    /// "Goal Date 1 May 2027 → 2 May 2027": with the label and the values as forms show them.
    public var labelledText: String {
        "\(Profile.label(of: field)) \(from.spelled) → \(to.spelled)"
    }
}

extension ProfileHistoryEntry {
    /// The commit's changes, separated by commas; for one without changes, that it created the profile or that earlier
    /// ones are not kept.
    public func text(of change: (FieldChange) -> String = \.text) -> String {
        guard changes.isEmpty else { return changes.map(change).joined(separator: ", ") }
        return revision == 1 ? "created" : "earlier revisions are not kept"
    }
}

extension FieldConflict {
    /// "season: base winter, mine spring, theirs summer". Free text is quoted, since it may contain a comma.
    public var text: String {
        func shown(_ value: AnyFieldValue) -> String {
            let text = value.description.terminalSafe
            return value.value is String ? "'\(text)'" : text
        }
        return "\(Profile.option(of: field)): base \(shown(base)), mine \(shown(mine)), theirs \(shown(theirs))"
    }
}

extension AnyFieldValue {
    /// The value for display: "On", "☃️  winter", "1 May 2027 (155 days left)".
    ///
    /// - Parameters:
    ///   - today: the day from which to count the days to a day's value; they are omitted by default.
    ///   - isCapitalized: whether a season is capitalized.
    public func shown(today: Day? = nil, isCapitalized: Bool = false) -> String {
        switch value {
        case let flag as Bool: flag ? "On" : "Off"
        case let season as SeasonalPhoto:
            isCapitalized
                ? "\(season.emoji) \(season.rawValue.capitalizedFirst)" : "\(season.emoji)  \(season.rawValue)"
        case let goal as Goal:
            Goal(goal.kind, goal.target).map(\.text).map { text in
                goal.since.map { "\(text) since \($0.spelled)" } ?? text
            } ?? description
        case let day as Day: today.map { "\(day.spelled) (\(day.distance(from: $0)))" } ?? day.spelled
        default: description
        }
    }

    /// The value in a sentence: "on", "winter", "1 May 2027".
    fileprivate var spelled: String { (value as? Day)?.spelled ?? text }

    /// The value on one line, or a word for an empty one, as a draft may have, so that a sentence with it doesn't break
    /// off.
    var text: String {
        description.isEmpty ? "(empty)" : String(description.map { $0.isNewline ? " " : $0 }).terminalSafe
    }
}

/// The notice about a saved draft: "A draft from Tuesday is waiting: season winter → spring".
public struct DraftText: Hashable, Sendable {
    public let text: String

    /// - Parameters:
    ///   - savedAt: the time of the last save; `nil` when unknown.
    ///   - changes: the draft's changes to the profile it is based on.
    ///   - change: the text of a change.
    public init(
        savedAt: WallTime?, changes: [FieldChange], today: Day, change: (FieldChange) -> String = \.text
    ) {
        let day = savedAt.map { Day(localTo: $0).spelled(from: today) } ?? "an unknown day"
        let spelled = changes.isEmpty ? "no changes" : changes.map(change).joined(separator: ", ")
        text = "A draft from \(day) is waiting: \(spelled)"
    }
}
