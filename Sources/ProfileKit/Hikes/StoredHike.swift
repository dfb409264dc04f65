public import ProfileModel
public import SealedStore
internal import Sealing

/// A hike as it is stored: with the digest of its source's content, and the recording if there is one.
public struct StoredHike: Sendable {
    /// The hike's fields, also those that this program doesn't know.
    var value: Tagged<HikeHeader>
    var observations: [HikeObservation]
    /// ``ImportedHike/contentDigest``, from which the fingerprint is derived under any key.
    private let digest: [UInt8]
    /// The recording that the figures were computed from; `nil` without a recording, and in hikes of format 1.
    public var recording: PackedRecording?
    /// The version of the rules (``HikeStatistics/rules``) that computed the figures from the recording; `nil` when
    /// they weren't computed, or were changed by hand since. Such figures are kept as they are.
    public var figureRules: Int?
    /// Whether it was read in the form of format 1, which stored no recordings.
    let isOfFirstFormat: Bool
    /// Whether it was stored by a version that kept no notes, waypoints and laps, and has none since.
    private(set) var lacksWords: Bool

    /// The hike itself.
    public var hike: Hike {
        get { Hike(header: value.model, observations: observations) }
        set { (value.model, observations) = (newValue.header, newValue.observations) }
    }

    /// - Parameters:
    ///   - figureRules: ignored without a recording.
    ///   - mayLackWords: whether its source is asked for notes, waypoints and laps when it comes again, if it has none.
    init(
        hike: Hike, contentDigest: [UInt8], recording: PackedRecording? = nil,
        figureRules: Int? = HikeStatistics.rules, mayLackWords: Bool = false
    ) {
        (value, observations) = (Tagged(hike.header), hike.observations)
        (digest, self.recording) = (contentDigest, recording)
        self.figureRules = recording == nil ? nil : figureRules
        (isOfFirstFormat, lacksWords) = (false, mayLackWords)
    }

    /// Takes the words that an earlier version dropped from the hike's source. What its owner changed since stays.
    mutating func completeWords(from source: HikeHeader) {
        guard lacksWords, !value.hasBody else { return }
        (value.model.notes, value.model.waypoints, value.model.laps) = (source.notes, source.waypoints, source.laps)
        if value.model.tags.isEmpty { value.model.tags = source.tags }
        lacksWords = false
    }

    /// The part of a hike that lists show.
    public struct Header: Sendable {
        /// The header of the hike itself.
        public var hike: HikeHeader
        var contentDigest: [UInt8]
        var figureRules: Int?
    }
}

extension StoredHike: RemovableElement {
    package typealias Owner = Self

    package static var removedRulesVersion: Int { 1 }

    public static let kind = RecordKind("hike", .collection, parts: ["hike.header", "hike.track", "hike.recording"])

    /// Indices into ``kind``'s parts.
    enum Part: Int {
        case header, observations, recording
    }

    /// The figures summed in the directory.
    enum Figure: Int, CaseIterable {
        /// 1 for a hike that counts towards totals and badges.
        case counted
        /// Millimetres, for hikes that count.
        case distance
        /// Millimetres, for hikes that count.
        case ascent
        /// Milliseconds, for hikes that count.
        case movingTime
        /// ``StoredHike/figureRules``, for every hike that has them.
        case figureRules
        /// The start in whole seconds since 1970, for every hike that has one: it finds another recording of the same
        /// outing without reading all hikes of its days. The sum is meaningless.
        case start

        /// The value of this figure among those of an entry; `nil` where it isn't known.
        func of(_ figures: [Int?]) -> Int? { figures.indices.contains(rawValue) ? figures[rawValue] : nil }

        init(_ figure: Badge.Goal.Figure) {
            self =
                switch figure {
                case .hikes: .counted
                case .distance: .distance
                case .ascent: .ascent
                }
        }
    }

    public static let rulesVersion = 2
    public static let tieBreaker: Int? = Figure.start.rawValue
    public static let figureCount = Figure.allCases.count

    public static func key(of header: Header) -> Int { header.hike.date.map(key) ?? endKey }

    /// The key of the hikes of a day.
    static func key(of day: Day) -> Int { epoch.days(until: day) }
    /// The keys of the hikes of some days; of all hikes, undated ones too, for `nil`.
    static func keys(of days: ClosedRange<Day>?) -> ClosedRange<Int> {
        days.map { key(of: $0.lowerBound)...key(of: $0.upperBound) } ?? .min ... .max
    }
    /// The day of a key; `nil` for the key of undated hikes.
    static func day(of key: Int) -> Day? { key == endKey ? nil : epoch.adding(days: key) }
    private static let epoch = Day(year: 2000, month: 1, day: 1)

    public static func figures(of header: Header) -> [Int?] {
        let hike = header.hike
        let start = start(of: hike)
        guard hike.isCounted else { return [nil, nil, nil, nil, header.figureRules, start] }
        return [
            hike.amount(of: .hikes), hike.amount(of: .distance), hike.amount(of: .ascent),
            HikeHeader.thousandths(hike.movingTime), header.figureRules, start,
        ]
    }

