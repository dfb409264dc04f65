internal import FoundationEssentials
internal import ProfileKit
internal import ProfileModel

/// What our files say of a hike beyond what GPX and GeoJSON have an element for, so that it is read back as it was.
///
/// The writer makes the hike that a reader would make of the rest of the file, and adds the members, as in
/// `LandmarksHike`, that differ from it. So whatever is a member there comes back, and what follows from the points
/// isn't repeated: points that were edited elsewhere count.
struct HikeSupplement: Codable, Hashable {
    /// The differing members; null for one that the hike lacks.
    private var hike: [String: JSONValue] = [:]
    /// The figures that the device declared, in kilometres, metres, seconds and beats per minute.
    private var device: [String: Double]?
    /// The lengths of a plan's segments, which a route of GPX doesn't have.
    private var segments: [Int]?
    /// False for a hike without a recording.
    private var recorded: Bool?
    /// The digest of the hike as it is read without this, in hexadecimal: if it is still that, the hike is known by
    /// `sourceDigest`, or as a part of the hike with the fingerprint in `part`, else it is another one.
    private var digest: String?
    /// The fingerprint of the hike of which this is a part.
    private var part: String?

    private static var figures: [(name: String, path: WritableKeyPath<DeclaredFigures, Double?>)] {
        [
            ("distance", \.distance), ("ascent", \.ascent), ("descent", \.descent), ("duration", \.duration),
            ("movingTime", \.movingTime), ("timer", \.timer),
        ]
    }
    /// The members that tell figures, which are kept as they are if they don't follow from the points.
    private static let memberNamesOfFigures: Set = [
        "distance", "ascent", "descent", "duration", "movingTime", "movingDistance", "heartRate",
    ]

    private static let memberNamesOfObservations: Set = ["observations", "partialObservations"]

    /// - Parameters:
    ///   - derived: the hike that a reader makes of the rest of the file.
    ///   - source: what is known about its source; its recording isn't used.
    init(_ hike: Hike, _ recording: Recording?, source: HikeSource?, beyond derived: ImportedHike) throws {
        let isObserved = hike.observations != derived.hike.observations
        let members = try Self.members(of: LandmarksHike(hike), observed: isObserved)
        let found = try Self.members(of: LandmarksHike(derived.hike), observed: isObserved)
        for name in Set(members.keys).union(found.keys) where members[name] != found[name] {
            self.hike[name] = members[name] ?? .null
        }
        self.hike["id"] = .number(Double(hike.id))
        if let source {
            digest = derived.contentDigest.hexadecimal
            if source.isPart {
                part = source.contentDigest.hexadecimal
            } else {
                self.hike["sourceDigest"] = .text(source.contentDigest.hexadecimal)
            }
        }
        if let rules = source?.figureRules { self.hike["figureRules"] = .number(Double(rules)) }
        recorded = recording == nil ? false : nil
        guard let recording else { return }
        var figures: [String: Double] = [:]
        for figure in Self.figures { figures[figure.name] = recording.declared[keyPath: figure.path] }
        if let rate = recording.declared.heartRate {
            (figures["lowestRate"], figures["averageRate"], figures["highestRate"]) = (rate.min, rate.average, rate.max)
        }
        device = figures.isEmpty ? nil : figures
    }

    /// The hike's id in the store that it was exported from, which its waypoints name.
    var id: Int? {
        guard case .number(let id)? = hike["id"] else { return nil }
        return Int(exactly: id)
    }

    mutating func keepSegments(of recording: Recording) { segments = recording.segments.map(\.count) }

    /// The figures that the device declared.
    var declared: DeclaredFigures {
        var figures = DeclaredFigures()
        for figure in Self.figures { figures[keyPath: figure.path] = device?[figure.name] }
        if let min = device?["lowestRate"], let average = device?["averageRate"], let max = device?["highestRate"] {
            figures.heartRate = HeartRate(min: min, average: average, max: max)
        }
        return figures.possible
    }

