internal import ProfileModel
internal import SealedStore

/// The visits of a place as they are stored, under the place's id: figures in the header, the hikes apart from them.
struct StoredVisits: Sendable {
    /// The area for which they were found.
    let area: CircularArea
    /// Ordered by hike.
    private(set) var visits: [Visit]

    /// A visit by a hike.
    struct Visit: Hashable, Sendable {
        let hike: Int
        /// The key of its day: see ``StoredHike/key(of:)-(Day)``.
        let key: Int
        /// Whether the hike counts towards totals and badges.
        let isCounted: Bool

        init(hike: Int, key: Int, isCounted: Bool) { (self.hike, self.key, self.isCounted) = (hike, key, isCounted) }

        /// `nil` for a plan, which visits nothing.
        init?(_ hike: HikeHeader) {
            guard !hike.isPlanned else { return nil }
            self.init(
                hike: hike.id, key: hike.date.map { StoredHike.key(of: $0) } ?? StoredHike.endKey,
                isCounted: hike.isCounted)
        }

        var day: Day? { StoredHike.day(of: key) }
    }

    struct Header: Sendable {
        let rules: Int
        let area: CircularArea
        let figures: PlaceVisits
    }

    init(_ visits: [Visit], of area: CircularArea) {
        (self.visits, self.area) = (visits.sorted { $0.hike < $1.hike }, area)
    }

    /// Sets or removes the visit of a hike.
    ///
    /// - Returns: whether that changed anything.
    mutating func set(_ visit: Visit?, ofHike hike: Int) -> Bool {
        let index = visits.indices.partitioningIndex { visits[$0].hike >= hike }
        let isThere = index < visits.count && visits[index].hike == hike
        guard isThere ? visits[index] != visit : visit != nil else { return false }
        visits.replaceSubrange(index..<index + (isThere ? 1 : 0), with: visit.map { [$0] } ?? [])
        return true
    }

    private var figures: PlaceVisits {
        var (first, last, counted) = (Int.max, Int.min, 0)
        // Each day once, since its season takes longer to find than the day.
        var countedDays: Set<Int> = []
        for visit in visits {
            if visit.isCounted { counted += 1 }
            guard visit.key != StoredHike.endKey else { continue }
            (first, last) = (min(first, visit.key), max(last, visit.key))
            if visit.isCounted { countedDays.insert(visit.key) }
        }
        var firsts: [Season: Day] = [:]
        for key in countedDays.sorted() where firsts.count < Season.allCases.count {
            guard let day = StoredHike.day(of: key) else { continue }
            if firsts[Season(of: day)] == nil { firsts[Season(of: day)] = day }
        }
        return PlaceVisits(
            count: visits.count, first: first <= last ? StoredHike.day(of: first) : nil,
            last: first <= last ? StoredHike.day(of: last) : nil, counted: counted, firstInSeason: firsts)
    }
}

extension StoredVisits: CollectionElement {
    static let kind = RecordKind("visit", .collection, parts: ["visit.header", "visit.hikes"])
    static let isDerived = true

    static func key(of header: Header) -> Int { 0 }

    var header: Header { Header(rules: Way.rulesVersion, area: area, figures: figures) }

    private static let schema: UInt8 = 1

    var parts: [[UInt8]?] {
        let header = header
        var first = RecordWriter(schema: Self.schema)
        first.append(header.rules)
        header.area.center.write(to: &first)
        first.append(header.area.radius)
        first.append(header.figures.count)
        first.append(header.figures.counted)
        for day in [header.figures.first, header.figures.last]
            + Season.allCases.map({ header.figures.firstInSeason[$0] })
        {
            first.append(day) { $1.write(to: &$0) }
        }
        var second = RecordWriter(schema: Self.schema)
        second.append(unsigned: UInt64(visits.count))
        var (hike, key) = (0, 0)
        for visit in visits {
            second.append(visit.hike - hike)
            // Two flags, and the days since the visit before.
            let flag = visit.isCounted ? 1 : 0
            if visit.key == StoredHike.endKey {
                second.append(flag << 1)
            } else {
                second.append((visit.key - key) << 2 | flag << 1 | 1)
                key = visit.key
            }
            hike = visit.hike
        }
        return [first.bytes, second.bytes]
    }

    init(parts: [[UInt8]?]) throws {
        guard parts.count > 1, let first = parts[0], let second = parts[1] else { throw MalformedRecord() }
        area = try Self.header(ofFirstPart: first).area
        visits = try Self.visits(ofSecondPart: second)
    }

    /// The part that has the visits themselves.
    static let visitsPart = 1

    /// Reads the visits, ordered by hike.
    static func visits(ofSecondPart part: [UInt8]) throws -> [Visit] {
        var reader = try RecordReader(part, schema: Self.schema)
        var (hike, key) = (0, 0)
        let visits = try reader.list { reader in
            let (step, isStepTooLong) = hike.addingReportingOverflow(try reader.integer())
            let packed = try reader.integer()
            guard !isStepTooLong, step > hike || hike == 0 else { throw MalformedRecord() }
            hike = step
            guard packed & 1 == 1 else {
                return Visit(hike: hike, key: StoredHike.endKey, isCounted: packed >> 1 & 1 == 1)
            }
            let (next, isKeyTooFar) = key.addingReportingOverflow(packed >> 2)
            guard !isKeyTooFar, next < StoredHike.endKey else { throw MalformedRecord() }
            key = next
            return Visit(hike: hike, key: key, isCounted: packed >> 1 & 1 == 1)
        }
        try reader.finish()
        return visits
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        var reader = try RecordReader(bytes, schema: schema)
        let rules = try reader.integer()
        let area = CircularArea(center: try TrackPosition(from: &reader), radius: try reader.double())
        var figures = PlaceVisits(count: try reader.integer())
        figures.counted = try reader.integer()
        figures.first = try reader.optional { try Day(from: &$0) }
        figures.last = try reader.optional { try Day(from: &$0) }
        for season in Season.allCases { figures.firstInSeason[season] = try reader.optional { try Day(from: &$0) } }
        try reader.finish()
        return Header(rules: rules, area: area, figures: figures)
    }

    static func requiredParts(with header: Header) -> Set<Int> { [1] }
}
