import Glibc
import TestSupport

@testable import ProfileModel

/// Random tracks and places around a spot, on which many of them meet.
struct SampleTracks {
    var source: SeededSource
    /// Degrees that the tracks and places spread over.
    let spread: Double
    let center: TrackPosition

    init(seed: UInt64, spread: Double = 0.05, center: TrackPosition = TrackPosition(latitude: 46.5, longitude: 7.9)) {
        (source, self.spread, self.center) = (SeededSource(seed: seed), spread, center)
    }

    private mutating func position() -> TrackPosition {
        var longitude = center.longitude + Double.random(in: -spread...spread, using: &source)
        if longitude > 180 { longitude -= 360 }
        return TrackPosition(
            latitude: center.latitude + Double.random(in: -spread...spread, using: &source), longitude: longitude)
    }

    mutating func place() -> CircularArea {
        CircularArea(center: position(), radius: [30, 100, 250, 800][Int.random(in: 0..<4, using: &source)])
    }

    /// A walk that turns at random, of one to three segments, with points a few or many metres apart.
    mutating func recording() -> Recording {
        let step = [2.0, 8, 30, 400][Int.random(in: 0..<4, using: &source)]
        let segments = (0..<Int.random(in: 1...3, using: &source)).map { _ in
            var position = position()
            var heading = Double.random(in: 0..<2 * .pi, using: &source)
            return (0..<Int.random(in: 1...400, using: &source)).compactMap { _ -> TrackPoint? in
                heading += Double.random(in: -0.7...0.7, using: &source)
                position = position.moved(east: step * cos(heading), north: step * sin(heading))
                return TrackPoint(latitude: position.latitude, longitude: position.longitude)
            }
        }
        return Recording(segments: segments).asKept
    }
}

extension TrackPosition {
    func moved(east: Double, north: Double) -> TrackPosition {
        let metres = CircularArea(center: self, radius: 0).degrees(1)
        var longitude = longitude + east * metres.longitude
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return TrackPosition(latitude: latitude + north * metres.latitude, longitude: longitude)
    }
}
