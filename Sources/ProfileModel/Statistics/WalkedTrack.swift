internal import Glibc

/// The points of a recording in one sequence, with the distance covered up to each.
struct WalkedTrack {
    let points: [TrackPoint]
    /// Metres from the start to each point. The gaps between segments don't count.
    let distances: [Double]
    /// The points of each segment, as ranges of indices.
    let segments: [Range<Int>]

    init(_ recording: Recording) {
        var points: [TrackPoint] = []
        var distances: [Double] = []
        var segments: [Range<Int>] = []
        var covered = 0.0
        points.reserveCapacity(recording.points)
        distances.reserveCapacity(recording.points)
        for segment in recording.segments where !segment.isEmpty {
            let start = points.count
            for point in segment {
                if points.count > start, let last = points.last { covered += last.distance(to: point) }
                points.append(point)
                distances.append(covered)
            }
            segments.append(start..<points.count)
        }
        (self.points, self.distances, self.segments) = (points, distances, segments)
    }

    /// The length of the track, in metres.
    var length: Double { distances.last ?? 0 }
}

extension TrackPoint {
    /// The horizontal distance to another point in metres, ignoring differences in elevation.
    ///
    /// Steps of up to a degree are measured on the WGS 84 ellipsoid, using its radii of curvature halfway between the
    /// points, accurate to a few millimetres per kilometre. Longer steps, and those near a pole, are great circles on a
    /// sphere of the mean radius (haversine).
    package func distance(to other: TrackPoint) -> Double {
        let north = (other.latitude - latitude).radians
        var degreesEast = other.longitude - longitude
        // Across the antimeridian, the other way round is shorter.
        if degreesEast > 180 { degreesEast -= 360 } else if degreesEast < -180 { degreesEast += 360 }
        let east = degreesEast.radians
        let middle = ((latitude + other.latitude) / 2).radians
        guard abs(north) < 1.0.radians, abs(east) < 1.0.radians, abs(middle) < 89.0.radians else {
            return haversine(to: other, north: north, east: east)
        }
        let curvature = 1 - Ellipsoid.eccentricitySquared * sin(middle) * sin(middle)
        let alongParallel = Ellipsoid.equatorialRadius / curvature.squareRoot()
        let alongMeridian = alongParallel * (1 - Ellipsoid.eccentricitySquared) / curvature
        return hypot(alongMeridian * north, alongParallel * cos(middle) * east)
    }

    private func haversine(to other: TrackPoint, north: Double, east: Double) -> Double {
        let (halfNorth, halfEast) = (sin(north / 2), sin(east / 2))
        let chord =
            halfNorth * halfNorth + cos(latitude.radians) * cos(other.latitude.radians) * halfEast * halfEast
        return 2 * Ellipsoid.meanRadius * asin(min(1, chord.squareRoot()))
    }
}

/// WGS 84, in metres. <https://earth-info.nga.mil>, NGA.STND.0036.
private enum Ellipsoid {
    static let equatorialRadius = 6_378_137.0
    static let flattening = 1 / 298.257_223_563
    static let eccentricitySquared = flattening * (2 - flattening)
    static let meanRadius = 6_371_008.8
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}
