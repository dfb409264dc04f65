internal import FoundationEssentials
public import ProfileKit
public import ProfileModel

/// Hikes as GeoJSON (RFC 7946), with every stored point.
///
/// A feature collection with one feature per hike, followed by those of its waypoints. A hike's geometry is a
/// `MultiLineString` of its segments: longitude, latitude and, where a whole segment has them, elevation; null without a
/// point. Segments of a single point repeat it, since a line needs two positions. Times, heart rates, cadences, temperatures and powers are in `coordinateProperties`, in arrays of the
/// same shape, and so are elevations that only some points of a segment have. What is left is in one property of our
/// own, `profile` (`HikeSupplement`), so that ``GeoJSONFormat`` reads equal hikes.
public enum GeoJSONWriter {
    /// Writes a file piece by piece: its beginning, one piece per hike, its end.
    ///
    /// - Parameters:
    ///   - output: called with each piece.
    ///   - body: called with a function that adds a hike with its recording and what is known about its source, so that
    ///     only one needs to be in memory.
    /// - Throws: what the closures throw.
    public static func write(
        to output: @escaping (String) throws -> Void,
        _ body: (_ add: (Hike, Recording?, HikeSource?) throws -> Void) throws -> Void
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try output("{\"type\":\"FeatureCollection\",\"features\":[")
        var separator = "\n"
        func put(_ feature: some Encodable) throws {
            try output(separator + String(decoding: try encoder.encode(feature), as: UTF8.self))
            separator = ",\n"
        }
        try body { hike, recording, source in
            try put(Feature(hike, recording?.asKept, source))
            for waypoint in hike.waypoints { try put(WaypointFeature(waypoint, hike: hike.id)) }
        }
        try output("\n]}\n")
    }

    private struct Feature: Encodable {
        let type = "Feature"
        /// Null without a point.
        var geometry: Geometry?
        let properties: Properties

        private enum Key: String, CodingKey {
            case type, geometry, properties
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(type, forKey: .type)
            try container.encode(geometry, forKey: .geometry)
            try container.encode(properties, forKey: .properties)
        }

        init(_ hike: Hike, _ recording: Recording?, _ source: HikeSource?) throws {
            let parts = recording?.segments ?? []
            let segments = parts.map { $0.count == 1 ? $0 + $0 : $0 }
            if !segments.isEmpty {
                geometry = Geometry(type: "MultiLineString", coordinates: segments.map(Self.positions))
            }
            func values<Value>(_ value: (TrackPoint) -> Value?) -> [[Value?]]? {
                let lists = segments.map { $0.map(value) }
                return lists.contains { $0.contains { $0 != nil } } ? lists : nil
            }
            let derived = HikeSupplement.derived(from: hike, recording, format: ImportedHike.geoJSONSource)
            properties = Properties(
                id: hike.id, name: hike.name, description: hike.notes.isEmpty ? nil : hike.notes,
                activity: hike.activity.rawValue, planned: hike.isPlanned, distance: hike.distance,
                date: hike.date?.description,
                profile: try HikeSupplement(hike, recording, source: source, beyond: derived),
                coordinateProperties: CoordinateProperties(
                    times: values { $0.time?.description }, heartRates: values(\.heartRate),
                    cadences: values(\.cadence), temperatures: values(\.temperature), powers: values(\.power),
                    elevations: segments.contains(where: Self.hasSomeHeights) ? values(\.elevation) : nil,
                    repeated: parts.indices.filter { parts[$0].count == 1 }.orNil))
        }

        private static func hasSomeHeights(_ segment: [TrackPoint]) -> Bool {
            segment.contains { $0.elevation == nil } && segment.contains { $0.elevation != nil }
        }

        private static func positions(of segment: [TrackPoint]) -> [[Double]] {
            // All positions of a line must have the same number of dimensions.
            let hasHeights = segment.allSatisfy { $0.elevation != nil }
            return segment.map { point in
                [point.longitude, point.latitude] + (hasHeights ? [point.elevation ?? 0] : [])
            }
        }
    }

    private struct Geometry: Encodable {
        let type: String
        let coordinates: [[[Double]]]
    }

    private struct Properties: Encodable {
        let id: Int
        let name: String
        let description: String?
        let activity: String
        let planned: Bool
        let distance: Double
        let date: String?
        let profile: HikeSupplement
        let coordinateProperties: CoordinateProperties
    }

    /// A waypoint, with the id of its hike.
    private struct WaypointFeature: Encodable {
        let type = "Feature"
        let geometry: Position
        let properties: Properties

        struct Position: Encodable {
            let type = "Point"
            let coordinates: [Double]
        }

        struct Properties: Encodable {
            let name: String
            let description: String?
            let symbol: String?
            let time: String?
            let hike: Int
        }

        init(_ waypoint: Waypoint, hike: Int) {
            let position = waypoint.position.asKept
            geometry = Position(
                coordinates: [position.longitude, position.latitude] + [position.elevation].compactMap(\.self))
            properties = Properties(
                name: waypoint.name, description: waypoint.description.isEmpty ? nil : waypoint.description,
                symbol: waypoint.symbol.isEmpty ? nil : waypoint.symbol, time: position.time?.description, hike: hike)
        }
    }

    private struct CoordinateProperties: Encodable {
        let times: [[String?]]?
        let heartRates: [[Double?]]?
        let cadences: [[Double?]]?
        let temperatures: [[Double?]]?
        let powers: [[Double?]]?
        let elevations: [[Double?]]?
        let repeated: [Int]?
    }
}

extension [Int] {
    fileprivate var orNil: [Int]? { isEmpty ? nil : self }
}
