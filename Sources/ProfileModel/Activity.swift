/// The kind of activity on an outing. Each is a row of a table.
public struct Activity: RawRepresentable, CaseIterable, Codable, Hashable, Sendable {
    /// The index in the table.
    private let index: UInt8

    /// The name, such as `hiking`; it is stored, and shown.
    public var rawValue: String { Self.table[Int(index)].name }

    public init?(rawValue: String) {
        guard let index = Self.table.firstIndex(where: { $0.name == rawValue }) else { return nil }
        self.index = UInt8(index)
    }

    private init(index: Int) { self.index = UInt8(index) }

    public static let allCases = table.indices.map { Activity(index: $0) }

    public static let (hiking, walking, running) = (Activity(index: 0), Activity(index: 1), Activity(index: 2))
    public static let (mountaineering, snowshoeing) = (Activity(index: 3), Activity(index: 4))
    public static let (cycling, skiTouring, skiing) = (Activity(index: 5), Activity(index: 6), Activity(index: 7))
    public static let (climbing, paddling, swimming) = (Activity(index: 8), Activity(index: 9), Activity(index: 10))
    public static let (riding, other) = (Activity(index: 11), Activity(index: 12))

    /// What is known of an activity.
    private struct Row: Sendable {
        let name: String
        let isOnFoot: Bool
        /// The speed, in kilometres per hour, that nobody reaches.
        let impossibleSpeed: Double
        /// Parts of the names that other programs use.
        let words: [String]
        /// Strava's numbers, which other programs use too when they write files for it.
        var strava: [Int] = []
        /// Garmin's numbers of sports, as in FIT.
        var garmin: [Int] = []
    }

    private var row: Row { Self.table[Int(index)] }

    private static let table = [
        Row(
            name: "hiking", isOnFoot: true, impossibleSpeed: 20, words: ["hik", "trek", "wander"], strava: [4],
            garmin: [17]),
        Row(
            name: "walking", isOnFoot: true, impossibleSpeed: 20, words: ["walk", "spazier", "wandel", "march"],
            strava: [10], garmin: [11]),
        Row(
            name: "running", isOnFoot: true, impossibleSpeed: 26,
            words: ["run", "jog", "lauf", "hardlop", "corsa", "carrera", "course à pied"], strava: [9], garmin: [1]),
        Row(
            name: "mountaineering", isOnFoot: true, impossibleSpeed: 20,
            words: ["mountaineer", "bergsteig", "alpinis", "hochtour"], garmin: [16]),
        Row(
            name: "snowshoeing", isOnFoot: true, impossibleSpeed: 20, words: ["snowshoe", "schneeschuh", "raquette"],
            strava: [13], garmin: [35]),
        Row(
            name: "cycling", isOnFoot: false, impossibleSpeed: 110,
            words: [
                "cycl", "bik", "ride", "mtb", "radfahr", "fahrrad", "rennrad", "radtour", "velo", "vélo", "cicl",
                "fiets",
            ], strava: [1, 17, 18], garmin: [2, 21]),
        Row(
            name: "ski-touring", isOnFoot: false, impossibleSpeed: 110,
            words: ["ski-touring", "ski touring", "ski_touring", "skitour", "backcountry", "ski de rando"],
            strava: [3]),
        Row(
            name: "skiing", isOnFoot: false, impossibleSpeed: 160, words: ["ski", "snowboard", "langlauf"],
            strava: [2, 7, 12], garmin: [12, 13, 14]),
        Row(name: "climbing", isOnFoot: false, impossibleSpeed: 20, words: ["climb", "kletter"], garmin: [31]),
        Row(
            name: "paddling", isOnFoot: false, impossibleSpeed: 30,
            words: ["paddl", "kayak", "kajak", "canoe", "kanu", "row", "rafting"], garmin: [15, 19, 37, 41, 42]),
        Row(
            name: "swimming", isOnFoot: false, impossibleSpeed: 12, words: ["swim", "schwimm"], strava: [16],
            garmin: [5]),
        Row(
            name: "riding", isOnFoot: false, impossibleSpeed: 70, words: ["riding", "horse", "reiten", "equestrian"],
            garmin: [27]),
        Row(
            name: "other", isOnFoot: false, impossibleSpeed: .infinity,
            words: [
                "other", "sail", "driv", "skat", "fly", "flight", "surf", "train", "fitness", "commut",
            ]),
    ]

    /// The order in which parts of names are looked for: a word for touring on skis has a part of another one's.
    private static let order = [
        riding, skiTouring, skiing, snowshoeing, mountaineering, hiking, walking, running, climbing, paddling, swimming,
        cycling, other,
    ]

    /// Whether it counts towards totals and badges, which only include activities on foot.
    public var isOnFoot: Bool { Self.table[Int(index)].isOnFoot }

    /// The speed, in kilometres per hour, that can't be sustained for a minute in this activity. Exceeding it only adds
    /// a notice: the hike may have been recorded under the wrong activity.
    public var impossibleSpeed: Double { row.impossibleSpeed }

    /// The activity that another program's name for it means, such as `HIKING`, `trail_running` or `Mountain Biking`;
    /// `nil` for an unknown name. A number is one of Strava's.
    public init?(word: String) {
        let word = word.lowercased()
        if let number = Int(word) {
            guard Self.numbersOfStrava.contains(number) else { return nil }
            self = Self.allCases.first { $0.row.strava.contains(number) } ?? .other
        } else if let named = Activity(rawValue: word) {
            self = named
        } else if ["motor", "roller"].contains(where: word.contains) {
            self = .other
        } else {
            guard let found = Self.order.first(where: { $0.row.words.contains(where: word.contains) }) else {
                return nil
            }
            self = found
        }
    }

    /// The numbers of Strava's sports whose meanings are known.
    private static let numbersOfStrava = 1...18

    /// The activity of a sport in Garmin's numbers; `nil` for the number that says nothing, which watches without a
    /// hiking mode write.
    public init?(sportOfGarmin number: Int) {
        guard number != 0 else { return nil }
        self = Self.allCases.first { $0.row.garmin.contains(number) } ?? .other
    }

    /// The activity whose speeds a recording has: in motion on average, and the highest for a minute, in kilometres per
    /// hour.
    init(ofSpeed mean: Double, top: Double) {
        switch mean {
        case ..<8: self = .hiking
        case ..<15 where top <= Self.running.impossibleSpeed: self = .running
        default: self = top <= Self.cycling.impossibleSpeed ? .cycling : .other
        }
    }
}
