internal import FoundationEssentials
public import ProfileModel

/// Recordings as GeoJSON (RFC 7946), with every stored point.
///
/// A feature collection with one feature per hike, whose geometry is a `MultiLineString` of its segments: longitude,
/// latitude and, where a whole segment has them, elevation. Segments of a single point repeat it, since a line needs
/// two positions. Times, heart rates, cadences, temperatures and powers are in `coordinateProperties`, in arrays of the
/// same shape, and so are elevations that only some points of a segment have. What is left is in one property of our own, `profile`
/// (``HikeProperties``), so that ``GeoJSONFormat`` reads equal hikes.
public enum GeoJSONWriter {
    /// Writes a file piece by piece: its beginning, one piece per hike, its end.
    ///
    /// - Parameters:
    ///   - output: called with each piece.
    ///   - body: called with a function that adds a hike with its recording, so that only one needs to be in memory.
    public static func write(
        to output: @escaping (String) throws -> Void, _ body: ((HikeHeader, Recording) throws -> Void) throws -> Void
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try output("{\"type\":\"FeatureCollection\",\"features\":[")
        var separator = "\n"
        try body { header, recording in
            let feature = try encoder.encode(Feature(header, recording.asKept))
            try output(separator + String(decoding: feature, as: UTF8.self))
            separator = ",\n"
        }
        try output("\n]}\n")
    }

    private struct Feature: Encodable {
        let type = "Feature"
        let geometry: Geometry
        let properties: Properties

        init(_ header: HikeHeader, _ recording: Recording) {
            let segments = recording.segments.map { $0.count == 1 ? $0 + $0 : $0 }
            geometry = Geometry(type: "MultiLineString", coordinates: segments.map(Self.positions))
            func values<Value>(_ value: (TrackPoint) -> Value?) -> [[Value?]]? {
                let lists = segments.map { $0.map(value) }
                return lists.contains { $0.contains { $0 != nil } } ? lists : nil
            }
            properties = Properties(
                id: header.id, name: header.name, activity: header.activity.rawValue, planned: header.isPlanned,
                distance: header.distance, date: header.date?.description,
                profile: HikeProperties(header, recording),
                coordinateProperties: CoordinateProperties(
                    times: values { $0.time?.description }, heartRates: values(\.heartRate),
                    cadences: values(\.cadence), temperatures: values(\.temperature), powers: values(\.power),
                    elevations: segments.contains(where: Self.hasSomeHeights) ? values(\.elevation) : nil,
                    repeated: recording.segments.indices.filter { recording.segments[$0].count == 1 }.orNil))
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
        let activity: String
        let planned: Bool
        let distance: Double
        let date: String?
        let profile: HikeProperties
        let coordinateProperties: CoordinateProperties
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
