internal import FoundationEssentials
public import ProfileModel

/// Lines in GeoJSON (RFC 7946): each feature with a `LineString` or a `MultiLineString` becomes a hike, named by its
/// `name` or `title`, and so does such a geometry alone; a feature's points are waypoints.
///
/// Times, heart rates, other measurements and elevations are read from `coordinateProperties`, in lists of the shape of the coordinates; a
/// line without times is a plan. A file that ``GeoJSONWriter`` wrote gives equal hikes.
public enum GeoJSONFormat {
    /// Reads a file.
    ///
    /// - Throws: ``HikeFileError`` with the line and the member.
    public static func read(_ bytes: [UInt8], fileName: String = "") throws(HikeFileError) -> [ImportedHike] {
        let reader = HikeFileReader(format: .geojson, fileName: fileName)
        try reader.read(bytes)
        return try reader.finish()
    }
}

/// Reads a file of ``GeoJSONFormat`` piece by piece, whatever its length.
struct GeoJSONReader {
    private var splitter = JSONSplitter(
        .members(lists: ["features"], others: ["type", "geometry", "properties", "coordinates"]))
    /// A text that is one feature or one geometry has no list of features.
    private var single: [String: JSONSplitter.Part] = [:]
    private var found = 0
    /// The last track, which waits for the file's waypoints.
    private var last: RecordedTrack?
    private var waypoints = FileWaypoints()
    private let limits: RecordingLimits
    private let decoder = JSONDecoder()

    init(_ limits: RecordingLimits) { self.limits = limits }

    /// - Returns: the hikes that end in this piece.
    mutating func read(_ bytes: [UInt8], fileName: String) throws(HikeFileError) -> [ImportedHike] {
        var hikes: [ImportedHike] = []
        for part in try splitter.read(bytes) {
            guard case .member(let name)? = part.path.first, part.path.count == 1 else {
                guard !part.path.isEmpty else { throw HikeFileError(.notOfFormat(.hikes(.geojson))) }
                hikes += try take(decode(GeoJSONFeature.self, part), fileName: fileName)
                continue
            }
            single[name] = part
        }
        return hikes
    }

    mutating func finish(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard try splitter.finish() == nil else { throw HikeFileError(.notOfFormat(.hikes(.geojson))) }
        var hikes: [ImportedHike] = []
        if let geometry = single["geometry"] {
            var properties: GeoJSONProperties?
            if let part = single["properties"] { properties = try decode(GeoJSONProperties?.self, part) }
            let feature = GeoJSONFeature(
                geometry: try decode(GeoJSONGeometry?.self, geometry), properties: properties)
            hikes += try take(feature, fileName: fileName)
        } else if let type = single["type"], let coordinates = single["coordinates"] {
            let bytes = [
                Array("{\"type\":".utf8), type.bytes, Array(",\"coordinates\":".utf8), coordinates.bytes,
                Array("}".utf8),
            ]
            let geometry = JSONSplitter.Part(
                path: coordinates.path, line: coordinates.line, bytes: Array(bytes.joined()))
            let feature = GeoJSONFeature(geometry: try decode(GeoJSONGeometry?.self, geometry), properties: nil)
            hikes += try take(feature, fileName: fileName)
        }
        return hikes + (try cut(fileName: fileName))
    }

    /// The last hike, also if the file is damaged after it.
    mutating func cut(fileName: String) throws(HikeFileError) -> [ImportedHike] {
        guard last != nil else { throw HikeFileError(.noPoints(.geojson)) }
        return takeLast(isLast: true, fileName: fileName)
    }

    private mutating func takeLast(isLast: Bool = false, fileName: String) -> [ImportedHike] {
        guard var track = last else { return [] }
        last = nil
        track.waypoints = waypoints.take(for: track, isLast: isLast)
        return [track.imported(format: ImportedHike.geoJSONSource, name: "", fileName: fileName)]
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ part: JSONSplitter.Part) throws(HikeFileError) -> Value
    {
        do {
            return try decoder.decode(type, from: Data(part.bytes))
        } catch let error as DecodingError {
            throw HikeFileError(error, in: part)
        } catch {
            throw HikeFileError(.unreadable, at: [], in: part)
        }
    }

    /// - Returns: the hike before this one, which is complete now.
    private mutating func take(
        _ feature: GeoJSONFeature, fileName: String
    ) throws(HikeFileError) -> [ImportedHike] {
        for waypoint in feature.waypoints { waypoints.append(waypoint, of: feature.properties?.hike) }
        let lines = feature.geometry?.lines ?? []
        try limits.check(points: lines.reduce(0) { $0 + $1.count })
        guard let track = feature.track else { return [] }
        found += 1
        try limits.check(tracks: found)
        defer { last = track }
        return takeLast(fileName: fileName)
    }
}

/// A feature: a geometry with properties.
private struct GeoJSONFeature: Decodable {
    let geometry: GeoJSONGeometry?
    let properties: GeoJSONProperties?

