internal import ProfileModel
internal import SealedStore

// The stored forms of hikes and of their summary.

extension RecordWriter {
    /// Appends the part of a header that is the same in every format. Sources are identified by it, so it never
    /// changes: an unknown difficulty is written as 0, as in format 1.
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
    /// Reads the part of a header that is the same in every format.
    ///
    /// A difficulty of 0 means unknown, unless a tag says otherwise: format 1 had no other way to express that, and its
    /// app showed no difficulty for 0.
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

/// A hike's header, with the digest that identifies its source's content.
struct HeaderRecord {
    var header: HikeHeader
    /// ``ImportedHike/contentDigest``, from which the fingerprint is derived under any key.
    var contentDigest: [UInt8]
    /// The version of the rules that computed the figures from the stored recording; `nil` when they weren't computed,
    /// or were changed by hand since.
    var figureRules: Int?
    /// Whether it was read in the form of format 1, which stores no recordings.
    private(set) var isOfFirstFormat = false

    /// Fields added since format 1 are tagged: a program that doesn't know a tag skips it.
    private static let schema: UInt8 = 2
    private static let firstSchema: UInt8 = 1

    /// The values are stored.
    private enum Tag: Int {
        case activity = 1
        case isPlanned = 2
        case declared = 3
        /// The difficulty is known, and 0.
        case isEasiest = 4
        case figureRules = 5
        case movingDistance = 6
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
        case .movingDistance:
            header.movingDistance = Int(value).flatMap { (0...Self.longestWay).contains($0) ? Double($0) / 1000 : nil }
        case nil: break
        }
    }

    /// In metres.
    private static let longestWay = Int(HikeHeader.distances.upperBound * 1000)

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
        if let covered = header.movingDistance, HikeHeader.distances.contains(covered) {
            values.append((.movingDistance, String(Int((covered * 1000).rounded()))))
        }
        if let figureRules { values.append((.figureRules, String(figureRules))) }
        writer.append(values) { writer, value in
            writer.append(value.0.rawValue)
            writer.append(value.1)
        }
        return writer.bytes
    }
}

/// A hike's observations, stored apart from its header so that lists needn't read them.
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
    /// Reads the status of a badge; `nil` when this program has no badge of that name.
    fileprivate mutating func badgeStatus() throws -> BadgeStatus? {
        let name = try text()
        let isEarned = try flag()
        let progress = try double()
        let earnedOn = try optional { try Day(from: &$0) }
        guard let badge = Badge.all.first(where: { $0.name == name }) else { return nil }
        return BadgeStatus(badge: badge, isEarned: isEarned, earnedOn: earnedOn, progress: progress)
    }
}

/// The stored form of the summary. It is derived data: one made by other rules than this program's is ignored, not
/// reported as damage.
struct SummaryRecord {
    /// `nil` when it was computed by other rules or with other badges, by an earlier or a later program.
    let summary: HikeSummary?

    private static let schema: UInt8 = 2
    /// The form of 0.1.0. It contains no version of the rules, which is 1.
    private static let firstSchema: UInt8 = 1

    init(decoding bytes: [UInt8]) throws {
        guard let schema = bytes.first else { throw MalformedRecord() }
        summary =
            (Self.firstSchema...Self.schema).contains(schema) ? try Self.summary(decoding: bytes, schema: schema) : nil
    }

    private static func summary(decoding bytes: [UInt8], schema: UInt8) throws -> HikeSummary? {
        var reader = try RecordReader(bytes, schema: schema)
        let rules = schema == firstSchema ? 1 : try reader.integer()
        guard rules <= HikeSummary.rulesVersion else { return nil }
        var totals = HikeTotals(hikes: try reader.integer(), distance: try reader.double())
        totals.ascent = try reader.optional { try $0.double() }
        totals.movingTime = try reader.optional { try $0.double() }
        let recent = try reader.list { reader in
            // Since format 2, complete headers are stored.
            schema == firstSchema ? try reader.hikeHeader() : try HeaderRecord(decoding: try reader.blob()).header
        }
        let badges = try reader.list { try $0.badgeStatus() }
        try reader.finish()
        guard rules == HikeSummary.rulesVersion, badges.map({ $0?.badge }) == Badge.all else { return nil }
        return HikeSummary(totals: totals, recent: recent, badges: badges.compactMap(\.self))
    }

    /// - Parameters:
    ///   - summary: the summary to store.
    ///   - rules: the version of the rules that computed it.
    static func encode(_ summary: HikeSummary, rules: Int = HikeSummary.rulesVersion) -> [UInt8] {
        var writer = RecordWriter(schema: schema)
        writer.append(rules)
        writer.append(summary.totals.hikes)
        writer.append(summary.totals.distance)
        writer.append(summary.totals.ascent) { $0.append($1) }
        writer.append(summary.totals.movingTime) { $0.append($1) }
        writer.append(summary.recent) { $0.append(HeaderRecord($1, contentDigest: []).encoded) }
        writer.append(summary.badges) { writer, status in
            writer.append(status.badge.name)
            writer.append(status.isEarned)
            writer.append(status.progress)
            writer.append(status.earnedOn) { $1.write(to: &$0) }
        }
        return writer.bytes
    }
}
