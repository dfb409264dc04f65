internal import ProfileModel
internal import SealedStore

// The stored forms of hikes and of their summary.

extension RecordWriter {
    /// Appends the values by which sources are identified, in the form of format 1's headers, which therefore never
    /// changes: an unknown difficulty is written as 0.
    mutating func append(_ header: HikeHeader) {
        append(header.id)
        append(header.name)
        append(header.distance)
        append(header.difficulty ?? 0)
        append(header.date) { $1.write(to: &$0) }
        append(header.startTime) { $1.write(to: &$0) }
        for value in [header.duration, header.movingTime, header.ascent, header.descent] {
            append(value) { $0.append($1) }
        }
        append(header.heartRate) { $1.write(to: &$0) }
        append(header.source) { $0.append($1) }
    }

    /// - Parameter hasChannels: whether it is of a track with cadences or temperatures.
    mutating func append(_ observation: HikeObservation, hasChannels: Bool) {
        append(observation.distanceFromStart)
        let ranges = [observation.elevation, observation.pace, observation.heartRate]
        for range in ranges + (hasChannels ? [observation.cadence, observation.temperature] : []) {
            append(range) { writer, range in
                writer.append(range.lowerBound)
                writer.append(range.upperBound)
            }
        }
    }
}

extension RecordReader {
    /// Reads a header of format 1.
    ///
    /// A difficulty of 0 means unknown: there was no other way to express that, and its app showed no difficulty for 0.
    mutating func hikeHeader() throws -> HikeHeader {
        var header = HikeHeader(id: try integer(), name: try text(), distance: try double())
        let difficulty = try integer()
        header.difficulty = difficulty == 0 ? nil : difficulty
        header.date = try optional { try Day(from: &$0) }
        header.startTime = try optional { try Timestamp(from: &$0) }
        header.duration = try optionalDouble()
        header.movingTime = try optionalDouble()
        header.ascent = try optionalDouble()
        header.descent = try optionalDouble()
        header.heartRate = try optional { try HeartRate(from: &$0) }
        header.source = try optional { try $0.text() }
        return header
    }

    mutating func observation(hasChannels: Bool) throws -> HikeObservation {
        HikeObservation(
            distanceFromStart: try double(), elevation: try optionalRange(), pace: try optionalRange(),
            heartRate: try optionalRange(), cadence: hasChannels ? try optionalRange() : nil,
            temperature: hasChannels ? try optionalRange() : nil)
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
}

/// A hike's header, with the digest that identifies its source's content.
struct HeaderRecord {
    /// The hike with the fields that this program doesn't know.
    private(set) var value: Tagged<HikeHeader>
    /// ``ImportedHike/contentDigest``, from which the fingerprint is derived under any key.
    var contentDigest: [UInt8]
    /// The version of the rules that computed the figures from the stored recording; `nil` when they weren't computed,
    /// or were changed by hand since.
    var figureRules: Int?
    /// Whether it was read in the form of format 1, which stores no recordings.
    private(set) var isOfFirstFormat = false

    var header: HikeHeader { value.model }

    private static let schema: UInt8 = 3
    /// Headers of format 1.
    private static let firstSchema: UInt8 = 1

    init(_ header: HikeHeader, unknown: [Int: [UInt8]] = [:], contentDigest: [UInt8], figureRules: Int? = nil) {
        self.init(Tagged(header, unknown: unknown), contentDigest: contentDigest, figureRules: figureRules)
    }

    init(_ header: Tagged<HikeHeader>, contentDigest: [UInt8], figureRules: Int?) {
        value = header
        (self.contentDigest, self.figureRules) = (contentDigest, figureRules)
    }

    init(decoding bytes: [UInt8]) throws {
        let schema = bytes.first ?? 0
        var reader = try RecordReader(bytes, schema: schema)
        switch schema {
        case Self.schema:
            let id = try reader.integer()
            (contentDigest, figureRules) = (try reader.blob(), try reader.optional { try $0.integer() })
            value = try Tagged(from: &reader)
            value.model.id = id
            // A figure that can't be read isn't an unknown one.
            guard value.unreadableField == nil else { throw MalformedRecord() }
        case Self.firstSchema, SecondHeader.schema:
            value = Tagged(try reader.hikeHeader())
            contentDigest = try reader.blob()
            isOfFirstFormat = schema == Self.firstSchema
            guard !isOfFirstFormat else { break }
            (value.model, figureRules) = try SecondHeader.complete(value.model, from: &reader)
        default: throw MalformedRecord()
        }
        try reader.finish()
    }