    /// The figure of a hike's start.
    static func start(of hike: HikeHeader) -> Int? {
        hike.startTime.flatMap { Int(exactly: $0.secondsSince1970.rounded(.down)) }
    }

    /// The totals for sums over the figures.
    static func totals(of sums: [DirectorySum.Figure]) -> HikeTotals {
        func total(_ figure: Figure, _ unit: Double) -> Double? {
            let figure = sums[figure.rawValue]
            return figure.known == 0 ? nil : Double(figure.sum) / unit
        }
        return HikeTotals(
            hikes: sums[Figure.counted.rawValue].sum, distance: total(.distance, 1e6) ?? 0,
            ascent: total(.ascent, 1e3), movingTime: total(.movingTime, 1e3))
    }

    public var header: Header {
        Header(hike: value.model, contentDigest: digest, figureRules: figureRules)
    }
    public var contentDigest: [UInt8]? { digest }

    public var parts: [[UInt8]?] {
        [
            HeaderRecord(value, contentDigest: digest, figureRules: figureRules).encoded,
            TrackRecord(observations, completing: lacksWords && !value.hasBody ? nil : value).encoded,
            recording?.bytes,
        ]
    }

    /// - Throws: ``MalformedRecord`` for parts that aren't a hike's.
    public init(parts: [[UInt8]?]) throws {
        let header = try HeaderRecord(decoding: parts[0] ?? [])
        self.init(
            header, try TrackRecord(decoding: parts[1] ?? [], completing: header.value),
            recording: parts[2].map { PackedRecording(bytes: $0) })
    }

    private init(_ header: HeaderRecord, _ track: TrackRecord, recording: PackedRecording?) {
        (value, observations, self.recording) = (track.completed ?? header.value, track.observations, recording)
        (digest, figureRules, isOfFirstFormat) = (header.contentDigest, header.figureRules, header.isOfFirstFormat)
        lacksWords = track.completed == nil
    }

    /// A hike is worth keeping even without its observations and its recording. Lost observations are computed from the
    /// recording again, if that opens.
    ///
    /// - Throws: ``MalformedRecord`` if the header isn't a hike's.
    public static func salvaging(parts: [[UInt8]?]) throws -> StoredHike {
        let header = try HeaderRecord(decoding: (parts.first ?? nil) ?? [])
        let body = parts.count > 1 ? parts[1] : nil
        let track = body.flatMap { try? TrackRecord(decoding: $0, completing: header.value) }
        let recording = parts.count > 2 ? parts[2].map { PackedRecording(bytes: $0) } : nil
        return StoredHike(
            header, track ?? TrackRecord(restoredObservations(from: parts) ?? []), recording: recording)
    }

    public static func restoredParts(from parts: [[UInt8]?]) -> Set<Int> {
        parts.count > 1 && parts[1] == nil && restoredObservations(from: parts) != nil ? [1] : []
    }

    /// The observations are stored even if there are none. Figures have a version of their rules only as long as there
    /// is the recording that they were computed from.
    public static func requiredParts(with header: Header) -> Set<Int> {
        let parts: [Part] = header.figureRules == nil ? [.observations] : [.observations, .recording]
        return Set(parts.map(\.rawValue))
    }

    private static func restoredObservations(from parts: [[UInt8]?]) -> [HikeObservation]? {
        guard parts.count > 2, let bytes = parts[2], let recording = try? PackedRecording(bytes: bytes).recording else {
            return nil
        }
        let trim = parts[0].flatMap { try? HeaderRecord(decoding: $0).header.trim }
        return HikeStatistics(of: recording.trimmed(to: trim).asKept).observations
    }

    /// - Throws: ``MalformedRecord`` for bytes that aren't a hike's header.
    public static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        let record = try HeaderRecord(decoding: bytes)
        return Header(hike: record.header, contentDigest: record.contentDigest, figureRules: record.figureRules)
    }
}

/// A removed hike, kept until it is restored or purged: sealed, and excluded from lists, totals, badges and exports.
typealias RemovedHike = RemovedElement<StoredHike>

/// The stored facts about a hike's source.
public struct HikeSource: Hashable, Sendable {
    /// Identifies the source's content (BLAKE2b, 32 bytes), so that it is recognized when it is imported again.
    public var contentDigest: [UInt8]
    /// The recording that the figures were computed from; `nil` without one.
    public var recording: PackedRecording?
    /// The version of the rules that computed the figures from the recording; `nil` when they weren't computed.
    public var figureRules: Int?
    /// Whether the hike beside it is only a part of what the source has: trimmed, or cut at private places. The digest is
    /// then a keyed one, which only the store of the whole recognizes: from the content's, hidden points could be guessed.
    public private(set) var isPart = false

    /// The length of a digest, in bytes.
    public static let digestLength = KeyedHash.length

    public init(contentDigest: [UInt8], recording: PackedRecording? = nil, figureRules: Int? = nil) {
        (self.contentDigest, self.recording, self.figureRules) = (contentDigest, recording, figureRules)
    }

    /// - Parameter fingerprint: that of the whole.
    init(partOf fingerprint: [UInt8]) {
        self.init(contentDigest: fingerprint)
        isPart = true
    }
}
