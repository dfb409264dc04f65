/// The kind of activity on an outing.
public enum Activity: String, CaseIterable, Codable, Hashable, Sendable {
    case hiking, walking, running, cycling, other

    /// Whether it counts towards totals and badges, which only include activities on foot.
    public var isOnFoot: Bool {
        switch self {
        case .hiking, .walking, .running: true
        case .cycling, .other: false
        }
    }

    /// The speed, in kilometres per hour, that can't be sustained for a minute in this activity. Exceeding it only adds
    /// a remark: the hike may have been recorded under the wrong activity.
    public var impossibleSpeed: Double {
        switch self {
        case .hiking, .walking: 20
        case .running: 26
        case .cycling: 110
        case .other: .infinity
        }
    }

    /// The activity that another program's name for it means, such as `HIKING`, `trail_running` or `Mountain Biking`;
    /// `nil` for an unknown name.
    public init?(word: String) {
        let word = word.lowercased()
        let meanings: [(part: String, activity: Activity)] = [
            ("hik", .hiking), ("trek", .hiking), ("wander", .hiking), ("mountaineer", .hiking), ("snowshoe", .hiking),
            ("walk", .walking),
            ("run", .running), ("jog", .running), ("cycl", .cycling), ("bik", .cycling), ("ride", .cycling),
            ("mtb", .cycling), ("radfahr", .cycling), ("fahrrad", .cycling),
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
        "fitness",
    ]
}
