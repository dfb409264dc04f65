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
    ///
    /// A number is one of Strava's, which other programs use too when they write files for it.
    public init?(word: String) {
        let word = word.lowercased()
        if let number = Int(word) {
            guard Self.knownNumbers.contains(number) else { return nil }
            self = Self.numbers[number] ?? .other
        } else if let meaning = Self.meanings.first(where: { meaning in meaning.parts.contains(where: word.contains) })
        {
            self = meaning.activity
        } else if word == "other" {
            self = .other
        } else {
            return nil
        }
    }

    /// The numbers of Strava's sports whose meanings are known.
    private static let knownNumbers = 1...18

    /// Those of them that aren't ``other``: 13 is snowshoeing, 17 a virtual ride, 18 a ride on an e-bike.
    private static let numbers: [Int: Activity] = [
        1: .cycling, 4: .hiking, 9: .running, 10: .walking, 13: .hiking, 17: .cycling, 18: .cycling,
    ]

    /// Parts of names, in the order in which they are looked for.
    private static let meanings: [(activity: Activity, parts: [String])] = [
        (.other, ["langlauf", "horse", "motor"]),
        (.hiking, ["hik", "trek", "wander", "mountaineer", "snowshoe"]),
        (.walking, ["walk", "spazier", "wandel", "march"]),
        (.running, ["run", "jog", "lauf", "hardlop", "corsa", "carrera", "course à pied"]),
        (
            .cycling,
            ["cycl", "bik", "ride", "mtb", "radfahr", "fahrrad", "rennrad", "radtour", "velo", "vélo", "cicl", "fiets"]
        ),
        (
            .other,
            [
                "swim", "ski", "row", "kayak", "paddl", "sail", "driv", "skat", "fly", "flight", "surf",
                "train", "fitness", "commut",
            ]
        ),
    ]
}
