/// What was done on an outing.
public enum Activity: String, CaseIterable, Codable, Hashable, Sendable {
    case hiking, walking, running, cycling, other

    /// Whether it counts towards totals and badges, which are those of the feet.
    public var isOnFoot: Bool {
        switch self {
        case .hiking, .walking, .running: true
        case .cycling, .other: false
        }
    }

    /// Kilometres an hour, held for a minute, that nobody does it at. A remark, not a rule: it may have been recorded
    /// under the wrong name.
    public var impossibleSpeed: Double {
        switch self {
        case .hiking, .walking: 20
        case .running: 26
        case .cycling: 110
        case .other: .infinity
        }
    }

    /// The activity that a program's word means: `HIKING`, `trail_running`, `Mountain Biking`; `nil` for a word of none.
    public init?(word: String) {
        let word = word.lowercased()
        let meanings: [(part: String, activity: Activity)] = [
            ("hik", .hiking), ("trek", .hiking), ("wander", .hiking), ("mountaineer", .hiking), ("snowshoe", .hiking),
            ("walk", .walking),
            ("run", .running), ("jog", .running), ("cycl", .cycling), ("bik", .cycling), ("ride", .cycling),
        ]
        if let meaning = meanings.first(where: { word.contains($0.part) }) {
            self = meaning.activity
        } else if word == "other" || Self.others.contains(where: word.contains) {
            self = .other
        } else {
            return nil
        }
    }

    private static let others = [
        "swim", "ski", "row", "kayak", "paddl", "sail", "driv", "skat", "fly", "flight", "motor", "surf", "train",
    ]
}