    /// The recording of its lines, if they have any points.
    var track: RecordedTrack? {
        let lines = geometry?.lines ?? []
        var track = RecordedTrack()
        if let properties {
            (track.name, track.type, track.notes) = (properties.name, properties.type, properties.description)
            track.isRoute = properties.isPlanned
            track.supplement = properties.ours
        }
        for (number, line) in lines.enumerated() {
            for (index, position) in line.enumerated() {
                if index == 1, properties?.repeated.contains(number) == true { continue }
                let elevation = position.dropFirst(2).first ?? nil
                track.add(
                    latitude: position.dropFirst().first.flatMap(\.self) ?? .nan,
                    longitude: position.first.flatMap(\.self) ?? .nan,
                    elevation: elevation ?? properties?.elevations.value(number, index),
                    heartRate: properties?.heartRates.value(number, index), time: time(number, index),
                    channels: channels(number, index))
            }
            track.endSegment()
        }
        return track.isEmpty && track.supplement == nil ? nil : track
    }

    var waypoints: [Waypoint] {
        (geometry?.points ?? []).compactMap { position in
            guard let longitude = position.first ?? nil, let latitude = position.dropFirst().first ?? nil,
                let point = TrackPoint(
                    latitude: latitude, longitude: longitude, elevation: position.dropFirst(2).first ?? nil,
                    time: properties?.time.flatMap(PointTimes.read))
            else { return nil }
            return Waypoint(
                name: properties?.name ?? "", position: point, description: properties?.description ?? "",
                symbol: properties?.symbol ?? "")
        }
    }

    private func channels(_ line: Int, _ index: Int) -> ChannelValues {
        var values = ChannelValues()
        for (channel, lists) in properties?.channels ?? [:] { values[channel] = lists.value(line, index) }
        return values
    }

    private func time(_ line: Int, _ index: Int) -> RecordedTrack.Time {
        guard let text = properties?.times.value(line, index) else { return .none }
        return PointTimes.read(text).map { .moment($0) } ?? .unreadable
    }
}

/// The lines and points of a geometry. Other geometries have neither.
private struct GeoJSONGeometry: Decodable {
    /// Longitude, latitude and possibly elevation; `null` is no number.
    typealias Position = [Double?]

    var lines: [[Position]] = []
    var points: [Position] = []

    private enum Key: String, CodingKey {
        case type, coordinates, geometries
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(String.self, forKey: .type) {
        case "LineString": lines = [try container.decode([Position].self, forKey: .coordinates)]
        case "MultiLineString": lines = try container.decode([[Position]].self, forKey: .coordinates)
        case "Point": points = [try container.decode(Position.self, forKey: .coordinates)]
        case "MultiPoint": points = try container.decode([Position].self, forKey: .coordinates)
        case "GeometryCollection":
            for geometry in try container.decode([GeoJSONGeometry].self, forKey: .geometries) {
                lines += geometry.lines
                points += geometry.points
            }
        default: break
        }
    }
}

/// What is read of a feature's properties. Any value may be of any type; one of another type is passed over.
private struct GeoJSONProperties: Decodable {
    let name: String
    let description: String
    let type: String
    let isPlanned: Bool
    let times: [[String?]]
    let heartRates: [[Double?]]
    let elevations: [[Double?]]
    let channels: [Channel: [[Double?]]]
    /// The lines that are one point, repeated since a line needs two.
    let repeated: [Int]
    let ours: HikeSupplement?
    // Of a point.
    let symbol: String
    let time: String?
    /// The id of its hike, in a file of ours.
    let hike: Int?

    private enum Key: String, CodingKey {
        case name, title, description, desc, activity, type, planned, coordinateProperties, coordTimes, profile
        case symbol, sym
        case marker = "marker-symbol"
        case time, hike
        case times, heartRates, heart, elevations, cadences, temperatures, powers, repeated
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func text(_ keys: Key...) -> String {
            keys.lazy.compactMap { try? container.decode(String.self, forKey: $0) }.first ?? ""
        }
        name = text(.name, .title).inOneLine
        description = text(.description, .desc).inSeveralLines
        symbol = text(.symbol, .sym, .marker).inOneLine
        time = try? container.decode(String.self, forKey: .time)
        hike = try? container.decode(Int.self, forKey: .hike)
        type = text(.activity, .type)
        isPlanned = (try? container.decode(Bool.self, forKey: .planned)) ?? false
        ours = try? container.decode(HikeSupplement.self, forKey: .profile)
        let lists = try? container.nestedContainer(keyedBy: Key.self, forKey: .coordinateProperties)
        times = lists?.lists(.times) ?? container.lists(.coordTimes) ?? []
        heartRates = lists?.lists(.heartRates) ?? lists?.lists(.heart) ?? []
        elevations = lists?.lists(.elevations) ?? []
        let keys: [(Channel, Key)] = [(.cadence, .cadences), (.temperature, .temperatures), (.power, .powers)]
        channels = keys.reduce(into: [:]) { $0[$1.0] = lists?.lists($1.1) }
        repeated = (try? lists?.decode([Int].self, forKey: .repeated)) ?? []
    }
}

extension KeyedDecodingContainer {
    /// A list for each line; a single line may have its list alone.
    fileprivate func lists<Value: Decodable>(_ key: Key) -> [[Value?]]? {
        (try? decode([[Value?]].self, forKey: key)) ?? (try? decode([Value?].self, forKey: key)).map { [$0] }
    }
}

extension Array {
    /// The value of a point in lists of the shape of the coordinates.
    fileprivate func value<Value>(_ line: Int, _ index: Int) -> Value? where Element == [Value?] {
        indices.contains(line) && self[line].indices.contains(index) ? self[line][index] : nil
    }
}
