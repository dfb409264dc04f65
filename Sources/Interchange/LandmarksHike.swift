internal import FoundationEssentials
internal import ProfileKit
internal import ProfileModel

/// One hike in its file representation.
struct LandmarksHike: Codable {
    // Integers are decoded as any number and checked later: the decoder doesn't report the location of an invalid one.
    var id: Double
    var name: String
    var distance: Double
    var difficulty: Rating
    /// Whether the difficulty is unknown, and only present because Landmarks' own decoder requires a number.
    var unrated: Bool?
    var observations: [Observation]
    /// The observations that lack what Landmarks' own decoder requires, each with its index among all.
    var partialObservations: [PartialObservation]?
    var activity: Activity?
    var planned: Bool?
    var declared: [DeclaredFigure]?
    var startTime: String?
    /// The zone in which the day was fixed, if the start has none.
    var zone: ZoneEntry?
    var date: String?
    var duration: Double?
    var movingTime: Double?
    var movingDistance: Double?
    var ascent: Double?
    var descent: Double?
    /// Only present if it differs from that of the observations.
    var heartRate: HeartRate?
    var source: String?
    var notes: String?
    var tags: [String]?
    var favourite: Bool?
    var waypoints: [WaypointEntry]?
    var laps: [LapEntry]?
    /// The part of the recording that is shown, in kilometres.
    var trim: Bounds?
    /// The digest that identifies the content of the hike's source, in hexadecimal; only in a profile's export.
    var sourceDigest: String?
    /// The stored recording in packed form, in Base64, and the version of the rules that its figures follow.
    var recording: String?
    var figureRules: Double?
    /// The number of the file that it was imported from; only in a profile's export with files.
    var original: Double?

    struct Observation: Codable {
        var distanceFromStart: Double
        var elevation: Bounds?
        var pace: Bounds?
        var heartRate: Bounds?
        var cadence: Bounds?
        var temperature: Bounds?

        init(_ observation: HikeObservation) {
            distanceFromStart = observation.distanceFromStart
            elevation = observation.elevation.map { Bounds($0) }
            pace = observation.pace.map { Bounds($0) }
            heartRate = observation.heartRate.map { Bounds($0) }
            cadence = observation.cadence.map { Bounds($0) }
            temperature = observation.temperature.map { Bounds($0) }
        }
    }

    /// A list of the lower and the upper bound. Its numbers are decoded one by one, since a list of any type takes the
    /// decoder several times as long.
    struct Bounds: Codable {
        var values: [Double] = []