    /// The hike that was exported, given what the rest of the file says.
    ///
    /// Values that a hike can't have, as after a change elsewhere, are left to the store; if nothing can be made of the
    /// supplement, it is passed over.
    func completed(_ derived: ImportedHike) -> ImportedHike {
        var derived = derived
        derived.isOwnExport = true
        let found = LandmarksHike(derived.hike)
        let isObserved = !Self.memberNamesOfObservations.isDisjoint(with: hike.keys)
        guard var members = try? Self.members(of: found, observed: isObserved) else { return derived }
        for (name, value) in hike { members[name] = value }
        guard let json = try? JSONEncoder().encode(members),
            var entry = try? JSONDecoder().decode(LandmarksHike.self, from: json)
        else { return derived }
        if !isObserved {
            (entry.observations, entry.partialObservations) = (found.observations, found.partialObservations)
        }
        guard var completed = try? entry.imported else { return derived }
        (completed.sourceID, completed.isOwnExport) = (nil, true)
        completed.notices = derived.notices
        completed.recording = recorded == false ? nil : derived.recording
        if !Self.memberNamesOfFigures.isDisjoint(with: hike.keys) { completed.figureRules = nil }
        if let source = try? entry.exportedSource {
            if completed.figureRules == nil { completed.figureRules = source.figureRules }
            if digest == derived.contentDigest.hexadecimal { completed.sourceDigest = source.contentDigest }
        }
        if let part, digest == derived.contentDigest.hexadecimal {
            completed.wholeFingerprint = [UInt8](hexadecimal: part)
        }
        return completed
    }

    /// The points of a route in the segments that it had.
    func divided(_ found: [[TrackPoint]]) -> [[TrackPoint]] {
        let points = found.flatMap(\.self)
        guard let segments, segments.allSatisfy({ $0 > 0 && $0 <= points.count }),
            segments.reduce(0, { $0 &+ $1 }) == points.count, segments.count <= points.count
        else { return found }
        var start = 0
        return segments.map { length in
            defer { start += length }
            return Array(points[start..<start + length])
        }
    }

    /// The members of a hike.
    ///
    /// - Parameter observed: whether its observations are among them, which are as many as its points. They are left out
    ///   where they follow from these: coding them would take most of the time of an import.
    private static func members(of hike: LandmarksHike, observed: Bool) throws -> [String: JSONValue] {
        var hike = hike
        // The shape requires an id.
        hike.id = max(hike.id, 1)
        if !observed { (hike.observations, hike.partialObservations) = ([], nil) }
        let json = try JSONEncoder().encode(hike)
        return try JSONDecoder().decode([String: JSONValue].self, from: json)
    }
}

// MARK: What the rest of a file says

extension HikeSupplement {
    /// The hike that a reader makes of a file of ours without its supplement.
    static func derived(
        name: String, source: String, activity: Activity, isPlanned: Bool, notes: String, waypoints: [Waypoint],
        recording: Recording
    ) -> ImportedHike {
        var derived = ImportedHike(
            name: name.isEmpty ? "Hike" : name, source: source, activity: activity, isPlanned: isPlanned,
            recording: recording)
        derived.notices = []
        // What the machine's zone decides isn't left to the one that reads the file.
        if let start = derived.hike.startTime, start.utcOffset == nil {
            (derived.hike.date, derived.hike.header.zone) = (nil, nil)
        }
        (derived.hike.notes, derived.hike.waypoints) = (notes, waypoints)
        return derived
    }

    /// The hike that a reader would make of one that is about to be written, without its supplement.
    static func derived(from hike: Hike, _ recording: Recording?, format: String) -> ImportedHike {
        derived(
            name: hike.name.inOneLine, source: format, activity: hike.activity, isPlanned: hike.isPlanned,
            notes: hike.notes.inSeveralLines, waypoints: hike.waypoints.map(\.asWritten),
            recording: recording?.asKept ?? Recording(segments: []))
    }
}

extension Waypoint {
    /// The waypoint as it is read back from a file of ours.
    var asWritten: Waypoint {
        Waypoint(
            name: name.inOneLine, position: position.asKept, description: description.inSeveralLines,
            symbol: symbol.inOneLine)
    }
}

extension String {
    /// The text without white space around it, and with a line feed at the end of each line.
    var inSeveralLines: String {
        let lines = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let start = lines.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

// MARK: GPX

extension HikeSupplement {
    static let namespace = "urn:profile:hike:1"
    static let element = "hike"
    /// The element within a waypoint that names its hike in an attribute of that name.
    static let waypointElement = "waypoint"
    /// Maximum length of its text in bytes.
    static let maximumSize = 8 << 20

    /// The text of our element, in JSON; ASCII without characters that XML can't have.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let json = String(decoding: try encoder.encode(self), as: UTF8.self)
            guard json.unicodeScalars.contains(where: { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" }) else { return json }
            return json.unicodeScalars.reduce(into: "") { text, scalar in
                switch scalar {
                case "\u{FFFE}": text += "\\ufffe"
                case "\u{FFFF}": text += "\\uffff"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
    }

    /// - Returns: `nil` for a text that isn't one.
    init?(_ text: XMLText) {
        guard !text.isCut, let read = try? JSONDecoder().decode(Self.self, from: Data(text.bytes)) else { return nil }
        self = read
    }
}