    var encoded: [UInt8] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(header.id)
        writer.append(contentDigest)
        writer.append(figureRules) { $0.append($1) }
        value.writeHeader(to: &writer)
        return writer.bytes
    }
}

/// The form of headers before they were lists of fields: format 1's, followed by tagged texts.
private enum SecondHeader {
    static let schema: UInt8 = 2

    private enum Tag: Int {
        case activity = 1
        case isPlanned = 2
        case declared = 3
        /// The difficulty is known, and 0.
        case isEasiest = 4
        case figureRules = 5
        case movingDistance = 6
    }

    static func complete(
        _ first: HikeHeader, from reader: inout RecordReader
    ) throws -> (header: HikeHeader, figureRules: Int?) {
        var (header, figureRules): (HikeHeader, Int?) = (first, nil)
        for (tag, value) in try reader.list({ (tag: try $0.integer(), value: try $0.text()) }) {
            switch Tag(rawValue: tag) {
            case .activity: header.activity = Activity(rawValue: value) ?? .other
            case .isPlanned: header.isPlanned = true
            case .declared:
                header.declared = Set(value.split(separator: " ").compactMap { DeclaredFigure(rawValue: String($0)) })
            case .isEasiest: header.difficulty = header.difficulty ?? 0
            case .figureRules: figureRules = Int(value).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
            case .movingDistance:
                let metres = Int(value).flatMap { (0...longestWay).contains($0) ? $0 : nil }
                header.movingDistance = metres.map { Double($0) / 1000 }
            case nil: break
            }
        }
        return (header, figureRules)
    }

    /// The length in metres of the longest way.
    private static let longestWay = Int(HikeHeader.distances.upperBound * 1000)
}

/// A hike's observations and those of its fields that lists don't read, stored apart from its header.
struct TrackRecord {
    var observations: [HikeObservation]
    /// The header with these fields; `nil` in the form of an earlier version, which had none of them.
    private(set) var completed: Tagged<HikeHeader>?

    private static let schema: UInt8 = 2
    private static let firstSchema: UInt8 = 1
    /// The form of tracks with cadences or temperatures, in which the fields may be missing.
    private static let schemaWithChannels: UInt8 = 3

    init(_ observations: [HikeObservation], completing header: Tagged<HikeHeader>? = nil) {
        (self.observations, completed) = (observations, header)
    }

    /// - Parameter header: the hike's header without these fields.
    init(decoding bytes: [UInt8], completing header: Tagged<HikeHeader> = Tagged(HikeHeader())) throws {
        let schema = bytes.first ?? 0
        guard (Self.firstSchema...Self.schemaWithChannels).contains(schema) else { throw MalformedRecord() }
        var reader = try RecordReader(bytes, schema: schema)
        let hasChannels = schema == Self.schemaWithChannels
        observations = try reader.list { try $0.observation(hasChannels: hasChannels) }
        if hasChannels ? try reader.flag() : schema == Self.schema {
            var header = header
            try header.readBody(from: &reader)
            guard header.unreadableField == nil else { throw MalformedRecord() }
            completed = header
        }
        try reader.finish()
    }

    /// The form without the fields of the body is also what identifies sources, so it never changes.
    var encoded: [UInt8] {
        let hasChannels = observations.contains { $0.cadence != nil || $0.temperature != nil }
        let schema = completed == nil ? Self.firstSchema : Self.schema
        var writer = RecordWriter(schema: hasChannels ? Self.schemaWithChannels : schema)
        writer.append(observations) { $0.append($1, hasChannels: hasChannels) }
        if hasChannels { writer.append(completed != nil) }
        completed?.writeBody(to: &writer)
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
