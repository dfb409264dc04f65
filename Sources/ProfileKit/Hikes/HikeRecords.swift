internal import ProfileModel
internal import SealedStore

/// The binary forms of hikes and of the summary over them.

extension RecordWriter {
    /// What a header has in every format. Sources are identified by it, so it never changes: an unknown difficulty is 0
    /// here, as it was in format 1.
    mutating func append(_ header: HikeHeader) {
        append(header.id)
        append(header.name)
        append(header.distance)
        append(header.difficulty ?? 0)
        append(header.date) { $1.write(to: &$0) }
        append(header.startTime) { $0.append($1) }
        for value in [header.duration, header.movingTime, header.ascent, header.descent] {
            append(value) { $0.append($1) }
        }
        append(header.heartRate) { writer, rate in
            writer.append(rate.min)
            writer.append(rate.average)
            writer.append(rate.max)
        }
        append(header.source) { $0.append($1) }
    }

    mutating func append(_ time: Timestamp) {
        append(time.secondsSince1970)
        append(time.utcOffset) { $0.append($1) }
    }

    mutating func append(_ observation: HikeObservation) {
        append(observation.distanceFromStart)
        for range in [observation.elevation, observation.pace, observation.heartRate] {
            append(range) { writer, range in
                writer.append(range.lowerBound)
                writer.append(range.upperBound)
            }
        }
    }
}

extension RecordReader {
    /// What a header has in every format.
    ///
    /// A difficulty of 0 is an unknown one, unless a tag says that it is known: format 1 had no other way to say so, and
    /// its app showed none for 0.
    mutating func hikeHeader() throws -> HikeHeader {
        var header = HikeHeader(id: try integer(), name: try text(), distance: try double())
        let difficulty = try integer()
        header.difficulty = difficulty == 0 ? nil : difficulty
        header.date = try optional { try Day(from: &$0) }
        header.startTime = try optional { try $0.timestamp() }
        header.duration = try optionalDouble()
        header.movingTime = try optionalDouble()
        header.ascent = try optionalDouble()
        header.descent = try optionalDouble()
        header.heartRate = try optional { reader in
            HeartRate(min: try reader.double(), average: try reader.double(), max: try reader.double())
        }
        header.source = try optional { try $0.text() }
        return header
    }

    mutating func observation() throws -> HikeObservation {
        HikeObservation(
            distanceFromStart: try double(), elevation: try optionalRange(), pace: try optionalRange(),
            heartRate: try optionalRange())
    }

    private mutating func optionalDouble() throws -> Double? {
        try optional { try $0.double() }
    }

    private mutating func optionalRange() throws -> ClosedRange<Double>? {
        try optional { reader in
            let (lower, upper) = (try reader.double(), try reader.double())
            guard lower <= upper else { throw MalformedRecord() }
            return lower...upper
        }
    }

    private mutating func timestamp() throws -> Timestamp {
        let seconds = try double()
        let offset = try optional { try $0.integer() }
        guard let time = Timestamp(secondsSince1970: seconds, utcOffset: offset) else { throw MalformedRecord() }
        return time
    }
}

/// A hike's header, with what identifies the content that its source gave.
struct HeaderRecord {
    var header: HikeHeader
    /// ``ImportedHike/contentDigest``, from which the fingerprint is made under any key.
    var contentDigest: [UInt8]
    /// The version of the rules by which the figures were worked out from the recording that is kept; `nil` where they were
    /// not, or someone has changed them since.
    var figureRules: Int?
    /// Whether it was read as format 1 has it, which keeps no recordings.
    private(set) var isOfFirstFormat = false

    /// With what headers have beyond those of format 1, by tags: a program that doesn't know one passes it over.
    private static let schema: UInt8 = 2
    private static let firstSchema: UInt8 = 1

    private enum Tag: Int {
        case activity = 1
        case isPlanned, declared
        /// The difficulty is known to be 0.
        case isEasiest
        case figureRules = 5
    }

    init(_ header: HikeHeader, contentDigest: [UInt8], figureRules: Int? = nil) {
        (self.header, self.contentDigest, self.figureRules) = (header, contentDigest, figureRules)
    }

    init(decoding bytes: [UInt8]) throws {
        let schema = bytes.first == Self.firstSchema ? Self.firstSchema : Self.schema
        var reader = try RecordReader(bytes, schema: schema)
        header = try reader.hikeHeader()
        contentDigest = try reader.blob()
        isOfFirstFormat = schema == Self.firstSchema
        if schema == Self.schema {
            for (tag, value) in try reader.list({ (tag: try $0.integer(), value: try $0.text()) }) {
                read(value, of: Tag(rawValue: tag))
            }
        }
        try reader.finish()
    }

