internal import Glibc
public import ProfileModel

/// A map of a recording, or of many tracks: on a plane, north up, in true proportions.
public struct TrackMap: Sendable {
    public let name: String
    public let units: Units
    /// The segments of each track, in metres east and north of the centre of all.
    let tracks: [[[PlanePoint]]]
    /// Whether it shows where tracks run together, instead of where one starts and ends.
    let isOfMany: Bool
    /// Where the track was cut at private places.
    let cutEnds: [PlanePoint]
    /// Metres from west to east and from south to north.
    let extent: (width: Double, height: Double)

    struct PlanePoint: Hashable, Sendable {
        var east: Double
        var north: Double
    }

    /// The smallest extent shown, in metres, so that a rest in one place appears as a dot and not as enlarged receiver
    /// jitter.
    private static let smallestExtent = 50.0

    /// - Parameters:
    ///   - recording: the recording; `nil` gives an empty map, which says that there is none.
    ///   - cutEnds: the ends of its segments where it was cut at private places.
    public init(of recording: Recording?, cutEnds: [TrackPosition] = [], name: String, units: Units) {
        let segments = (recording?.segments ?? []).filter { !$0.isEmpty }.map { $0.map { ($0.latitude, $0.longitude) } }
        self.init(
            segments.isEmpty ? [] : [segments], cutEnds: cutEnds.map { ($0.latitude, $0.longitude) }, isOfMany: false,
            name: name, units: units)
    }

    /// Creates a map of many tracks, which shows where they run together.
    public init(of tracks: [SimplifiedTrack], name: String, units: Units) {
        self.init(
            tracks.map { $0.segments.map { $0.map { ($0.latitude, $0.longitude) } } }, isOfMany: true, name: name,
            units: units)
    }

    /// - Parameter tracks: the segments of each as latitudes and longitudes. None of them is empty.
    private init(
        _ tracks: [[[(Double, Double)]]], cutEnds: [(Double, Double)] = [], isOfMany: Bool, name: String, units: Units
    ) {
        (self.name, self.units, self.isOfMany) = (name, units, isOfMany)
        // A track across the antimeridian continues past 180°. All begin on the same side of it as the first.
        let start = tracks.first?.first?.first?.1 ?? 0
        let tracks = tracks.map { segments in
            var last = start
            return segments.map { segment in
                segment.map { latitude, longitude in
                    var longitude = longitude
                    while longitude - last > 180 { longitude -= 360 }
                    while longitude - last < -180 { longitude += 360 }
                    last = longitude
                    return (latitude, longitude)
                }
            }
        }
        let segments = tracks.joined()
        let positions = segments.joined()
        func middle(_ values: some Sequence<Double>) -> Double {
            var range = (low: Double.infinity, high: -Double.infinity)
            for value in values { range = (min(range.low, value), max(range.high, value)) }
            return range.low <= range.high ? (range.low + range.high) / 2 : 0
        }
        let (latitude, longitude) = (middle(positions.lazy.map(\.0)), middle(positions.lazy.map(\.1)))
        // Near a pole a degree of longitude shrinks to almost nothing; the limit keeps it above 0.
        let parallel = max(0.01, cos(latitude * .pi / 180))
        let degree = 111_195.0
        func point(_ position: (Double, Double)) -> PlanePoint {
            PlanePoint(east: (position.1 - longitude) * degree * parallel, north: (position.0 - latitude) * degree)
        }
        self.tracks = tracks.map { segments in segments.map { $0.map(point) } }
        self.cutEnds = cutEnds.map { end in
            point((end.0, end.1 + ((longitude - end.1) / 360).rounded() * 360))
        }
        let reach = self.tracks.joined().joined().reduce((east: 0.0, north: 0.0)) {
            (max($0.east, abs($1.east)), max($0.north, abs($1.north)))
        }
        extent = (max(reach.east * 2, Self.smallestExtent), max(reach.north * 2, Self.smallestExtent))
    }

    public var isEmpty: Bool { tracks.isEmpty }

    /// All segments.
    var lines: [[PlanePoint]] { Array(tracks.joined()) }

    /// The alternative text of the map.
    var title: String { "Map of \(name)" }

    var nothing: String { isOfMany ? "There are no recorded hikes." : "No recording is kept." }

    /// The longest length for a scale that is 1, 2 or 5 times a power of ten in the units, and at most `metres`; `nil`
    /// when even the shortest is longer.
    func scale(atMost metres: Double) -> (metres: Double, label: String)? {
        let large = units == .metric ? 1000.0 : 1000 * Units.kilometresPerMile
        let small = units == .metric ? 1.0 : Units.metresPerFoot
        func round(_ unit: Double) -> Double? {
            var (best, length): (Double?, Double) = (nil, 1)
            while length * unit <= metres, length < 1e6 {
                best = [5, 2, 1].map { $0 * length }.first { $0 * unit <= metres }
                length *= 10
            }
            return best
        }
        if let count = round(large) { return (count * large, "\(count.decimal(0)) \(units == .metric ? "km" : "mi")") }
        return round(small).map { ($0 * small, "\($0.decimal(0)) \(units.heightUnit)") }
    }
}
