internal import Glibc

/// The positions within a distance of a centre.
public struct CircularArea: Hashable, Sendable {
    public let center: TrackPosition
    /// Metres.
    public let radius: Double
    private let metresPerDegreeEast: Double

    public init(center: TrackPosition, radius: Double) {
        (self.center, self.radius) = (center, radius)
        metresPerDegreeEast = Plane.metresPerDegree * cos(center.latitude * .pi / 180)
    }

    /// Whether a position is within it.
    public func contains(_ position: TrackPosition) -> Bool { distance(to: CollectionOfOne(position)) <= radius }

    /// Whether a recording comes within it: at a point, or on the straight line between two points of a segment.
    public func isEntered(by recording: Recording) -> Bool {
        isEntered(
            by: recording.segments.map { segment in
                segment.map { TrackPosition(latitude: $0.latitude, longitude: $0.longitude) }
            })
    }

    /// Whether a track comes within it.
    ///
    /// - Parameter segments: all positions of each segment.
    package func isEntered(by segments: [some Collection<TrackPosition>]) -> Bool {
        segments.contains { distance(to: $0) <= radius }
    }

    /// Whether a hike comes within it, as far as its way tells; `nil` if only the recording can tell.
    ///
    /// - Parameter way: the hike's way, with its track.
    public func isEntered(by way: Way) -> Bool? {
        guard let bounds = way.bounds, bounds.isNear(self) else { return false }
        let nearest = distance(to: way)
        // The way departs from the recording by metres of the planes around its own positions.
        let margin = way.deviation == 0 ? 0.1 : way.deviation * 1.1 + 0.5
        if nearest > radius + margin { return false }
        return nearest < radius - margin ? true : nil
    }

    /// Metres from the centre to the nearest position on a path, that is on the lines between its positions; infinite
    /// for an empty one.
    func distance(to path: some Collection<TrackPosition>) -> Double {
        var best = Double.infinity
        var last: TrackPosition?
        for position in path {
            if let last {
                best = min(best, squaredDistance(from: last, to: position))
            } else {
                let (x, y) = (east(of: position), north(of: position))
                best = x * x + y * y
            }
            last = position
        }
        return best.squareRoot()
    }

    /// Metres from the centre to the nearest position of a way's track; infinite without positions.
    package func distance(to way: Way) -> Double {
        way.track.segments.reduce(Double.infinity) { min($0, distance(to: $1)) }
    }

    /// Metres from the centre to the nearest position within bounds.
    package func distance(to bounds: TrackBounds) -> Double {
        func nearest(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), high) }
        let latitude = nearest(center.latitude, bounds.south, bounds.north)
        return [0.0, -360, 360].reduce(Double.infinity) { best, turn in
            let longitude = nearest(center.longitude + turn, bounds.west, bounds.east)
            let position = TrackPosition(latitude: latitude, longitude: longitude)
            return min(best, distance(to: CollectionOfOne(position)))
        }
    }

    /// The square of the distance from the centre to the line between two positions.
    func squaredDistance(from start: TrackPosition, to end: TrackPosition) -> Double {
        let (x, y) = (east(of: start), north(of: start))
        let dx = Self.turn(end.longitude - start.longitude) * metresPerDegreeEast
        let dy = (end.latitude - start.latitude) * Plane.metresPerDegree
        let length = dx * dx + dy * dy
        guard length > 0 else { return x * x + y * y }
        let share = min(max(-(x * dx + y * dy) / length, 0), 1)
        let (nearX, nearY) = (x + share * dx, y + share * dy)
        return nearX * nearX + nearY * nearY
    }

    private func east(of position: TrackPosition) -> Double {
        Self.turn(position.longitude - center.longitude) * metresPerDegreeEast
    }

    private func north(of position: TrackPosition) -> Double {
        (position.latitude - center.latitude) * Plane.metresPerDegree
    }

    /// A difference of longitudes the short way around the Earth.
    private static func turn(_ degrees: Double) -> Double {
        degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }

    /// The degrees of latitude and of longitude that a number of metres from the centre spans.
    func degrees(_ metres: Double) -> (latitude: Double, longitude: Double) {
        (metres / Plane.metresPerDegree, metresPerDegreeEast > 1 ? metres / metresPerDegreeEast : 360)
    }
}

/// The smallest range of latitudes and longitudes that contains a track.
public struct TrackBounds: Hashable, Sendable {
    /// Degrees.
    public let south: Double
    public let west: Double
    public let north: Double
    public let east: Double

    public init(south: Double, west: Double, north: Double, east: Double) {
        (self.south, self.west, self.north, self.east) = (south, west, north, east)
    }

    /// `nil` without positions. A track across longitude 180 has all longitudes.
    init?(of segments: some Sequence<some Sequence<TrackPosition>>) {
        var (south, west, north, east) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        var crosses = false
        for segment in segments {
            var last: Double?
            for position in segment {
                (south, north) = (min(south, position.latitude), max(north, position.latitude))
                (west, east) = (min(west, position.longitude), max(east, position.longitude))
                if let last, abs(position.longitude - last) > 180 { crosses = true }
                last = position.longitude
            }
        }
        guard south <= north else { return nil }
        self.init(south: south, west: crosses ? -180 : west, north: north, east: crosses ? 180 : east)
    }

    /// Whether an area may overlap them.
    public func isNear(_ area: CircularArea) -> Bool {
        // A centimetre more, since bounds are stored rounded.
        let span = area.degrees(area.radius + 0.1)
        guard area.center.latitude >= south - span.latitude, area.center.latitude <= north + span.latitude else {
            return false
        }
        let longitude = area.center.longitude
        return [longitude, longitude - 360, longitude + 360].contains {
            $0 >= west - span.longitude && $0 <= east + span.longitude
        }
    }
}