    private mutating func read(_ value: String, of tag: Tag?) {
        switch tag {
        case .activity: header.activity = Activity(rawValue: value) ?? .other
        case .isPlanned: header.isPlanned = true
        case .declared:
            header.declared = Set(value.split(separator: " ").compactMap { DeclaredFigure(rawValue: String($0)) })
        case .isEasiest: header.difficulty = header.difficulty ?? 0
        case .figureRules: figureRules = Int(value).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
        case nil: break
        }
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(header)
        writer.append(contentDigest)
        var values: [(Tag, String)] = []
        if header.activity != .hiking { values.append((.activity, header.activity.rawValue)) }
        if header.isPlanned { values.append((.isPlanned, "")) }
        if !header.declared.isEmpty {
            values.append((.declared, header.declared.map(\.rawValue).sorted().joined(separator: " ")))
        }
        if header.difficulty == 0 { values.append((.isEasiest, "")) }
        if let figureRules { values.append((.figureRules, String(figureRules))) }
        writer.append(values) { writer, value in
            writer.append(value.0.rawValue)
            writer.append(value.1)
        }
        return writer.bytes
    }
}

/// A hike's observations, kept apart from its header so that lists needn't read them.
struct TrackRecord {
    var observations: [HikeObservation]

    private static let schema: UInt8 = 1

    init(_ observations: [HikeObservation]) {
        self.observations = observations
    }

    init(decoding bytes: [UInt8]) throws {
        var reader = try RecordReader(bytes, schema: Self.schema)
        observations = try reader.list { try $0.observation() }
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(observations) { $0.append($1) }
        return writer.bytes
    }
}

extension RecordReader {
    /// How far a badge is earned; `nil` when this program has none of its name.
    fileprivate mutating func badgeStatus() throws -> BadgeStatus? {
        let name = try text()
        let isEarned = try flag()
        let progress = try double()
        let earnedOn = try optional { try Day(from: &$0) }
        guard let badge = Badge.all.first(where: { $0.name == name }) else { return nil }
        return BadgeStatus(badge: badge, isEarned: isEarned, earnedOn: earnedOn, progress: progress)
    }
}

/// A summary as it is stored. It is derived data: one of other rules than this program's is ignored, and is no damage.
struct DigestRecord {
    /// `nil` when it was made by other rules or with other badges, by an earlier program or a later one.
    let digest: HikeDigest?

    private static let schema: UInt8 = 2
    /// What 0.1.0 wrote. It doesn't say by which rules: they are the first.
    private static let firstSchema: UInt8 = 1

    init(decoding bytes: [UInt8]) throws {
        guard let schema = bytes.first else { throw MalformedRecord() }
        digest =
            (Self.firstSchema...Self.schema).contains(schema) ? try Self.digest(decoding: bytes, schema: schema) : nil
    }

    private static func digest(decoding bytes: [UInt8], schema: UInt8) throws -> HikeDigest? {
        var reader = try RecordReader(bytes, schema: schema)
        let rules = schema == firstSchema ? 1 : try reader.integer()
        guard rules == HikeDigest.rulesVersion else { return nil }
        var totals = HikeTotals(hikes: try reader.integer(), distance: try reader.double())
        totals.ascent = try reader.optional { try $0.double() }
        totals.movingTime = try reader.optional { try $0.double() }
        let recent = try reader.list { reader in
            // Since format 2 with all that a header has.
            schema == firstSchema ? try reader.hikeHeader() : try HeaderRecord(decoding: try reader.blob()).header
        }
        let badges = try reader.list { try $0.badgeStatus() }
        try reader.finish()
        guard badges.map({ $0?.badge }) == Badge.all else { return nil }
        return HikeDigest(totals: totals, recent: recent, badges: badges.compactMap(\.self))
    }

    /// - Parameters:
    ///   - digest: what is stored.
    ///   - rules: the version of the rules that made it.
    static func encode(_ digest: HikeDigest, rules: Int = HikeDigest.rulesVersion) -> [UInt8] {
        var writer = RecordWriter(schema: schema)
        writer.append(rules)
        writer.append(digest.totals.hikes)
        writer.append(digest.totals.distance)
        writer.append(digest.totals.ascent) { $0.append($1) }
        writer.append(digest.totals.movingTime) { $0.append($1) }
        writer.append(digest.recent) { $0.append(HeaderRecord($1, contentDigest: []).encoded) }
        writer.append(digest.badges) { writer, status in
            writer.append(status.badge.name)
            writer.append(status.isEarned)
            writer.append(status.progress)
            writer.append(status.earnedOn) { $1.write(to: &$0) }
        }
        return writer.bytes
    }
}