        init(_ range: ClosedRange<Double>) { values = [range.lowerBound, range.upperBound] }

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { values.append(try container.decode(Double.self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    struct PartialObservation: Codable {
        var index: Double
        var observation: Observation
    }

    /// A difficulty, which is always present, and `null` where it is unknown.
    struct Rating: Codable {
        var value: Double?

        init(_ difficulty: Int?) { value = difficulty.map(Double.init) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = container.decodeNil() ? nil : try container.decode(Double.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let value { try container.encode(value) } else { try container.encodeNil() }
        }
    }

    /// Creates the file representation of a hike. Unknown values are omitted.
    ///
    /// - Parameters:
    ///   - source: the facts about its source, for a profile's export.
    ///   - isForSample: whether Landmarks' own decoder must be able to read it, which requires complete observations.
    init(_ hike: Hike, source: HikeSource? = nil, isForSample: Bool = false) {
        let header = hike.header
        (id, name, distance) = (Double(header.id), header.name, header.distance)
        difficulty = Rating(header.difficulty ?? (isForSample ? 0 : nil))
        unrated = isForSample && header.difficulty == nil ? true : nil
        let isWhole = hike.observations.map { $0.isWhole || !isForSample }
        observations = zip(hike.observations, isWhole).filter(\.1).map { Observation($0.0) }
        let partial = hike.observations.enumerated().filter { !isWhole[$0.offset] }.map { index, observation in
            PartialObservation(index: Double(index), observation: Observation(observation))
        }
        partialObservations = partial.isEmpty ? nil : partial
        activity = header.activity == .hiking ? nil : header.activity
        planned = header.isPlanned ? true : nil
        declared = header.declared.isEmpty ? nil : header.declared.sorted { $0.rawValue < $1.rawValue }
        (startTime, date) = (header.startTime?.description, header.date?.description)
        zone = header.zone.map { ZoneEntry($0) }
        (duration, movingTime, movingDistance) = (header.duration, header.movingTime, header.movingDistance)
        (ascent, descent, self.source) = (header.ascent, header.descent, header.source)
        notes = header.notes.isEmpty ? nil : header.notes
        tags = header.tags.isEmpty ? nil : header.tags.sorted()
        favourite = header.isFavourite ? true : nil
        waypoints = header.waypoints.isEmpty ? nil : header.waypoints.map { WaypointEntry($0) }
        laps = header.laps.isEmpty ? nil : header.laps.map { LapEntry($0) }
        trim = header.trim.map { Bounds($0) }
        sourceDigest = source?.contentDigest.hexadecimal
        recording = source?.recording.map { Data($0.bytes).base64EncodedString() }
        figureRules = source?.figureRules.map(Double.init)
        original = source == nil ? nil : header.original.map(Double.init)
        heartRate = header.heartRate == HeartRate(over: hike.observations) ? nil : header.heartRate
    }

    /// Larger integers would be rounded when decoded, and a different id or difficulty would be stored.
    private static let largestWhole: UInt = (1 << 53) - 1

    /// A value that breaks its rules, and the path to it within the hike.
    struct Problem: Error, Hashable {
        let path: [HikeFileError.Step]
        let reason: HikeFileError.Reason

        init(path: [HikeFileError.Step], reason: HikeFileError.Reason) {
            (self.path, self.reason) = (path, reason)
        }

        init(_ path: HikeFileError.Step..., breaks rule: FieldRule) {
            self.init(path: path, reason: .breaks(rule))
        }
    }

    /// The hike as a model value.
    var imported: ImportedHike {
        get throws(Problem) {
            let id = try wholeID
            let difficulty = try wholeDifficulty
            try requireName()
            let day = try parsed(date, "date", .day) { Day($0) }
            let start = try parsed(startTime, "startTime", .timestamp) { Timestamp($0) }
            let observations = try allObservations
            var header = HikeHeader(
                id: id, name: name, distance: distance,
                difficulty: unrated == true ? nil : difficulty, date: day ?? start?.day,
                startTime: start, duration: duration, movingTime: movingTime, ascent: ascent, descent: descent,
                heartRate: heartRate ?? HeartRate(over: observations), source: source, activity: activity ?? .hiking,
                isPlanned: planned ?? false, declared: Set(declared ?? []))
            if let movingDistance, movingDistance < distance {
                header.movingDistance = (movingDistance * 1000).rounded() / 1000
            }
            header.zone = try zone?.zone
            try addWords(to: &header)
            header.original = original.flatMap { Int(exactly: $0) }
            var hike = ImportedHike(sourceID: id, hike: Hike(header: header, observations: observations))
            // What only our files have.
            hike.isOwnExport = unrated != nil || date != nil || startTime != nil || source != nil || activity != nil
            // As 0.1.0 stored hikes, since its exports are read again. A store checks the rest.
            if let problem = hike.problemsOfFigures(wasStored: true).first {
                throw Problem(.member(problem.field), breaks: problem.rule)
            }
            return hike
        }
    }

    private var wholeID: Int {
        get throws(Problem) {
            guard let id = Int(exactly: id), (1...ImportedHike.maximumID).contains(id) else {
                throw Problem(.member("id"), breaks: .wholeNumber(1...ImportedHike.maximumID))
            }
            return id
        }
    }

    /// Any whole number: 0.1.0 stored them all, and its exports are read again.
    private var wholeDifficulty: Int? {
        get throws(Problem) {
            guard let rating = difficulty.value else { return nil }
            guard let whole = Int(exactly: rating), whole.magnitude <= Self.largestWhole else {
                throw Problem(.member("difficulty"), breaks: .wholeNumber(HikeHeader.difficulties))
            }
            return whole
        }
    }

    /// The rule of 0.1.0, whose names a store cleans when it imports an export.
    private func requireName() throws(Problem) {
        guard name.contains(where: { !$0.isWhitespace }), name.utf8.count <= HikeHeader.maximumNameLength else {
            throw Problem(.member("name"), breaks: .hikeName)
        }
    }

    private func parsed<Value>(
        _ text: String?, _ member: String, _ rule: FieldRule, _ parse: (String) -> Value?
    ) throws(Problem) -> Value? {
        guard let text else { return nil }
        guard let value = parse(text) else { throw Problem(.member(member), breaks: rule) }
        return value
    }

    /// The observations, the partial ones in their places among them.
    private var allObservations: [HikeObservation] {
        get throws(Problem) {
            var all: [HikeObservation] = []
            var whole = 0
            func addWhole(until count: Int) throws(Problem) {
                while all.count < count, whole < observations.count {
                    all.append(try observations[whole].imported(at: [.member("observations"), .element(whole)]))
                    whole += 1
                }
            }
            // By ascending index, so that each has its place when its turn comes.
            for (place, partial) in (partialObservations ?? []).enumerated() {
                let here: [HikeFileError.Step] = [.member("partialObservations"), .element(place)]
                let possible = all.count...(all.count + observations.count - whole)
                guard let index = Int(exactly: partial.index), possible.contains(index) else {
                    throw Problem(path: here + [.member("index")], reason: .breaks(.wholeNumber(possible)))
                }
                try addWhole(until: index)
                all.append(try partial.observation.imported(at: here + [.member("observation")]))
            }
            try addWhole(until: .max)
            return all
        }
    }
}

extension LandmarksHike {
    /// The source given in a profile's export; `nil` in exports of 0.1.0.
    var exportedSource: HikeSource? {
        get throws(Problem) {
            guard let sourceDigest else { return nil }
            guard let digest = [UInt8](hexadecimal: sourceDigest), digest.count == HikeSource.digestLength else {
                throw Problem(
                    .member("sourceDigest"), breaks: .hexadecimal(2 * HikeSource.digestLength))
            }
            return HikeSource(
                contentDigest: digest, recording: try exportedRecording, figureRules: try exportedRules)
        }
    }

    private var exportedRecording: PackedRecording? {
        get throws(Problem) {
            guard let recording else { return nil }
            do {
                let packed = PackedRecording(bytes: Array(Data(base64Encoded: recording) ?? Data()))
                // Unpacked once, so that nothing is stored that won't open later.
                _ = try packed.recording
                return packed
            } catch {
                throw Problem(.member("recording"), breaks: .packedRecording)
            }
        }
    }

    private var exportedRules: Int? {
        get throws(Problem) {
            guard let figureRules else { return nil }
            guard let rules = Int(exactly: figureRules), (1...1_000_000).contains(rules) else {
                throw Problem(.member("figureRules"), breaks: .wholeNumber(1...1_000_000))
            }
            return rules
        }
    }
}

extension [UInt8] {
    init?(hexadecimal text: String) {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension LandmarksHike.Observation {
    /// - Parameter here: the path to it within the hike.
    fileprivate func imported(at here: [HikeFileError.Step]) throws(LandmarksHike.Problem) -> HikeObservation {
        guard distanceFromStart >= 0 else {
            throw LandmarksHike.Problem(
                path: here + [.member("distanceFromStart")], reason: .breaks(.notNegative))
        }
        func range(
            _ bounds: LandmarksHike.Bounds?, _ name: String
        ) throws(LandmarksHike.Problem) -> ClosedRange<Double>? {
            guard let bounds = bounds?.values else { return nil }
            guard bounds.count == 2, bounds[0] <= bounds[1] else {
                throw LandmarksHike.Problem(path: here + [.member(name)], reason: .breaks(.lowerAndUpper))
            }
            return bounds[0]...bounds[1]
        }
        return HikeObservation(
            distanceFromStart: distanceFromStart, elevation: try range(elevation, "elevation"),
            pace: try range(pace, "pace"), heartRate: try range(heartRate, "heartRate"),
            cadence: try range(cadence, "cadence"), temperature: try range(temperature, "temperature"))
    }
}

extension HikeObservation {
    /// Whether it has everything that Landmarks' own decoder requires.
    var isWhole: Bool { elevation != nil && pace != nil && heartRate != nil }
}
