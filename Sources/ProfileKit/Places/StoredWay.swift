internal import ProfileModel
internal import SealedStore
internal import Sealing

/// The way of a hike as it is stored, under the hike's id: the bounds in the header, and in the directory as figures;
/// the track apart from them.
struct StoredWay: Sendable {
    let header: Header
    /// The track's positions, packed as a recording.
    let track: PackedRecording

    struct Header: Hashable, Sendable {
        let hike: Int
        /// The version of the rules that computed it: ``Way/rulesVersion``.
        let rules: Int
        /// Identifies what it was computed from: see ``digest(of:)``.
        let source: [UInt8]
        /// `nil` without positions.
        let bounds: TrackBounds?
        /// Metres: see ``Way/deviation``.
        let deviation: Double
    }

    init(_ way: Way, ofHike hike: Int, source: [UInt8]) {
        header = Header(
            hike: hike, rules: Way.rulesVersion, source: source, bounds: way.bounds, deviation: way.deviation)
        track = PackedRecording(way.track.recording)
    }

    /// The digest of a recording and of its shown part. A way with another digest is out of date.
    static func digest(of recording: PackedRecording, trimmedTo trim: ClosedRange<Double>?) -> [UInt8] {
        guard let trim else { return KeyedHash.digest(of: recording.bytes) }
        var writer = RecordWriter(schema: schema)
        writer.append(trim.lowerBound)
        writer.append(trim.upperBound)
        return KeyedHash.digest(of: recording.bytes + writer.bytes)
    }

    /// The track in the second part.
    static func track(_ part: [UInt8]) throws(MalformedRecord) -> SimplifiedTrack {
        do {
            return SimplifiedTrack(kept: try PackedRecording(bytes: part).positions.map { Array($0) })
        } catch {
            throw MalformedRecord()
        }
    }
}

extension StoredWay.Header {
    func way(_ track: SimplifiedTrack) -> Way { Way(track: track, bounds: bounds, deviation: deviation) }
}

extension StoredWay: CollectionElement {
    static let kind = RecordKind("way", .collection, parts: ["way.header", "way.track"])
    static let isDerived = true

    /// Indices into ``kind``'s parts.
    enum Part: Int {
        case header, track
    }

    /// The figures in the directory: the bounds, in ten-millionths of a degree north of the South Pole and east of
    /// longitude -180, rounded outwards; none without positions. Their sums are meaningless.
    enum Figure: Int, CaseIterable {
        case south, west, north, east
    }

    static let figureCount = Figure.allCases.count
    private static let unitsPerDegree = 1e7

    static func key(of header: Header) -> Int { 0 }

    static func figures(of header: Header) -> [Int?] {
        guard let bounds = header.bounds else { return Figure.allCases.map { _ in nil } }
        func units(_ degrees: Double, _ rounding: FloatingPointRoundingRule) -> Int {
            Int((min(max(degrees, 0), 360) * unitsPerDegree).rounded(rounding))
        }
        return [
            units(bounds.south + 90, .down), units(bounds.west + 180, .down), units(bounds.north + 90, .up),
            units(bounds.east + 180, .up),
        ]
    }

    /// The bounds that an entry's figures give; `nil` without positions.
    static func bounds(_ figures: [Int?]) -> TrackBounds? {
        guard figures.count == figureCount, let south = figures[0], let west = figures[1], let north = figures[2],
            let east = figures[3]
        else { return nil }
        func degrees(_ units: Int, _ origin: Double) -> Double { Double(units) / unitsPerDegree - origin }
        return TrackBounds(
            south: degrees(south, 90), west: degrees(west, 180), north: degrees(north, 90), east: degrees(east, 180))
    }

    private static let schema: UInt8 = 1

    var parts: [[UInt8]?] {
        var writer = RecordWriter(schema: Self.schema)
        writer.append(header.hike)
        writer.append(header.rules)
        writer.append(header.source)
        writer.append(header.bounds) { writer, bounds in
            for degrees in [bounds.south, bounds.west, bounds.north, bounds.east] { writer.append(degrees) }
        }
        writer.append(header.deviation)
        return [writer.bytes, track.bytes]
    }

    init(parts: [[UInt8]?]) throws {
        guard parts.count > 1, let first = parts[0], let second = parts[1] else { throw MalformedRecord() }
        (header, track) = (try Self.header(ofFirstPart: first), PackedRecording(bytes: second))
    }

    static func header(ofFirstPart bytes: [UInt8]) throws -> Header {
        var reader = try RecordReader(bytes, schema: schema)
        let header = Header(
            hike: try reader.integer(), rules: try reader.integer(), source: try reader.blob(),
            bounds: try reader.optional { reader in
                TrackBounds(
                    south: try reader.double(), west: try reader.double(), north: try reader.double(),
                    east: try reader.double())
            },
            deviation: try reader.double())
        try reader.finish()
        return header
    }

    static func requiredParts(with header: Header) -> Set<Int> { [Part.track.rawValue] }
}
